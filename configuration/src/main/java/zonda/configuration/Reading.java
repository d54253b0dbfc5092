package zonda.configuration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import zonda.language.LanguageException;
import zonda.language.Macros;
import zonda.model.Host;

/// One reading of all files. One thread.
///
/// Global macros and expressions count wherever they stand before the hosts of any file, so the
/// heads of the files are read first. Then each host is read and finished, one after the other,
/// except for triggers that read other hosts' items: those wait for the end.
final class Reading {
    private final List<ConfigurationFile> files;
    private final Ids ids;
    private final Map<Long, Host> former;
    private final long epoch;
    private final Faults faults = new Faults();
    private final Repetition repetition = new Repetition(faults);
    private final Map<String, HostDraft> drafts = new LinkedHashMap<>();
    private final Map<String, String> globals = new LinkedHashMap<>();
    private final GlobalExpressions expressions = new GlobalExpressions();
    private boolean isWhole = true;
    private boolean allHostsKnown = true;

    /// @param former images by host id, to be kept where nothing changed
    /// @param epoch of images that are new
    Reading(List<ConfigurationFile> files, Ids ids, Map<Long, Host> former, long epoch) {
        this.files = files;
        this.ids = ids;
        this.former = former;
        this.epoch = epoch;
    }

    void read() {
        for (ConfigurationFile file : files) {
            // What is no YAML is told by the second reading.
            new YamlStream(file, new Faults()).read(new Heads());
        }
        HostReader reader = new HostReader(faults, ids, new Interner(), macros(), expressions, repetition);
        TriggerResolver resolver = new TriggerResolver(drafts, expressions);
        HostNames names = new HostNames();
        for (ConfigurationFile file : files) {
            isWhole &= new YamlStream(file, faults).read(new Bodies(reader, resolver, names));
        }
        for (HostDraft draft : drafts.values()) {
            draft.pending.forEach(resolver::resolve);
        }
        for (HostDraft draft : drafts.values()) {
            if (draft.triggers.size() != draft.image().triggers().size()) {
                draft.makeImage(epoch, formerOf(draft));
            }
        }
    }

    private Macros macros() {
        try {
            return Macros.global(globals);
        } catch (LanguageException e) {
            throw new IllegalStateException("macros that were right one by one", e);
        }
    }

    private void host(Node node, HostReader reader, TriggerResolver resolver, HostNames names) {
        repetition.of(node, Scope.NONE, "hosts", (mapping, scope) -> {
            Optional<HostDraft> read = reader.read(mapping, scope, names);
            if (read.isEmpty()) {
                allHostsKnown = false;
                return;
            }
            HostDraft draft = read.get();
            drafts.put(draft.host, draft);
            List<TriggerDraft> foreign = new ArrayList<>(0);
            for (TriggerDraft trigger : draft.pending) {
                if (TriggerResolver.isLocal(trigger)) {
                    resolver.resolve(trigger);
                } else {
                    foreign.add(trigger);
                }
            }
            draft.pending = foreign;
            draft.makeImage(epoch, formerOf(draft));
        });
    }

    private Optional<Host> formerOf(HostDraft draft) {
        return Optional.ofNullable(former.get(draft.ids.id));
    }

    /// Whether every file was read to its end.
    boolean isWhole() {
        return isWhole;
    }

    /// Whether every host's name could be read: else nobody can tell which hosts are gone.
    boolean allHostsKnown() {
        return allHostsKnown;
    }

    List<ConfigurationFault> faults() {
        return faults.list();
    }

    /// The images of hosts that are enabled; a host with a fault keeps its former image where it
    /// has one.
    Map<Long, Host> images() {
        Map<Long, Host> images = new LinkedHashMap<>();
        for (HostDraft draft : drafts.values()) {
            Optional<Host> kept = draft.isFaulty ? formerOf(draft) : Optional.empty();
            if (kept.isPresent()) {
                images.put(draft.ids.id, kept.get());
            } else if (draft.isEnabled) {
                images.put(draft.ids.id, draft.image());
            }
        }
        return images;
    }

    /// Takes the global macros and expressions, and reads no hosts.
    private final class Heads implements YamlStream.Visitor {
        @Override
        public void macros(Node node) {
            Fields fields = head(node);
            HostReader.definitions(node, fields).forEach((name, value) -> {
                if (globals.putIfAbsent(name, value) != null) {
                    fields.fault(node, "macros", "'" + name + "' is defined twice, wanted once in all files");
                }
            });
        }

        @Override
        public void regularExpressions(Node node) {
            expressions.read(node, head(node));
        }

        private Fields head(Node node) {
            Node.Mapping nothing = new Node.Mapping(node.file(), node.line(), node.column(), List.of(), List.of());
            return new Fields(nothing, Scope.NONE, faults, () -> "", List.of());
        }

        @Override
        public boolean beginHosts() {
            return false;
        }

        @Override
        public void host(Node node) {
            throw new IllegalStateException("hosts were not asked for");
        }
    }

    /// Takes the hosts.
    private final class Bodies implements YamlStream.Visitor {
        private final HostReader reader;
        private final TriggerResolver resolver;
        private final HostNames names;
        private boolean hasBegun;

        Bodies(HostReader reader, TriggerResolver resolver, HostNames names) {
            this.reader = reader;
            this.resolver = resolver;
            this.names = names;
        }

        @Override
        public void macros(Node node) {
            checkBefore(node, "macros");
        }

        @Override
        public void regularExpressions(Node node) {
            checkBefore(node, "regular_expressions");
        }

        private void checkBefore(Node node, String field) {
            if (hasBegun) {
                faults.add(node, "", field, "stands behind hosts, wanted before them");
            }
        }

        @Override
        public boolean beginHosts() {
            hasBegun = true;
            return true;
        }

        @Override
        public void host(Node node) {
            Reading.this.host(node, reader, resolver, names);
        }
    }
}
