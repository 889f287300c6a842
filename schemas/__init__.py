"""What travels: the JSON gate, request and reply shapes; knows the engines, not the server."""
