"""Rows of the threat model that no single request can show, and the tests that hold them."""

from typing import Final

ELSEWHERE: Final[dict[str, tuple[str, ...]]] = {
    "a weak key, or none": (
        "tests/app/test_settings.py::test_a_weak_key_is_refused_alone_and_in_a_list",
        "tests/app/test_settings.py::test_anywhere_else_a_missing_secret_stops_the_start_and_says_how_to_make_one",
        "tests/app/test_start.py::test_two_starts_without_a_secret_do_not_take_each_others_tokens",
        "tests/app/test_start.py::test_workers_share_the_secret_made_for_them",
    ),
    "a change of keys": (
        "tests/app/test_tokens.py::test_the_newest_key_signs",
        "tests/app/test_tokens.py::test_each_listed_key_verifies",
        "tests/app/test_tokens.py::test_a_token_of_a_removed_or_a_foreign_key_is_refused",
        "tests/http/test_stateless.py::test_keys_are_changed_by_adding_the_new_one_last",
        "tests/docs/test_operations.py::test_keys_change_as_told_while_a_game_is_under_way",
    ),
    "a weaker algorithm": (
        "tests/app/test_tokens.py::test_the_literal_token_is_plain_hmac_and_base64",
        "tests/app/test_tokens.py::test_another_digest_or_key_derivation_under_the_same_key_is_refused",
    ),
    "a clock on the comparison": (
        "tests/hostile/test_elsewhere.py::test_signatures_and_answers_are_compared_in_constant_time",
        "tests/http/test_bad_tokens.py::test_every_forged_token_is_refused_the_same_way",
    ),
    "another worker, another start": (
        "tests/app/test_tokens.py::test_equal_states_give_equal_tokens_in_any_process",
        "tests/http/test_stateless.py::test_two_workers_and_two_servers_with_one_key_answer_alike",
        "tests/http/test_stateless.py::test_a_restart_between_two_moves_is_not_noticed",
    ),
    "an agent check that is too old": ("tests/app/test_agent_check.py::test_a_puzzle_expires",),
    "the solution of a puzzle": (
        "tests/http/test_camp_secrets.py::test_the_solution_is_nowhere_before_the_end",
        "tests/http/test_camp_secrets.py::test_the_token_holds_the_game_and_nothing_more",
        "tests/http/test_camp_secrets.py::test_no_hash_of_an_answer_that_anybody_could_make_is_in_a_reply",
    ),
    "cookies over https": ("tests/http/test_camp_cookies.py::test_secure_goes_with_https_only",),
    "many clients that drip": (
        "tests/http/test_deadlines.py::test_dripping_does_not_stretch_the_deadline",
        "tests/http/test_deadlines.py::test_120_dripping_clients_do_not_disturb_the_others",
        "tests/http/test_deadlines.py::test_a_client_that_reads_nothing_is_cut_off",
    ),
    "too many connections": (
        "tests/http/test_deadlines.py::test_beyond_the_connections_a_server_keeps_there_is_a_503",
        "tests/http/test_deadlines.py::test_connections_that_are_open_for_nothing_make_room",
    ),
    "too many requests": (
        "tests/http/test_rate_limit.py::test_a_client_over_the_rate_is_told_when_to_come_again",
        "tests/http/test_rate_limit.py::test_what_watches_the_server_is_exempt",
        "tests/http/test_rate_limit.py::test_forwarded_addresses_of_no_trusted_proxy_count_for_nothing",
    ),
    "a stop while clients are stuck": (
        "tests/http/test_lifecycle.py::test_a_stuck_client_does_not_keep_a_server_from_ending",
        "tests/http/test_deadlines.py::test_stuck_clients_of_every_kind_do_not_keep_a_server_from_ending",
    ),
    "a worker that is killed": (
        "tests/http/test_lifecycle.py::test_a_killed_worker_is_replaced_and_nothing_is_lost",
    ),
    "lines forged into the log": (
        "tests/app/test_logs.py::test_no_text_breaks_a_line",
        "tests/app/test_logs.py::test_a_path_is_cut_and_holds_no_token",
        "tests/app/test_logs.py::test_a_terminal_gets_nothing_it_obeys",
    ),
    "a mistake of ours": (
        "tests/app/test_last_resort.py::test_an_exception_is_a_500_that_tells_nothing_and_is_logged_once",
        "tests/app/test_last_resort.py::test_an_exception_is_counted_by_route_and_code",
    ),
    "a server that cannot play": (
        "tests/app/test_last_resort.py::test_a_game_that_cannot_play_its_example_makes_the_server_not_ready",
    ),
    "a way out of the container": (
        "tests/project/test_container.py::test_the_server_runs_as_a_numbered_user_that_is_not_root",
        "tests/project/test_container.py::test_nothing_secret_is_built_in",
        "tests/project/test_container.py::test_compose_takes_the_root_file_system_and_every_privilege_away",
        "tests/project/test_container.py::test_the_server_is_started_without_a_shell",
        "tests/deploy/test_files.py::test_the_keys_come_from_a_secret_by_reference_and_stand_nowhere",
    ),
}
"""What comes, to the tests by which it is held."""
