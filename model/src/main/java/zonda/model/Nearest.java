package zonda.model;

import java.util.Collection;
import java.util.Optional;

/// Finds the word that somebody probably meant.
public final class Nearest {
    private Nearest() {}

    /// The known word with the smallest edit distance (Levenshtein), where that is at most a third
    /// of the word's length (and at least 2); the first in the collection's order on a tie.
    public static Optional<String> to(String word, Collection<String> known) {
        String best = "";
        int bestDistance = Math.max(2, word.length() / 3) + 1;
        for (String candidate : known) {
            int distance = distance(word, candidate);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = candidate;
            }
        }
        return best.isEmpty() ? Optional.empty() : Optional.of(best);
    }

    /// ` (did you mean 'x'?)`, or nothing.
    public static String suggestion(String word, Collection<String> known) {
        return to(word, known).map(found -> " (did you mean '" + found + "'?)").orElse("");
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
