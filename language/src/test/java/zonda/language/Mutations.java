package zonda.language;

import java.util.SplittableRandom;

/// Texts made wrong: for fuzzing, always the same from one seed.
final class Mutations {
    private static final String ALPHABET = "\"\\'()[]{}$#:/,.;*+-=<> \t\n0159sKdMwmhyAandortlk_\u00e9\u0000\ud83d";

    private Mutations() {}

    /// The text with one to four characters changed, put in, taken out, doubled, or its end cut
    /// off.
    static String mutated(SplittableRandom dice, String text) {
        StringBuilder out = new StringBuilder(text);
        int changes = dice.nextInt(1, 5);
        for (int i = 0; i < changes; i++) {
            int at = dice.nextInt(out.length() + 1);
            char drawn = ALPHABET.charAt(dice.nextInt(ALPHABET.length()));
            switch (dice.nextInt(5)) {
                case 0 -> out.insert(at, drawn);
                case 1 -> {
                    if (at < out.length()) {
                        out.setCharAt(at, drawn);
                    }
                }
                case 2 -> {
                    if (at < out.length()) {
                        out.deleteCharAt(at);
                    }
                }
                case 3 -> out.insert(at, out.substring(at, Math.min(out.length(), at + dice.nextInt(1, 9))));
                default -> {
                    if (dice.nextInt(4) == 0) {
                        out.setLength(at);
                    }
                }
            }
        }
        return out.toString();
    }
}
