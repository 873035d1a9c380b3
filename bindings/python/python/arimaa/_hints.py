"""Hints for names of python-chess and OpenSpiel: the names in this package."""

from __future__ import annotations

_HERE = {
    "action_to_string": "batch.action_text(position, number)",
    "apply_action": "position.apply(action), which returns another position",
    "board_fen": "position.text()",
    "clone": "nothing: a position never changes",
    "copy": "nothing for a position, which never changes; copy.copy(game) for a game",
    "current_player": "position.side",
    "fen": "position.text()",
    "generate_legal_moves": "position.turns(), or position.legal_actions for single steps",
    "is_legal": "position.judge(turn)",
    "legal_moves": "position.turns(), or position.legal_actions for single steps",
    "mirror": "position.flip_horizontal()",
    "move_stack": "game.turns",
    "observation_tensor": "batch.observe([position])",
    "pop": "game.take_back()",
    "push": "game.play(turn), or position.play(turn), which returns another position",
    "result": "position.outcome",
    "returns": "position.outcome",
    "turn": "position.side",
}


def hint(of: object, name: str) -> str:
    """The message of an `AttributeError`, with a hint for a known name."""
    message = f"{type(of).__name__!r} object has no attribute {name!r}"
    return f"{message}: here it is {_HERE[name]}" if name in _HERE else message
