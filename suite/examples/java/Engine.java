import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The rules of Arimaa, with one rule wrong: a puller that is captured by its step does not pull (PUL-2). */
final class Engine {
    private static final String STRENGTH = "RCDHME";
    private static final String WAYS = "nsew";
    private static final int[] OFFSETS = {-8, 8, 1, -1};
    private static final int[] TRAPS = {18, 21, 42, 45};

    private boolean gold;
    private char[] board;
    private String start;
    private int steps;
    /** Every position of the game so far, as "gold:BOARD" or "silver:BOARD". */
    private List<String> history;
    /** The square to enter in a push, or -1, and the piece that was pushed from it. */
    private int push;
    private char pushed;
    /** The square to enter in a pull, or -1, and the piece that left it. */
    private int pull;
    private char puller;

    Engine(String side, String squares, List<String> earlier) {
        gold = side.equals("gold");
        board = squares.toCharArray();
        history = new ArrayList<>(earlier);
        history.add(side + ":" + squares);
        begin();
    }

    private Engine(Engine other) {
        gold = other.gold;
        board = other.board.clone();
        start = other.start;
        steps = other.steps;
        history = other.history;
        push = other.push;
        pushed = other.pushed;
        pull = other.pull;
        puller = other.puller;
    }

    String squares() {
        return new String(board);
    }

    private void begin() {
        start = squares();
        steps = 0;
        push = -1;
        pull = -1;
    }

    /** The square beside another, or -1 beyond the edge. Square 0 is a8, square 63 is h1. */
    private static int neighbour(int square, int way) {
        int to = square + OFFSETS[way];
        boolean leavesRank = way >= 2 && Math.floorDiv(to, 8) != square / 8;
        return to < 0 || to > 63 || leavesRank ? -1 : to;
    }

    private static boolean isGold(char piece) {
        return Character.isUpperCase(piece);
    }

    private static boolean stronger(char one, char other) {
        return STRENGTH.indexOf(Character.toUpperCase(one)) > STRENGTH.indexOf(Character.toUpperCase(other));
    }

    private boolean hasFriend(int square) {
        for (int way = 0; way < 4; way++) {
            int to = neighbour(square, way);
            if (to >= 0 && board[to] != '.' && isGold(board[to]) == isGold(board[square])) {
                return true;
            }
        }
        return false;
    }

    private boolean isFrozen(int square) {
        boolean threatened = false;
        for (int way = 0; way < 4; way++) {
            int to = neighbour(square, way);
            boolean enemy = to >= 0 && board[to] != '.' && isGold(board[to]) != isGold(board[square]);
            threatened |= enemy && stronger(board[to], board[square]);
        }
        return threatened && !hasFriend(square);
    }

    private boolean hasPusher(int square) {
        for (int way = 0; way < 4; way++) {
            int by = neighbour(square, way);
            boolean enemy = by >= 0 && board[by] != '.' && isGold(board[by]) != isGold(board[square]);
            if (enemy && stronger(board[by], board[square]) && !isFrozen(by)) {
                return true;
            }
        }
        return false;
    }

    /** Makes a step if it is legal, and says whether it is. */
    boolean step(char piece, int square, char direction) {
        int way = WAYS.indexOf(direction);
        int to = neighbour(square, way);
        if (steps == 4 || board[square] != piece || to < 0 || board[to] != '.') {
            return false;
        }
        boolean mine = isGold(piece) == gold;
        int pushTo = push;
        int pullTo = pull;
        push = -1;
        pull = -1;
        if (pushTo >= 0) {
            if (!mine || to != pushTo || !stronger(piece, pushed) || isFrozen(square)) {
                return false;
            }
        } else if (mine) {
            boolean backward = piece == 'R' && direction == 's' || piece == 'r' && direction == 'n';
            if (backward || isFrozen(square)) {
                return false;
            }
            pull = square;
            puller = piece;
        } else if (pullTo != to || !stronger(puller, piece)) {
            if (steps == 3 || !hasPusher(square)) {
                return false;
            }
            push = square;
            pushed = piece;
        }
        board[square] = '.';
        board[to] = piece;
        for (int trap : TRAPS) {
            if (board[trap] != '.' && !hasFriend(trap)) {
                board[trap] = '.';
            }
        }
        if (board[to] == '.') {
            pull = -1; // WRONG: the pull is open although the puller is captured.
        }
        steps++;
        return true;
    }

    private String other() {
        return gold ? "silver" : "gold";
    }

    /** Ends the turn if that is legal, and says whether it is. */
    boolean end() {
        String after = other() + ":" + squares();
        if (steps == 0 || push >= 0 || squares().equals(start) || Collections.frequency(history, after) >= 2) {
            return false;
        }
        gold = !gold;
        history = new ArrayList<>(history);
        history.add(after);
        begin();
        return true;
    }

    /** The side that has won by the end of the last turn, or null. */
    String winner() {
        String mover = other();
        String opponent = gold ? "gold" : "silver";
        if (goal(mover)) {
            return mover;
        }
        if (goal(opponent)) {
            return opponent;
        }
        if (start.indexOf(rabbit(opponent)) < 0) {
            return mover;
        }
        if (start.indexOf(rabbit(mover)) < 0) {
            return opponent;
        }
        return canMove() ? null : mover;
    }

    private static char rabbit(String side) {
        return side.equals("gold") ? 'R' : 'r';
    }

    private boolean goal(String side) {
        String rank = side.equals("gold") ? start.substring(0, 8) : start.substring(56);
        return rank.indexOf(rabbit(side)) >= 0;
    }

    private boolean canMove() {
        boolean stoodTwice = false;
        for (String one : history) {
            stoodTwice |= one.startsWith(other()) && Collections.frequency(history, one) >= 2;
        }
        for (Engine after : afterAStep()) {
            if (!stoodTwice || after.canEnd()) {
                return true;
            }
        }
        return false;
    }

    /** Whether this turn can be brought to an end. */
    private boolean canEnd() {
        if (new Engine(this).end()) {
            return true;
        }
        for (Engine after : afterAStep()) {
            if (after.canEnd()) {
                return true;
            }
        }
        return false;
    }

    private List<Engine> afterAStep() {
        List<Engine> reached = new ArrayList<>();
        for (int square = 0; square < 64; square++) {
            for (int way = 0; board[square] != '.' && way < 4; way++) {
                Engine after = new Engine(this);
                if (after.step(board[square], square, WAYS.charAt(way))) {
                    reached.add(after);
                }
            }
        }
        return reached;
    }
}
