package zonda.web.page;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import zonda.language.Units;
import zonda.model.Item;
import zonda.model.Problem;
import zonda.model.Trigger;
import zonda.runtime.WallClock;
import zonda.web.MonitoringView;
import zonda.web.MonitoringView.LatestValue;

/// Fills in the operational data of problems: `{ITEM.LASTVALUE1}` and `{ITEM.VALUE1}` become the
/// newest value of the item that the trigger names first, with its units.
final class ProblemText {
    private static final Pattern MACRO = Pattern.compile("\\{ITEM\\.(?:LAST)?VALUE([1-9]?)}");

    private final MonitoringView view;
    private final WallClock clock;

    ProblemText(MonitoringView view, WallClock clock) {
        this.view = view;
        this.clock = clock;
    }

    /// The text of each problem that has one, by event id.
    Map<Long, String> operationalData(List<Problem> problems) {
        Map<Long, Trigger> triggers = new HashMap<>();
        Set<Long> wanted = new LinkedHashSet<>();
        for (Problem problem : problems) {
            view.trigger(problem.event().triggerId())
                    .filter(trigger -> !trigger.operationalData().isEmpty())
                    .ifPresent(trigger -> {
                        triggers.put(problem.event().id(), trigger);
                        trigger.references().forEach(reference -> wanted.add(reference.itemId()));
                    });
        }
        Map<Long, LatestValue> values = new HashMap<>();
        if (!wanted.isEmpty()) {
            view.latest(List.copyOf(wanted)).forEach(each -> values.put(each.itemId(), each));
        }
        Map<Long, String> texts = new HashMap<>();
        triggers.forEach((eventId, trigger) -> texts.put(eventId, filled(trigger, values)));
        return texts;
    }

    private String filled(Trigger trigger, Map<Long, LatestValue> values) {
        Matcher matcher = MACRO.matcher(trigger.operationalData());
        return matcher.replaceAll(found -> {
            int index = found.group(1).isEmpty() ? 0 : Integer.parseInt(found.group(1)) - 1;
            if (index >= trigger.references().size()) {
                return Matcher.quoteReplacement("*UNKNOWN*");
            }
            long itemId = trigger.references().get(index).itemId();
            return Matcher.quoteReplacement(value(itemId, values.get(itemId)));
        });
    }

    private String value(long itemId, @org.jspecify.annotations.Nullable LatestValue latest) {
        Optional<Item> item = view.item(itemId);
        if (latest == null || latest.samples().isEmpty() || item.isEmpty()) {
            return "*UNKNOWN*";
        }
        var value = latest.samples().getFirst().value();
        return item.get().valueType().isNumeric()
                ? Units.format(value.asDouble(), item.get().units(), clock.zone())
                : value.asText();
    }
}
