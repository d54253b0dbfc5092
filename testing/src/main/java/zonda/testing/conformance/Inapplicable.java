package zonda.testing.conformance;

import java.util.List;
import java.util.Optional;

/// Cases that test something within another program which Zonda does not have. Each by its file
/// and name, with a reason of a fixed kind.
final class Inapplicable {
    enum Kind {
        /// The form in which another program keeps something between two of its parts.
        SERIALISATION_FORMAT,
        /// The size of a buffer that a caller hands over in C.
        C_BUFFER,
        /// Rows of another program's database.
        DATABASE_ROWS,
        /// A message between processes of another program.
        INTER_PROCESS_MESSAGE,
        /// Zabbix does it otherwise than the standard whose case it is, as a case of its own or its
        /// manual shows.
        ZABBIX_DIALECT,
        /// A case of an older version that the newest one has in another form.
        REPLACED_BY_NEWER_VERSION
    }

    private record Entry(String file, String name, Kind kind, String why) {}

    private static final List<Entry> CASES = List.of(
            buffer("Decode fail '\"longer value\"' with small output buffer"),
            buffer("Decode fail '12345678901234567890' with small output buffer"),
            buffer("Decode fail 'false' with small output buffer"),
            buffer("Decode fail 'true' with small output buffer"),
            buffer("Decode fail 'null' with small output buffer"),
            buffer("Decode fail '\"text\"' with 0 output buffer"),
            buffer("Decode fail 'true' with 0 output buffer"),
            buffer("Decode fail 'true' with output buffer 1 byte less than needed"),
            buffer("Decode fail '\"value \\\"1\\\"\"' with output buffer 1 byte less than needed"),
            replaced("Test HELP hint unescaping"),
            replaced("Test HELP hint trailing whitespace removal"));

    private Inapplicable() {}

    private static Entry buffer(String name) {
        return new Entry(
                "zbx_json_decodevalue.yaml", name, Kind.C_BUFFER, "a caller's buffer that is too small for the value");
    }

    private static Entry replaced(String name) {
        return new Entry(
                "5.0.2/tests/libs/zbxprometheus/zbx_prometheus_to_json.yaml",
                name,
                Kind.REPLACED_BY_NEWER_VERSION,
                "5.0 lets a row without a label pass a condition on it; the same case of 6.0 and 7.4 does not");
    }

    /// @param path of the file, with slashes
    static Optional<Outcome> find(String path, String name) {
        return CASES.stream()
                .filter(entry -> path.endsWith(entry.file()) && entry.name().equals(name))
                .map(entry -> (Outcome) new Outcome.NotApplicable(entry.kind(), entry.why()))
                .findFirst();
    }
}
