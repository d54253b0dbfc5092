# The line of the input that is nearest to `word`, by Levenshtein's distance.
function least(a, b) { return a < b ? a : b }
function distance(a, b,   i, j, row, diagonal, above) {
  for (j = 0; j <= length(b); j++) row[j] = j
  for (i = 1; i <= length(a); i++) {
    diagonal = row[0]; row[0] = i
    for (j = 1; j <= length(b); j++) {
      above = row[j]
      row[j] = least(least(row[j] + 1, row[j - 1] + 1), diagonal + (substr(a, i, 1) != substr(b, j, 1)))
      diagonal = above
    }
  }
  return row[length(b)]
}
{ d = distance(word, $0); if (NR == 1 || d < best) { best = d; found = $0 } }
END { print found }
