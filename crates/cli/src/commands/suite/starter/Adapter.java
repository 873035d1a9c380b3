import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * Puts an engine to the conformance suite of Arimaa: answers the lines of the line kit.
 *
 * <p>Fill in the places marked TODO, one after the other. What is not filled in is skipped.
 * Nothing is asked before the second is.
 */
final class Adapter {
    /** True if your engine can end a game in mid-turn: its winner is asked after every step then. */
    private static final boolean ENDS_IN_MID_TURN = false;

    /** Your engine, at some moment of a game. */
    static final class EngineUnderTest {
        EngineUnderTest(String side, String board, String[] earlier) {
            // TODO 1: set up the start of a turn. `side` is "gold" or "silver", the player to
            // move. `board` has 64 letters, from a8 to h8 down to a1 to h1; a dot is an empty
            // square, gold pieces are RCDHME, silver ones rcdhme. `earlier` are the positions
            // before, oldest first, each the side to move then, a colon and the 64 letters.
        }

        String squares() {
            // TODO 2: the 64 letters of the board as it stands now, also in mid-turn.
            throw new UnsupportedOperationException("squares()");
        }

        boolean step(char piece, String square, char direction) {
            // TODO 3: make one step, such as 'E', "d2", 'n'; true, or false where it is illegal.
            throw new UnsupportedOperationException("step()");
        }

        boolean endTurn() {
            // TODO 4: hand the turn over to the other player; true, or false where it may not
            // end here.
            throw new UnsupportedOperationException("endTurn()");
        }

        boolean pair(String first, String second) {
            // Only with `--actions two-step`: make a push or a pull, such as "rd5n" and "Ed4n" for
            // a push; true, or false where it is illegal.
            throw new UnsupportedOperationException("pair()");
        }

        String winner() {
            // TODO 5: at the start of a turn "gold", "silver", or "-" while the game goes on;
            // "?" if your engine does not know.
            return "?";
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            try {
                System.out.println(answer(line.trim().split("\\s+")));
            } catch (UnsupportedOperationException place) {
                System.out.println("skip " + place.getMessage() + " is not filled in");
            }
        }
        System.exit(0); // Threads of the engine, such as those of a window, would run on.
    }

    private static String answer(String[] words) {
        String[] earlier = words[2].equals("-") ? new String[0] : words[2].split(",");
        EngineUnderTest game = new EngineUnderTest(words[0], words[1], earlier);
        String winner = game.winner();
        for (int at = 3; at < words.length; at++) {
            String word = words[at];
            if (winner.equals("gold") || winner.equals("silver") || !play(game, word)) {
                return "no";
            }
            boolean asks = word.equals("end") || winner.equals("?") || ENDS_IN_MID_TURN;
            winner = asks ? game.winner() : "-";
        }
        // `turns`: behind `end` the other player may step on. Leave it out if your engine cannot.
        return "ok " + game.squares() + " " + winner + " turns";
    }

    private static boolean play(EngineUnderTest game, String word) {
        if (word.equals("end")) {
            return game.endTurn();
        }
        int plus = word.indexOf('+');
        if (plus >= 0) {
            return game.pair(word.substring(0, plus), word.substring(plus + 1));
        }
        return game.step(word.charAt(0), word.substring(1, 3), word.charAt(3));
    }
}
