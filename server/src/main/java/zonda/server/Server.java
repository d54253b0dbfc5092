package zonda.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import zonda.configuration.Configuration;
import zonda.configuration.ConfigurationChange;
import zonda.configuration.ConfigurationFault;
import zonda.configuration.ConfigurationFile;
import zonda.configuration.ConfigurationSource;
import zonda.configuration.YamlConfiguration;
import zonda.history.LogState;
import zonda.runtime.FaultHandler;
import zonda.runtime.LocalMachine;
import zonda.web.MonitoringView;
import zonda.web.WebServer;
import zonda.web.WebSettings;

/// A server in the real world: a locked data folder, the [Core] on the real machine, the page. Who
/// starts it closes it.
public final class Server implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Server.class);
    private static final Duration WATCH = Duration.ofSeconds(1);
    private static final Duration SESSION_IDLE = Duration.ofHours(12);

    private final DataFolder folder;
    private final ConfigurationSource source;
    private final Core core;
    private final WebServer web;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicBoolean broken;
    private final String initialPassword;
    private final Duration configurationReading;

    private @Nullable Thread watch;

    private Server(
            DataFolder folder,
            ConfigurationSource source,
            Core core,
            WebServer web,
            AtomicBoolean broken,
            String initialPassword,
            Duration configurationReading) {
        this.folder = folder;
        this.source = source;
        this.core = core;
        this.web = web;
        this.broken = broken;
        this.initialPassword = initialPassword;
        this.configurationReading = configurationReading;
    }

    /// Starts a server.
    ///
    /// @param firstPassword the administrator's at the first start; empty: one is made up, see
    ///     [#initialPassword]
    /// @throws IOException in words for people: folder in use, port taken, log unreadable
    public static Server start(Settings settings, String firstPassword) throws IOException {
        DataFolder folder = DataFolder.lock(settings.data());
        List<AutoCloseable> opened = new ArrayList<>(List.of(folder));
        try {
            AtomicBoolean broken = new AtomicBoolean();
            FaultHandler faults = (where, fault) -> {
                LOG.error(
                        "A fault of our own in {}: the server stops so that nothing wrong is stored or said",
                        where,
                        fault);
                broken.set(true);
                Thread.ofPlatform().name("stop").start(() -> System.exit(70));
            };
            FaultHandler pageFaults = (where, fault) -> LOG.error("A request failed in {}", where, fault);
            SecureRandom random = new SecureRandom();
            AccountFile accounts = new AccountFile(settings.data());
            String made = "";
            if (!accounts.exists()) {
                made = firstPassword.isEmpty() ? AccountFile.generatePassword(random) : firstPassword;
            }
            LocalMachine machine = new LocalMachine(settings.data(), settings.zone(), faults);
            ConfigurationSource source = new YamlConfiguration(
                    settings.configuration().stream().map(Server::file).toList(), machine.disk());
            long before = System.nanoTime();
            Configuration configuration = source.read();
            tell(configuration.faults());
            Duration reading = Duration.ofNanos(System.nanoTime() - before);
            LOG.info(
                    "Configuration: {} hosts, {} items read in {} ms",
                    configuration.hosts().size(),
                    configuration.hosts().stream()
                            .mapToInt(host -> host.items().size())
                            .sum(),
                    reading.toMillis());
            AtomicLong told = new AtomicLong(before);
            Core core = new Core(
                    machine,
                    settings.core(),
                    configuration.hosts(),
                    configuration.epoch(),
                    Joints.plain(),
                    (bytes, all) -> progress(told, bytes, all));
            opened.add(core);
            listen(core, settings);
            core.start();
            WebServer web = WebServer.start(
                    new WebSettings(settings.webAddress(), settings.webPort(), folder.newToken(random), SESSION_IDLE),
                    new View(core, () -> reload(source, core), machine.wallClock(), machine.monotonicClock()),
                    accounts,
                    machine.wallClock(),
                    machine.monotonicClock(),
                    random,
                    pageFaults);
            opened.add(web);
            Server server = new Server(folder, source, core, web, broken, firstPassword.isEmpty() ? made : "", reading);
            folder.notePage(server.pageAddress(settings));
            if (!made.isEmpty()) {
                // Last, when nothing can keep it from being told.
                accounts.setPassword(made);
            }
            server.watch = Thread.ofVirtual().name("watch").start(server::watch);
            return server;
        } catch (IOException | RuntimeException e) {
            for (int i = opened.size() - 1; i >= 0; i--) {
                closeQuietly(opened.get(i));
            }
            throw e;
        }
    }

    private static void listen(Core core, Settings settings) throws IOException {
        InetAddress address;
        try {
            address = InetAddress.getByName(settings.trapperAddress());
        } catch (UnknownHostException e) {
            throw new IOException(
                    "the trapper's address " + settings.trapperAddress() + " is not known; wanted an IP address of"
                            + " this machine, such as 127.0.0.1",
                    e);
        }
        try {
            core.listen(new InetSocketAddress(address, settings.trapperPort()), settings.trapping());
        } catch (IOException e) {
            throw new IOException(
                    "cannot listen on " + settings.trapper() + ": " + e.getMessage()
                            + "; choose an address of this machine and a free port with --trapper ADDRESS:PORT",
                    e);
        }
    }

    private static void closeQuietly(AutoCloseable what) {
        try {
            what.close();
        } catch (Exception e) {
            LOG.warn("closing after a failed start", e);
        }
    }

    private static ConfigurationFile file(Path path) {
        return new ConfigurationFile(path.toString(), () -> Files.newInputStream(path));
    }

    private static void tell(List<ConfigurationFault> faults) {
        faults.forEach(fault -> LOG.warn("{}", fault));
    }

    private static void progress(AtomicLong told, long bytes, long all) {
        long now = System.nanoTime();
        if (all > 64 << 20 && now - told.get() > 1_000_000_000L) {
            told.set(now);
            LOG.info("Reading the log: {} of {} MB", bytes >> 20, all >> 20);
        }
    }

    private String pageAddress(Settings settings) {
        String host = settings.webAddress().contains(":") ? "[" + settings.webAddress() + "]" : settings.webAddress();
        return "http://" + host + ":" + web.port() + "/";
    }

    /// How long the configuration was read at the start.
    public Duration configurationReading() {
        return configurationReading;
    }

    /// The page's address, as noted for command-line tools.
    public int webPort() {
        return web.port();
    }

    /// Where values are pushed to.
    public InetSocketAddress trapperAddress() {
        return java.util.Objects.requireNonNull(core.trapper(), "the start opens it")
                .localAddress();
    }

    /// The administrator's password when it was made up at this start; empty otherwise.
    public String initialPassword() {
        return initialPassword;
    }

    public Core core() {
        return core;
    }

    /// Reads the configuration again and applies what has changed.
    ///
    /// @return what came of it
    public MonitoringView.Reloaded reload() throws IOException {
        return reload(source, core);
    }

    private static MonitoringView.Reloaded reload(ConfigurationSource source, Core core) throws IOException {
        ConfigurationChange change;
        synchronized (source) {
            change = source.reread();
            tell(change.faults());
            core.apply(change.delta());
        }
        List<String> told =
                change.faults().stream().map(ConfigurationFault::toString).toList();
        int changed = change.delta().replaced().size();
        String words = changed + (changed == 1 ? " host" : " hosts") + " new or changed, "
                + change.delta().removed().size() + " removed, " + told.size()
                + (told.size() == 1 ? " fault" : " faults");
        LOG.info("Configuration read again: {}", words);
        return new MonitoringView.Reloaded(words, told);
    }

    /// Tells in the log, once each, what people must know and nobody asked for: damage in the data
    /// folder, a disk that is full or fails, steps of the wall clock.
    private void watch() {
        LogState told = new LogState(LogState.Condition.WRITING, "");
        long steps = 0;
        Set<String> known = new HashSet<>();
        while (true) {
            for (String fault : core.faults()) {
                if (known.add(fault)) {
                    LOG.warn("{}", fault);
                }
            }
            try {
                Thread.sleep(WATCH);
            } catch (InterruptedException e) {
                return;
            }
            LogState now = core.selfMonitoring().sample().history().log();
            if (now.condition() != told.condition()) {
                if (now.isWriting()) {
                    LOG.info("The disk takes writes again; collecting goes on");
                } else {
                    LOG.error("{}", now.words());
                }
                told = now;
            }
            long seen = core.clockSteps();
            if (seen > steps) {
                LOG.warn("The wall clock has stepped; times of values go on without going back");
                steps = seen;
            }
        }
    }

    /// Whether a fault of our own ended it.
    public boolean isBroken() {
        return broken.get();
    }

    /// Waits until the server is closed.
    public void await() throws InterruptedException {
        ended.await();
    }

    @Override
    public void close() throws IOException {
        Thread watching = watch;
        if (watching != null) {
            watching.interrupt();
        }
        web.close();
        core.close();
        folder.close();
        ended.countDown();
    }
}
