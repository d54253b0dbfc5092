package zonda.configuration;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import zonda.model.Nearest;

/// Reads one YAML file host by host, so that a file of any length needs the memory of one host.
///
/// Anchors and aliases share nodes within a file; `<<` puts the fields of another mapping behind
/// those that are written. Top-level fields that start with `x-` are free, for anchors.
final class YamlStream {
    private static final int DEEPEST = 40;
    private static final List<String> FIELDS = List.of("macros", "regular_expressions", "hosts");

    /// Gets what a file holds, in its order.
    interface Visitor {
        void macros(Node node);

        void regularExpressions(Node node);

        /// The list of hosts begins.
        ///
        /// @return whether to read on
        boolean beginHosts();

        void host(Node node);
    }

    /// The reader has seen enough.
    private static final class Enough extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /// A fault that is no syntax error of YAML, but ends the reading of a file.
    private static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Optional<Mark> mark;

        Unreadable(Optional<Mark> mark, String message) {
            super(message);
            this.mark = mark;
        }
    }

    private final ConfigurationFile file;
    private final Faults faults;
    private final Map<String, Node> anchors = new HashMap<>();
    private Iterator<Event> events = List.<Event>of().iterator();

    YamlStream(ConfigurationFile file, Faults faults) {
        this.file = file;
        this.faults = faults;
    }

    /// Reads the file.
    ///
    /// @return whether it was read to its end, or as far as the visitor wanted
    boolean read(Visitor visitor) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file.name())
                .setCodePointLimit(Integer.MAX_VALUE)
                .build();
        try (InputStream in = file.content().open()) {
            events = new Parse(settings).parseInputStream(in).iterator();
            documents(visitor);
            return true;
        } catch (Enough e) {
            return true;
        } catch (Unreadable e) {
            faults.add(file.name(), line(e.mark), column(e.mark), String.valueOf(e.getMessage()));
        } catch (MarkedYamlEngineException e) {
            Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
            faults.add(file.name(), line(mark), column(mark), "no YAML from here on: " + said(e));
        } catch (YamlEngineException e) {
            faults.add(file.name(), 0, 0, "cannot be read: " + firstLine(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            faults.add(file.name(), 0, 0, "cannot be read: " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
        return false;
    }

    private static String said(MarkedYamlEngineException e) {
        String context = e.getContext() == null ? "" : e.getContext() + ", ";
        return context + (e.getProblem() == null ? "a syntax error" : e.getProblem());
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private void documents(Visitor visitor) throws Enough, Unreadable {
        while (events.hasNext()) {
            Event event = events.next();
            switch (event.getEventId()) {
                case StreamStart, DocumentStart, DocumentEnd, StreamEnd, Comment -> {}
                case MappingStart -> world(visitor);
                case Scalar, Alias, SequenceStart, SequenceEnd, MappingEnd -> {
                    Node node = node(event, 0);
                    if (!(node instanceof Node.Text text && text.isAbsent())) {
                        faults.add(
                                node,
                                "",
                                "",
                                Fields.seen(node) + ", wanted fields: macros, regular_expressions, hosts");
                    }
                }
            }
        }
    }

    private void world(Visitor visitor) throws Enough, Unreadable {
        for (Event event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
            Node name = node(event, 0);
            String field = name instanceof Node.Text text ? text.value() : "";
            Event value = next();
            if (field.equals("hosts")) {
                hosts(visitor, value);
            } else if (field.equals("macros")) {
                visitor.macros(node(value, 0));
            } else if (field.equals("regular_expressions")) {
                visitor.regularExpressions(node(value, 0));
            } else {
                node(value, 0);
                if (!field.startsWith("x-")) {
                    faults.add(
                            name,
                            "",
                            "",
                            "unknown field '" + Faults.shortened(field) + "'" + Nearest.suggestion(field, FIELDS)
                                    + ", wanted macros, regular_expressions, hosts, or one that starts with x-");
                }
            }
        }
    }

    private void hosts(Visitor visitor, Event value) throws Enough, Unreadable {
        if (!visitor.beginHosts()) {
            throw new Enough();
        }
        if (value.getEventId() != Event.ID.SequenceStart) {
            Node node = node(value, 0);
            switch (node) {
                case Node.Sequence sequence -> sequence.elements().forEach(visitor::host);
                case Node.Text text when text.isAbsent() -> {}
                case Node.Text text -> faults.add(node, "", "hosts", Fields.seen(node) + ", wanted a list of hosts");
                case Node.Mapping mapping ->
                    faults.add(node, "", "hosts", Fields.seen(node) + ", wanted a list of hosts");
            }
            return;
        }
        for (Event event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
            visitor.host(node(event, 1));
        }
    }

    private Event next() throws Unreadable {
        if (!events.hasNext()) {
            throw new Unreadable(Optional.empty(), "ends too early");
        }
        Event event = events.next();
        return event.getEventId() == Event.ID.Comment ? next() : event;
    }

    private Node node(Event event, int depth) throws Unreadable {
        if (depth > DEEPEST) {
            throw new Unreadable(event.getStartMark(), "nested too deep, wanted at most " + DEEPEST + " levels");
        }
        int line = line(event.getStartMark());
        int column = column(event.getStartMark());
        return switch (event.getEventId()) {
            case Scalar -> anchored(event, text((ScalarEvent) event, line, column));
            case SequenceStart -> anchored(event, sequence(line, column, depth));
            case MappingStart -> anchored(event, mapping(line, column, depth));
            case Alias -> aliased((AliasEvent) event);
            case Comment, DocumentStart, DocumentEnd, StreamStart, StreamEnd, SequenceEnd, MappingEnd ->
                throw new Unreadable(event.getStartMark(), "ends too early");
        };
    }

    private Node anchored(Event event, Node node) {
        if (event instanceof NodeEvent named) {
            named.getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), node));
        }
        return node;
    }

    private Node aliased(AliasEvent event) throws Unreadable {
        String name = event.getAlias().getValue();
        Node node = anchors.get(name);
        if (node == null) {
            throw new Unreadable(
                    event.getStartMark(), "no anchor '&" + name + "' stands complete before the alias '*" + name + "'");
        }
        return node;
    }

    private Node text(ScalarEvent event, int line, int column) {
        String value = event.getValue();
        return new Node.Text(
                file.name(),
                line,
                column,
                value,
                event.isPlain(),
                value.contains("${") ? Optional.of(Template.of(value)) : Optional.empty());
    }

    private Node sequence(int line, int column, int depth) throws Unreadable {
        List<Node> elements = new ArrayList<>();
        for (Event event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
            elements.add(node(event, depth + 1));
        }
        return new Node.Sequence(file.name(), line, column, elements);
    }

    private Node mapping(int line, int column, int depth) throws Unreadable {
        List<Node.Text> names = new ArrayList<>();
        List<Node> values = new ArrayList<>();
        List<Node.Mapping> merged = new ArrayList<>(0);
        Set<String> known = new HashSet<>();
        for (Event event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
            Node name = node(event, depth + 1);
            Node value = node(next(), depth + 1);
            if (!(name instanceof Node.Text text)) {
                faults.add(name, "", "", "a field's name is " + Fields.seen(name) + ", wanted a text");
            } else if (text.isPlain() && text.value().equals("<<")) {
                merge(value, merged);
            } else if (known.add(text.value())) {
                names.add(text);
                values.add(value);
            } else {
                faults.add(name, "", "", "the field '" + Faults.shortened(text.value()) + "' stands here twice");
            }
        }
        for (Node.Mapping other : merged) {
            for (int i = 0; i < other.names().size(); i++) {
                if (known.add(other.names().get(i).value())) {
                    names.add(other.names().get(i));
                    values.add(other.values().get(i));
                }
            }
        }
        return new Node.Mapping(file.name(), line, column, names, values);
    }

    private void merge(Node value, List<Node.Mapping> merged) {
        switch (value) {
            case Node.Mapping mapping -> merged.add(mapping);
            case Node.Sequence sequence -> {
                for (Node element : sequence.elements()) {
                    if (element instanceof Node.Mapping mapping) {
                        merged.add(mapping);
                    } else {
                        faults.add(element, "", "<<", Fields.seen(element) + ", wanted an alias of fields");
                    }
                }
            }
            case Node.Text text -> faults.add(value, "", "<<", Fields.seen(value) + ", wanted an alias of fields");
        }
    }

    private static int line(Optional<Mark> mark) {
        return mark.map(m -> m.getLine() + 1).orElse(0);
    }

    private static int column(Optional<Mark> mark) {
        return mark.map(m -> m.getColumn() + 1).orElse(0);
    }
}
