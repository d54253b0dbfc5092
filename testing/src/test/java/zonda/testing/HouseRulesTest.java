package zonda.testing;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.MonitorInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The rules of the house: each a sentence with its reason. An exception is named here with its
/// own reason, or it is none.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HouseRulesTest {
    private final JavaClasses code = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages("zonda");

    /// The arrows between rooms: whose doors each may use.
    private static Map<String, List<String>> arrows() {
        Map<String, List<String>> arrows = new TreeMap<>();
        arrows.put("model", List.of());
        arrows.put("runtime", List.of());
        arrows.put("protocol", List.of());
        arrows.put("language", List.of("model"));
        arrows.put("configuration", List.of("model", "runtime", "language"));
        arrows.put("collector", List.of("model", "runtime", "protocol"));
        arrows.put("preprocessing", List.of("model", "runtime", "language"));
        arrows.put("history", List.of("model", "runtime"));
        arrows.put("trigger", List.of("model", "runtime", "language", "history"));
        arrows.put("alerting", List.of("model", "runtime", "language", "history", "trigger"));
        arrows.put(
                "web",
                List.of(
                        "model",
                        "runtime",
                        "language",
                        "configuration",
                        "collector",
                        "preprocessing",
                        "history",
                        "trigger",
                        "alerting"));
        arrows.put("devices", List.of("model", "runtime", "protocol"));
        List<String> all = new ArrayList<>(arrows.keySet());
        all.remove("devices");
        arrows.put("server", List.copyOf(all));
        List<String> withServer = new ArrayList<>(arrows.keySet());
        arrows.put("testing", List.copyOf(withServer));
        return arrows;
    }

    static List<String> rooms() {
        return List.copyOf(arrows().keySet());
    }

    private static String roomOf(JavaClass type) {
        String[] parts = type.getPackageName().split("\\.");
        return parts.length > 1 && parts[0].equals("zonda") ? parts[1] : "";
    }

    @Test
    void allRoomsAreSeen() {
        Set<String> seen = code.stream().map(HouseRulesTest::roomOf).collect(Collectors.toCollection(TreeSet::new));
        assertThat(seen)
                .as("a room without classes here, or without arrows above, would be judged by no rule")
                .containsExactlyElementsOf(rooms());
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomUsesOnlyTheDoorsThatItsArrowsName(String room) {
        List<String> allowed = arrows().getOrDefault(room, List.of());
        noClasses()
                .that()
                .resideInAPackage("zonda." + room + "..")
                .should()
                .dependOnClassesThat(describe(
                        "are of a room without an arrow",
                        type -> !roomOf(type).isEmpty()
                                && !roomOf(type).equals(room)
                                && !allowed.contains(roomOf(type))))
                .because("the data path is to be guessed from the rooms' names, and a room is to be replaced without"
                        + " reading the others; only testing imports server, nobody imports testing")
                .allowEmptyShould(true)
                .check(code);
    }

    @Test
    void innerPackagesOfARoomAreItsOwnAffair() {
        noClasses()
                .should(new Depends(
                        "depend on an inner package of another room",
                        (from, to) -> !roomOf(to).isEmpty()
                                && !roomOf(from).equals(roomOf(to))
                                && !to.getPackageName().equals("zonda." + roomOf(to))
                                // protocol has a package for each protocol, and no other door
                                && !to.getPackageName().equals("zonda.protocol.snmp")
                                && !to.getPackageName().equals("zonda.protocol.zabbix")
                                // language has a package for each language, each with a door of its
                                // own
                                && !to.getPackageName().startsWith("zonda.language.")
                                // the engine of scripts has a door of its own: what they see of the
                                // world
                                && !to.getPackageName().equals("zonda.preprocessing.script")
                                // the seeded twins are the door for simulations
                                && !(roomOf(from).equals("testing")
                                        && to.getPackageName().equals("zonda.runtime.simulation"))
                                // engineers' commands look inside, and ship with nothing
                                && !(roomOf(from).equals("testing")
                                        && to.getPackageName().startsWith("zonda.devices."))
                                // conformance compiles steps and scripts as the pipeline does
                                && !(roomOf(from).equals("testing")
                                        && to.getPackageName().startsWith("zonda.preprocessing."))))
                .because("a room's door is its top package: what lies behind it may change any day")
                .check(code);
    }

    @Test
    void timeComesFromTheMachinesClocks() {
        assertNobody(
                "reads a clock of its own: then a simulation would not repeat from its seed",
                access -> is(access, "java.lang.System", "nanoTime", "currentTimeMillis")
                        || is(access, "java.time.Instant", "now")
                        || is(access, "java.time.LocalDate", "now")
                        || is(access, "java.time.LocalDateTime", "now")
                        || is(access, "java.time.ZonedDateTime", "now")
                        || access.getTargetOwner().getName().equals("java.time.Clock"),
                Map.of(
                        "zonda.server.Server", "the composition root tells how long the start took",
                        "zonda.server.TraceCommand", "a command-line tool's patience"));
    }

    @Test
    void chanceComesFromSeeds() {
        assertNobody(
                "takes chance from elsewhere than a seed: then a run could not be repeated",
                access -> is(access, "java.lang.Math", "random")
                        || is(access, "java.util.UUID", "randomUUID")
                        || (access.getTargetOwner()
                                .getName()
                                .matches("java\\.util\\.Random|java\\.security\\.SecureRandom"
                                        + "|java\\.util\\.concurrent\\.ThreadLocalRandom")),
                Map.of(
                        "zonda.server.Server", "passwords and tokens must not be guessed",
                        "zonda.server.AccountFile", "passwords must not be guessed",
                        "zonda.server.DataFolder", "the operator's token must not be guessed",
                        "zonda.web.session", "tokens of sessions must not be guessed"));
    }

    @Test
    void threadsAreMadeByTheMachine() {
        assertNobody(
                "makes, parks or pools threads: a shard's thread is the machine's, errands run on its errands",
                access -> is(access, "java.lang.Thread", "start", "sleep", "ofVirtual", "ofPlatform", "<init>")
                        || access.getTargetOwner().getName().startsWith("java.util.concurrent.Executor")
                        || access.getTargetOwner().getName().equals("java.util.concurrent.ForkJoinPool")
                        || access.getTargetOwner().getName().equals("java.util.Timer")
                        || access.getTargetOwner().getName().equals("java.util.concurrent.locks.LockSupport")
                        || (access.getTargetOwner().getName().equals("java.util.concurrent.CompletableFuture")
                                && access.getTarget().getName().endsWith("Async")),
                Map.of(
                        "zonda.server.Server", "a fault of our own ends the process from a thread of its own",
                        "zonda.server.ServerCommand", "the shutdown hook",
                        "zonda.server.TraceCommand", "a command-line tool waits between two questions",
                        "zonda.server.ScriptWorld", "scripts sleep, in errands",
                        "zonda.devices.StopSignal", "the shutdown hook",
                        "zonda.web", "the HTTP server and its live feed, outside of the simulation"));
    }

    @Test
    void socketsAreOpenedByTheMachine() {
        assertNobody(
                "opens sockets: the machine's datagrams and streams have seeded twins, the JDK's have none",
                access -> access.getTargetOwner()
                        .getName()
                        .matches("java\\.net\\.(Socket|ServerSocket|DatagramSocket|MulticastSocket|URL|URLConnection)"
                                + "|java\\.net\\.http\\..*"
                                + "|java\\.nio\\.channels\\.(.*Socket.*|Datagram.*|Selector|SelectionKey)"),
                Map.of(
                        "zonda.server.ScriptHttp", "scripts ask over HTTP, by a door that simulations have a twin of",
                        "zonda.web.WebServer", "looks whether the page's port is free, to say so in words",
                        "zonda.server.OperatorClient", "command-line tools ask the running server over HTTP"));
    }

    @Test
    void filesAreTheDisks() {
        assertNobody(
                "touches files: the machine's disk has a seeded twin that crashes, tears and fills up",
                access -> access.getTargetOwner()
                        .getName()
                        .matches("java\\.nio\\.file\\.Files|java\\.nio\\.channels\\.(FileChannel|FileLock)"
                                + "|java\\.io\\.(File|FileInputStream|FileOutputStream|RandomAccessFile|FileReader"
                                + "|FileWriter)"),
                Map.ofEntries(
                        Map.entry(
                                "zonda.server.Server",
                                "hands configuration files, which lie outside of the data folder, on"),
                        Map.entry("zonda.server.CheckCommand", "reads configuration files into a scratch folder"),
                        Map.entry("zonda.server.Settings", "the settings file is read before there is a machine"),
                        Map.entry(
                                "zonda.server.DataFolder",
                                "the lock, the token and the page's address of this very process"),
                        Map.entry("zonda.server.AccountFile", "the account, which command-line tools change too"),
                        Map.entry("zonda.server.PasswdCommand", "looks whether the data folder is there"),
                        Map.entry("zonda.server.PreprocessCommand", "reads steps and values wherever they lie"),
                        Map.entry("zonda.server.Trials", "reads steps into a scratch folder"),
                        Map.entry("zonda.server.StoreFolder", "looks whether the data folder is there"),
                        Map.entry("zonda.server.StoreDumpCommand", "writes what it dumps wherever it is told to"),
                        Map.entry(
                                "zonda.devices.recording.RecordingFolder",
                                "reads recordings, which lie anywhere, once")));
    }

    /// Lists who does it outside of `runtime` and `testing` and is not excepted; an exception is a
    /// class or a package.
    private void assertNobody(String does, DescribedAccess forbidden, Map<String, String> exceptions) {
        Set<String> violations = new TreeSet<>();
        Set<String> used = new TreeSet<>();
        for (JavaClass type : code) {
            if (roomOf(type).equals("runtime") || roomOf(type).equals("testing")) {
                continue;
            }
            for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                if (!forbidden.test(access)) {
                    continue;
                }
                String excepted = exceptions.keySet().stream()
                        .filter(name -> type.getName().equals(name)
                                || type.getName().startsWith(name + "$")
                                || type.getName().startsWith(name + "."))
                        .findFirst()
                        .orElse("");
                if (excepted.isEmpty()) {
                    violations.add(access.getDescription());
                } else {
                    used.add(excepted);
                }
            }
        }
        assertThat(violations).as("nobody " + does).isEmpty();
        assertThat(used)
                .as("exceptions that nothing needs any more")
                .containsExactlyElementsOf(new TreeSet<>(exceptions.keySet()));
    }

    private interface DescribedAccess {
        boolean test(JavaAccess<?> access);
    }

    private static boolean is(JavaAccess<?> access, String owner, String... names) {
        return access.getTargetOwner().getName().equals(owner)
                && List.of(names).contains(access.getTarget().getName());
    }

    private static boolean isOnTheShard(JavaClass type) {
        return List.of("collector", "preprocessing", "trigger").contains(roomOf(type))
                || type.getName().startsWith("zonda.history.ShardHistory")
                || type.getName().startsWith("zonda.history.tsdb.ShardEngine")
                || type.getName().startsWith("zonda.history.tsdb.Lane")
                || type.getName().startsWith("zonda.server.ValuePath")
                || type.getName().startsWith("zonda.alerting.EventRecorder");
    }

    @Test
    void theValuesPathTakesNoLock() throws IOException {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : code) {
            // a value shared by dependents is parsed once, and scripts wait for memory, both in
            // errands
            boolean isErrand = type.getName().equals("zonda.preprocessing.step.SharedText")
                    || type.getPackageName().equals("zonda.preprocessing.script");
            if (isOnTheShard(type) && !isErrand) {
                found.addAll(monitorsOf(type));
                for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                    String owner = access.getTargetOwner().getName();
                    if (owner.startsWith("java.util.concurrent.locks.")
                            || owner.equals("java.util.concurrent.Semaphore")
                            || owner.equals("java.util.concurrent.CountDownLatch")) {
                        found.add(access.getDescription());
                    }
                }
            }
        }
        assertThat(found)
                .as("a value goes from the datagram to the trigger on one thread: whoever locks there makes all"
                        + " hosts of the shard wait")
                .isEmpty();
    }

    private static List<String> monitorsOf(JavaClass type) throws IOException {
        List<String> found = new ArrayList<>();
        try (InputStream in = type.getSource().orElseThrow().getUri().toURL().openStream()) {
            for (MethodModel method : ClassFile.of().parse(in.readAllBytes()).methods()) {
                boolean monitor = method.code().isPresent()
                        && method.code().get().elementStream().anyMatch(MonitorInstruction.class::isInstance);
                if (monitor || (method.flags().flagsMask() & ClassFile.ACC_SYNCHRONIZED) != 0) {
                    found.add(type.getName() + "." + method.methodName().stringValue() + " is synchronized");
                }
            }
        }
        return found;
    }

    @Test
    void theValuesPathDoesNotLog() {
        noClasses()
                .that(describe("are on the shard", HouseRulesTest::isOnTheShard))
                .should()
                .dependOnClassesThat(resideInAPackage("org.slf4j.."))
                .because("a log line costs 200 us and a lock; what goes wrong per value is counted, and told by who"
                        + " reads the counter")
                .check(code);
    }

    @Test
    void aLibraryIsSeenByTheRoomsThatItWasTakenFor() {
        Map<String, List<String>> seenBy = new TreeMap<>(Map.of(
                "io.helidon", List.of("web"),
                "tools.jackson", List.of("web", "server", "testing"),
                "org.snakeyaml", List.of("configuration", "server", "testing"),
                "org.jctools", List.of("runtime"),
                "picocli", List.of("server", "devices", "testing"),
                "com.password4j", List.of("server"),
                "org.apache.commons.compress", List.of("devices"),
                "org.HdrHistogram", List.of("testing"),
                "ch.qos.logback", List.of()));
        seenBy.forEach((library, rooms) -> noClasses()
                .that(describe("are of another room than " + rooms, type -> !rooms.contains(roomOf(type))))
                .should()
                .dependOnClassesThat(resideInAPackage(library + ".."))
                .because("a library that one room sees can be replaced there")
                .check(code));
    }

    @Test
    void everythingIsWiredByConstructors() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("jakarta.inject.."))
                .orShould()
                .dependOnClassesThat(resideInAPackage("javax.inject.."))
                .orShould()
                .dependOnClassesThat(resideInAPackage("io.helidon.service.registry.."))
                .because("who starts a thing closes it, and reads as such; a container hides both")
                .check(code);
    }

    @Test
    void thereIsNoStaticState() {
        fields().that()
                .areStatic()
                .and(describe(
                        "are written by hand",
                        (JavaField field) -> !field.getName().contains("$")))
                .should()
                .beFinal()
                .andShould()
                .notHaveRawType(describe(
                        "is made to change",
                        type -> type.getName().startsWith("java.util.concurrent.")
                                || type.isAssignableTo(java.util.Random.class)))
                .because("two servers in one JVM, as in simulations, must not know of one another")
                .check(code);
    }

    @Test
    void everyPackageIsNullMarked() {
        Set<String> marked = code.stream()
                .filter(type -> type.getSimpleName().equals("package-info"))
                .filter(type -> type.isAnnotatedWith("org.jspecify.annotations.NullMarked"))
                .map(JavaClass::getPackageName)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> all = code.stream().map(JavaClass::getPackageName).collect(Collectors.toCollection(TreeSet::new));
        assertThat(marked)
                .as("NullAway looks only at what is marked, and package-info says what a package is for")
                .containsExactlyElementsOf(all);
    }

    @Test
    void namesAreTheTradesWords() {
        classes()
                .should()
                .haveNameNotMatching(".*(Manager|Helper|Helpers|Util|Utils|Impl)")
                .because("such a name says that nobody knew what the thing is")
                .check(code);
        methods()
                .that(describe("are written by hand", (JavaMethod method) -> !isInherited(method)))
                // SNMP's own words for its requests, and one that Rhino asks for
                .and(describe(
                        "are no requests of SNMP",
                        method -> !method.getName().matches("getNext|getBulk|getFunctionName")))
                .should()
                .haveNameNotMatching("get[A-Z].*")
                .because("a noun asks, a verb does")
                .check(code);
    }

    private static boolean isInherited(JavaMethod method) {
        return method.getModifiers().contains(JavaModifier.SYNTHETIC)
                || Stream.concat(
                                method.getOwner().getAllRawInterfaces().stream(),
                                method.getOwner().getAllRawSuperclasses().stream())
                        .filter(type -> !type.getName().startsWith("zonda"))
                        .anyMatch(type -> type.getMethods().stream()
                                .anyMatch(one -> one.getName().equals(method.getName())));
    }

    /// Whether one class leans on another in a way that is not wanted.
    private interface Unwanted {
        boolean test(JavaClass from, JavaClass to);
    }

    private static final class Depends extends com.tngtech.archunit.lang.ArchCondition<JavaClass> {
        private final Unwanted unwanted;

        Depends(String description, Unwanted unwanted) {
            super(description);
            this.unwanted = unwanted;
        }

        @Override
        public void check(JavaClass type, com.tngtech.archunit.lang.ConditionEvents events) {
            type.getDirectDependenciesFromSelf().stream()
                    .filter(each -> unwanted.test(type, each.getTargetClass()))
                    .forEach(each -> events.add(
                            com.tngtech.archunit.lang.SimpleConditionEvent.satisfied(type, each.getDescription())));
        }
    }
}
