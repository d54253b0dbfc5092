package zonda.server.snmp;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import zonda.collector.SnmpAccess;
import zonda.collector.SnmpClient;
import zonda.collector.SnmpClient.Reply;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.Varbind;
import zonda.protocol.snmp.Walk;
import zonda.protocol.snmp.WalkOptions;
import zonda.protocol.snmp.WalkRoot;
import zonda.runtime.MonotonicClock;

/// Asks a device and prints what it says, in net-snmp's words and with its exit status.
final class Asking {
    private static final int FAILED = 1;
    private static final int REFUSED = 2;
    private static final int RECORD_REPETITIONS = 25;
    private static final long RECORD_ROWS = 10_000_000;
    private static final long RECORD_BYTES = 1L << 30;

    private final CommandLine line;
    private final PrintWriter out;
    private final PrintWriter err;
    private final AccessOptions options;
    private final NetSnmpText text;
    private final MonotonicClock clock = MonotonicClock.system();

    /// @throws CommandLine.ParameterException when an option is not what it has to be
    Asking(CommandLine line, AccessOptions options) {
        this.line = line;
        this.out = line.getOut();
        this.err = line.getErr();
        this.options = options;
        try {
            this.text = new NetSnmpText(options.style());
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
    }

    private CommandLine.ParameterException wrong(IllegalArgumentException e) {
        return new CommandLine.ParameterException(line, String.valueOf(e.getMessage()), e);
    }

    private interface Dialogue {
        int with(SnmpClient client);
    }

    private int ask(Dialogue dialogue) {
        SnmpAccess access;
        try {
            access = options.access();
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        } catch (UnknownHostException e) {
            return fail("Unknown host (" + options.agent() + ")");
        }
        try (SnmpClient client = SnmpClient.open(access, clock, seed(clock))) {
            return dialogue.with(client);
        } catch (IOException e) {
            return fail(String.valueOf(e.getMessage()));
        } finally {
            out.flush();
            err.flush();
        }
    }

    /// Nobody who does not see the requests should guess their ids: answers are known by them
    /// alone.
    private static long seed(MonotonicClock clock) {
        long x = clock.nanos() * 0x9E3779B97F4A7C15L ^ ProcessHandle.current().pid();
        return (x ^ x >>> 31) & Long.MAX_VALUE;
    }

    private int fail(String words) {
        err.println(line.getCommandSpec().qualifiedName() + ": " + words);
        err.flush();
        return FAILED;
    }

    /// @param next whether what stands behind the names is asked for
    /// @param fixes whether what version 1 refuses is left out and the rest asked for again
    int get(List<String> names, boolean next, boolean fixes) {
        List<Oid> wanted = new ArrayList<>();
        try {
            for (String name : names) {
                wanted.add(Oid.parse(name));
            }
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
        return ask(client -> {
            Reply reply = next ? client.getNext(wanted) : client.get(wanted);
            int status = 0;
            while (reply instanceof Reply.Answered answered && answered.errorStatus() != Ber.NO_ERROR) {
                int index = answered.errorIndex();
                refused(answered.errorStatus(), index, wanted, next ? "Error in packet." : "Error in packet");
                status = REFUSED;
                if (!fixes || index < 1 || index > wanted.size() || wanted.size() == 1) {
                    return status;
                }
                wanted.remove(index - 1);
                reply = next ? client.getNext(wanted) : client.get(wanted);
            }
            return switch (reply) {
                case Reply.Answered answered -> {
                    for (Varbind varbind : answered.varbinds()) {
                        print(varbind);
                    }
                    yield status;
                }
                case Reply.Refused refusal -> refused(refusal, ".");
                case Reply.Silent silent -> silent(client, silent, ".");
            };
        });
    }

    private void print(Varbind varbind) {
        out.print(text.of(varbind));
        out.print('\n');
    }

    private void refused(int status, int index, List<Oid> names, String heading) {
        err.println(heading);
        err.println("Reason: " + ErrorWords.of(status));
        if (index >= 1 && index <= names.size()) {
            err.println("Failed object: " + text.of(names.get(index - 1)));
            err.println();
        }
    }

    private static String words(Reply.Refused refusal) {
        return switch (refusal.verdict()) {
            case UNKNOWN_USER -> "Unknown user name";
            case UNSUPPORTED_LEVEL -> "Unsupported security level";
            case WRONG_PASSWORD -> "Authentication failure (incorrect password, community or key)";
            case DECRYPTION_ERROR -> "Decryption error";
            case UNKNOWN_CONTEXT -> "Bad context specified";
            case AGAIN, REFUSED, ANSWER, IGNORED -> refusal.words();
        };
    }

    /// What the device refuses by saying nothing is told as silence, with what it may mean.
    private int refused(Reply.Refused refusal, String end) {
        if (refusal.isSilence()) {
            noResponse(end);
            return fail(refusal.words());
        }
        return fail(words(refusal));
    }

    private int silent(SnmpClient client, Reply.Silent silent, String end) {
        if (!silent.words().startsWith("no answer")) {
            return fail(silent.words());
        }
        if (options.isVersion3() && client.peer().needsDiscovery()) {
            return fail("Timeout");
        }
        noResponse(end);
        return FAILED;
    }

    private void noResponse(String end) {
        err.println("Timeout: No Response from " + options.agent() + end);
    }

    /// What a walk is like besides its root: the letters of `-C`.
    ///
    /// @param repetitions of GETBULK; 0 for GETNEXT
    /// @param checks whether it ends where names do not increase
    /// @param counts whether it ends with the number of varbinds
    /// @param includes whether the root itself is asked for first
    /// @param leavesOut whether the root itself is never asked for in the end
    /// @param times whether it ends with the time that it took
    /// @param end where it ends, as written; empty for the root's own end
    record WalkWay(
            int repetitions,
            int nonRepeaters,
            boolean checks,
            boolean counts,
            boolean includes,
            boolean leavesOut,
            boolean times,
            String end) {}

    int walk(String rootText, WalkWay way) {
        WalkRoot root;
        try {
            root = WalkRoot.parse(rootText);
            root = way.end().isEmpty() ? root : root.until(Oid.parse(way.end()));
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
        WalkRoot whole = root;
        if (way.repetitions() > 0 && options.isVersion1()) {
            return fail("Cannot send V2 PDU on V1 session");
        }
        return ask(client -> new Walking(client, whole, way).run());
    }

    /// Writes all that is below a root as a recording.
    int record(String rootText, boolean anonymize) {
        WalkRoot root;
        try {
            root = WalkRoot.parse(rootText);
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
        WalkOptions how = new WalkOptions(
                options.isVersion1() ? 0 : RECORD_REPETITIONS,
                0,
                true,
                false,
                RECORD_ROWS,
                RECORD_BYTES,
                Duration.ofHours(1));
        return ask(client -> {
            List<Varbind> rows = new ArrayList<>();
            Walk walk = new Walk(List.of(root), how);
            Reply end = client.walk(walk, (_, row) -> row.varbind().ifPresent(rows::add));
            for (Varbind row : anonymize ? Anonymizer.of(rows) : rows) {
                out.print(SnmprecText.of(row));
                out.print('\n');
            }
            return switch (end) {
                case Reply.Refused refusal -> refused(refusal, "");
                case Reply.Silent silent -> silent(client, silent, "");
                case Reply.Answered _ ->
                    switch (walk.end()) {
                        case COMPLETE, END_OF_MIB, RUNNING -> 0;
                        case LOOPING, TOO_MANY_ROWS, TOO_MANY_BYTES, TOO_LONG, SILENT, ERROR ->
                            fail(walk.words() + " after " + rows.size() + " rows");
                    };
            };
        });
    }

    /// One walk.
    private final class Walking {
        private final SnmpClient client;
        private final WalkRoot root;
        private final WalkWay way;
        private final Walk walk;

        /// What the walk has reached, as net-snmp counts it: with GETBULK, the last name of the
        /// answer before.
        private String reachedText;

        private Optional<Oid> reached = Optional.empty();
        private Optional<Oid> last = Optional.empty();

        /// The octets of the answer that rows come from: others are another answer.
        private byte[] answer = new byte[0];

        private boolean isOutOfOrder;
        private boolean toldEnd;
        private long printed;

        Walking(SnmpClient client, WalkRoot root, WalkWay way) {
            this.client = client;
            this.root = root;
            this.way = way;
            this.walk = new Walk(List.of(root), WalkOptions.likeNetSnmp(way.repetitions(), way.nonRepeaters()));
            this.reachedText = text.of(onTheWire(root));
        }

        int run() {
            if (way.includes()) {
                askForRoot();
            }
            if (way.leavesOut() || printed > 0) {
                walk.leaveOutRoots();
            }
            long start = clock.nanos();
            Reply end = client.walk(walk, (_, row) -> row(row));
            int status = status(end);
            if (way.counts()) {
                out.print("Variables found: " + printed + "\n");
            }
            if (way.times()) {
                out.flush();
                err.print(String.format(
                        Locale.ROOT, "Total traversal time = %f seconds\n", (clock.nanos() - start) / 1e9));
            }
            return status;
        }

        // Another answer stands in another array, whatever is in it.
        @SuppressWarnings("ReferenceEquality")
        private void row(MessageDecoder row) {
            if (row.data() != answer) {
                answer = row.data();
                last.ifPresent(this::reach);
                if (isOutOfOrder) {
                    walk.fail(Ber.NO_ERROR, "");
                    return;
                }
            }
            if (walk.errorStatus() == Ber.NO_SUCH_NAME) {
                tellEnd();
            }
            row.varbind().ifPresent(this::row);
        }

        private void row(Varbind varbind) {
            printed++;
            print(varbind);
            if (varbind.isException()) {
                return;
            }
            if (way.checks()
                    && reached.map(before -> before.compareTo(varbind.name()) >= 0)
                            .orElse(false)) {
                out.flush();
                err.println("Error: OID not increasing: " + reachedText);
                err.println(" >= " + text.of(varbind.name()));
                err.println();
                isOutOfOrder = true;
            }
            last = Optional.of(varbind.name());
            if (way.repetitions() == 0) {
                reach(varbind.name());
            }
        }

        private void reach(Oid name) {
            reached = Optional.of(name);
            reachedText = text.of(name);
        }

        private void tellEnd() {
            if (!toldEnd) {
                out.print("End of MIB\n");
                toldEnd = true;
            }
        }

        private int status(Reply end) {
            if (isOutOfOrder) {
                return FAILED;
            }
            switch (end) {
                case Reply.Refused refusal -> {
                    return refused(refusal, "");
                }
                case Reply.Silent silent -> {
                    return silent(client, silent, "");
                }
                case Reply.Answered _ -> {}
            }
            return switch (walk.end()) {
                case COMPLETE, LOOPING, RUNNING -> 0;
                case END_OF_MIB -> {
                    tellEnd();
                    yield 0;
                }
                case TOO_MANY_ROWS, TOO_MANY_BYTES, TOO_LONG, SILENT -> fail(walk.words());
                case ERROR -> walk.errorStatus() == Ber.NO_ERROR ? fail(walk.words()) : error();
            };
        }

        private int error() {
            last.ifPresent(this::reach);
            out.flush();
            err.println("Error in packet.");
            err.println("Reason: " + ErrorWords.of(walk.errorStatus()));
            if (walk.errorStatus() != Ber.TOO_BIG) {
                err.println("Failed object: " + reachedText);
                err.println();
            }
            if (printed == 0 && !way.leavesOut()) {
                askForRoot();
            }
            return REFUSED;
        }

        private void askForRoot() {
            Optional<Oid> name = oid(onTheWire(root));
            if (name.isEmpty()) {
                return;
            }
            if (client.get(List.of(name.get())) instanceof Reply.Answered answered
                    && answered.errorStatus() == Ber.NO_ERROR) {
                for (Varbind varbind : answered.varbinds()) {
                    printed++;
                    print(varbind);
                }
            }
        }

        /// A name of one number goes out behind a zero, as net-snmp does it.
        private static String onTheWire(WalkRoot root) {
            String numbers = root.toString().replaceFirst("^\\.", "");
            return numbers.matches("[0-9]") ? "0." + numbers : numbers;
        }

        private static Optional<Oid> oid(String text) {
            try {
                return Optional.of(Oid.parse(text));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }
}
