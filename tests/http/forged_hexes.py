"""Actions of Magic Hex Swap that are nearly right, as JSON text, each with its code; for seed 7."""

from typing import Final

FORGED: Final = (
    *(
        (f'{{"type":"act","move":{value},"dice":[0],"targets":[[0,-2],[1,-2]]}}', "unknown-move")
        for value in ('"white-4"', '"White-1"', '"white"', '""', "null", "1", '["white-1"]', "{}", '"*"')
    ),
    *(
        (f'{{"type":"act","move":"white-1","dice":{value},"targets":[[0,-2],[1,-2]]}}', code)
        for value, code in (
            *(
                (value, "malformed-action")
                for value in ("null", "0", '"0"', "{}", "[0.0]", '["0"]', "[true]", "[[0]]")
            ),
            *((value, "out-of-range") for value in ("[3]", "[-1]", "[9007199254740993]")),
            *((value, "dice-count") for value in ("[]", "[0,1]", "[0,0]", "[0,1,2,0,1,2]")),
            ("[1]", "dice-face"),  # it shows green
        )
    ),
    *(
        (f'{{"type":"act","move":"white-1","dice":[0],"targets":{value}}}', code)
        for value, code in (
            *(
                (value, "malformed-action")
                for value in ("null", "[0,-2,1,-2]", "[[0,-2],null]", "[[0,-2],[1]]", "{}")
            ),
            *(
                (value, "malformed-action")
                for value in ("[[0,-2],[1,-2.0]]", '[[0,-2],["1",-2]]', "[[0,-2],[1,-2,3]]")
            ),
            *((value, "out-of-range") for value in ("[[0,-2],[10000,0]]", "[[-10000,0],[0,0]]")),
            ("[[0,-2],[9007199254740993,-2]]", "out-of-range"),
            *((value, "targets-count") for value in ("[]", "[[0,-2]]", "[[0,-2],[1,-2],[2,-2]]")),
            ("[[9999,-9999],[9999,-9998]]", "target-empty"),
            ("[[0,-2],[0,-2]]", "partner-distance"),
            ("[[1,-2],[0,-2]]", "first-not-eligible"),
        )
    ),
    *(
        (f'{{"type":"act","move":"white-1","dice":[0],"targets":[[0,-2],[1,-2]],"save":{value}}}', code)
        for value, code in (
            *((value, "malformed-action") for value in ("null", "1", '"1"', "[1.0]", "[false]", "{}")),
            *((value, "save-count") for value in ("[1,1]", "[0,1,2]", "[1,2,1]")),
            ("[3]", "out-of-range"),
            ("[0]", "save-spent"),
        )
    ),
    *(
        (f'{{"type":"act","move":"green-2b","dice":[0,1],"targets":[[2,1]]{value}}}', code)
        for value, code in (
            ("", "malformed-action"),
            (',"colors":["green"]', "malformed-action"),
            (',"colors":["Red"]', "malformed-action"),
            (',"colors":"red"', "malformed-action"),
            (',"colors":[]', "colors-count"),
            (',"colors":["red","red"]', "colors-count"),
            (',"colors":["red"],"color":"red"', "malformed-action"),
        )
    ),
    *(
        (value, code)
        for value, code in (
            ('{"type":"act"}', "unknown-move"),
            ('{"type":"act","move":"white-1"}', "malformed-action"),
            (
                '{"type":"act","move":"white-1","dice":[0],"targets":[[0,-2],[1,-2]],"colors":[]}',
                "malformed-action",
            ),
            ('{"type":"act","move":"white-3","dice":[0,1,2],"targets":[]}', "targets-count"),
            ('{"type":"act","move":"blue-3","dice":[0,1,2],"targets":[[-1,-1],[3,-3],[0,0]]}', "dice-face"),
            ('{"type":"pass","save":[0,0]}', "save-count"),
            ('{"type":"pass","dice":[0]}', "malformed-action"),
            ('{"type":"preview","move":"white-3","targets":[]}', "dice-face"),
            (
                '{"type":"preview","move":"white-1","targets":[[0,-2],[1,-2],[2,-2],[0,0],[0,0]]}',
                "targets-count",
            ),
            ('{"type":"preview","move":"white-1","targets":[],"dice":[0]}', "malformed-action"),
            ('{"type":"preview","move":"green-2b","targets":[[2,1]]}', "colors-count"),
            ('{"type":"undo"}', "nothing-to-undo"),
            ('{"type":"undo","steps":2}', "malformed-action"),
            ('{"type":"restart","seed":-1}', "out-of-range"),
            ('{"type":"restart","seed":9007199254740992}', "out-of-range"),
            ('{"type":"restart","seed":"7"}', "malformed-action"),
            ('{"type":"restart","seed":null}', "malformed-action"),
            ('{"type":"restart","green3":"both"}', "malformed-action"),
            ('{"type":"restart","practice":"two-homes"}', "malformed-action"),
            ('{"type":"redo"}', "unknown-action"),
            ('{"type":"roll"}', "unknown-action"),
        )
    ),
)
