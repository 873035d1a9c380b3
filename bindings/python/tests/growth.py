"""By how many kilobytes the peak of a process grows over a million positions, after two rounds of them."""

import resource

from arimaa import Position, batch
from boards import PLAIN

BOARDS = [PLAIN] * 60_000


def peak() -> int:
    batch.outcome(BOARDS)
    batch.judge(BOARDS[:10_000], ["Ed5n", "Ed5s"] * 5_000)
    for board in BOARDS[:20_000]:
        Position(board).legal_actions[0]
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


peaks = [peak() for _ in range(13)]
print(peaks[-1] - peaks[1])
