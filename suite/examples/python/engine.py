"""The rules of Arimaa, with one rule wrong: the step that completes a push opens a pull as well (PUL-4)."""

STRENGTH = "RCDHME"
TRAPS = (18, 21, 42, 45)
WAYS = {"n": -8, "s": 8, "e": 1, "w": -1}


def neighbour(square, way):
    """The square beside another, or None beyond the edge. Square 0 is a8, square 63 is h1."""
    if way in "ew" and (square + WAYS[way]) // 8 != square // 8:
        return None
    to = square + WAYS[way]
    return to if 0 <= to < 64 else None


def around(square):
    return [to for to in (neighbour(square, way) for way in WAYS) if to is not None]


def is_gold(piece):
    return piece.isupper()


def stronger(one, other):
    return STRENGTH.index(one.upper()) > STRENGTH.index(other.upper())


class Game:
    """A position at the start of a turn, or in the middle of one."""

    def __init__(self, side, board, earlier):
        self.gold = side == "gold"
        self.board = list(board)
        # Every position of the game so far, the present one included: the side to move, and the board.
        self.history = earlier + [(side, board)]
        self.begin()

    def begin(self):
        self.start = "".join(self.board)
        self.steps = 0
        self.push = None  # the square to enter and the piece that was pushed from it
        self.pull = None  # the square to enter and the piece that left it

    def copy(self):
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__, board=self.board[:])
        return other

    def friends(self, square):
        piece = self.board[square]
        return [to for to in around(square) if self.board[to] != "." and is_gold(self.board[to]) == is_gold(piece)]

    def enemies(self, square):
        piece = self.board[square]
        return [to for to in around(square) if self.board[to] != "." and is_gold(self.board[to]) != is_gold(piece)]

    def frozen(self, square):
        threatened = any(stronger(self.board[enemy], self.board[square]) for enemy in self.enemies(square))
        return threatened and not self.friends(square)

    def step(self, piece, square, way):
        """Makes a step if it is legal, and says whether it is."""
        to = neighbour(square, way)
        if self.steps == 4 or self.board[square] != piece or to is None or self.board[to] != ".":
            return False
        mine = is_gold(piece) == self.gold
        push, pull, self.push, self.pull = self.push, self.pull, None, None
        if push:
            if not mine or to != push[0] or not stronger(piece, push[1]) or self.frozen(square):
                return False
            self.pull = (square, piece)  # WRONG: this step opens nothing.
        elif mine:
            if piece == "R" and way == "s" or piece == "r" and way == "n" or self.frozen(square):
                return False
            self.pull = (square, piece)
        elif not (pull and to == pull[0] and stronger(pull[1], piece)):
            pushers = [by for by in self.enemies(square) if stronger(self.board[by], piece) and not self.frozen(by)]
            if not pushers or self.steps == 3:
                return False
            self.push = (square, piece)
        self.board[square], self.board[to] = ".", piece
        for trap in TRAPS:
            if self.board[trap] != "." and not self.friends(trap):
                self.board[trap] = "."
        self.steps += 1
        return True

    def end(self):
        """Ends the turn if that is legal, and says whether it is."""
        board = "".join(self.board)
        after = ("silver" if self.gold else "gold", board)
        if self.steps == 0 or self.push or board == self.start or self.history.count(after) >= 2:
            return False
        self.gold = not self.gold
        self.history = self.history + [after]
        self.begin()
        return True

    def turns(self):
        """The boards at which a turn that begins here can end."""
        boards, met, waiting = set(), set(), [self]
        while waiting:
            for after in waiting.pop().after_a_step():
                key = ("".join(after.board), after.steps, after.push, after.pull)
                if key in met:
                    continue
                met.add(key)
                waiting.append(after)
                if after.copy().end():
                    boards.add("".join(after.board))
        return boards

    def winner(self):
        """Who has won by the end of the last turn: gold, silver or None."""
        mover, opponent = ("silver", "gold") if self.gold else ("gold", "silver")
        goal = {"gold": "R" in self.start[:8], "silver": "r" in self.start[56:]}
        rabbits = {"gold": "R" in self.start, "silver": "r" in self.start}
        if goal[mover]:
            return mover
        if goal[opponent]:
            return opponent
        if not rabbits[opponent]:
            return mover
        if not rabbits[mover]:
            return opponent
        return None if self.can_move() else mover

    def can_move(self):
        other = "silver" if self.gold else "gold"
        stood_twice = any(end[0] == other and self.history.count(end) >= 2 for end in self.history)
        return any(not stood_twice or after.can_end() for after in self.after_a_step())

    def can_end(self):
        """Whether this turn can be brought to an end."""
        return self.copy().end() or any(after.can_end() for after in self.after_a_step())

    def after_a_step(self):
        for square, piece in enumerate(self.board):
            for way in WAYS if piece != "." else "":
                to = neighbour(square, way)
                if to is None or self.board[to] != ".":
                    continue
                after = self.copy()
                if after.step(piece, square, way):
                    yield after
