package zonda.devices.demo;

import java.util.Map;

/// The network in the words of Zonda's YAML configuration.
public final class ConfigurationText {
    private final StringBuilder out = new StringBuilder(1 << 20);

    private ConfigurationText() {}

    /// Writes the configuration that monitors a network.
    ///
    /// @param port that the devices answer at
    /// @param community that they want
    public static String of(DemoNetwork network, int port, String community) {
        ConfigurationText text = new ConfigurationText();
        text.line("# The simulated network of 'zonda devices': " + network.size() + " hosts, " + network.items()
                + " items, " + network.triggers() + " triggers.");
        text.line("macros:");
        text.mapping("  ", DemoNetwork.globalMacros(community));
        text.line("hosts:");
        for (Device device : network.devices()) {
            text.host(device, port);
        }
        return text.out.toString();
    }

    private void host(Device device, int port) {
        Plan plan = device.plan();
        line("  - host: " + device.host());
        line("    name: " + quoted(device.name()));
        line("    groups: [" + String.join(", ", plan.groups()) + "]");
        line("    tags:");
        plan.tags().forEach((tag, value) -> line("      - {tag: " + quoted(tag) + ", value: " + quoted(value) + "}"));
        if (!plan.macros().isEmpty()) {
            line("    macros:");
            mapping("      ", plan.macros());
        }
        line("    interfaces:");
        line("      - type: snmp");
        line("        address: " + device.address());
        line("        port: " + port);
        line("        community: \"{$SNMP_COMMUNITY}\"");
        line("        timeout: 1s");
        line("        retries: 1");
        line("    items:");
        plan.items().forEach(this::item);
        line("    triggers:");
        plan.triggers().forEach(this::trigger);
    }

    private void item(Plan.Item item) {
        line("      - key: " + quoted(item.key()));
        line("        name: " + quoted(item.name()));
        line("        type: snmp_agent");
        line("        oid: " + item.oid());
        line("        value_type: " + item.valueType());
        if (!item.units().isEmpty()) {
            line("        units: " + quoted(item.units()));
        }
        line("        update_interval: " + item.interval());
        if (!item.steps().isEmpty()) {
            line("        preprocessing:");
        }
        for (Plan.Step step : item.steps()) {
            line("          - type: " + step.type());
            if (!step.parameter().isEmpty()) {
                line("            parameters: [" + quoted(step.parameter()) + "]");
            }
        }
    }

    private void trigger(Plan.Trigger trigger) {
        line("      - name: " + quoted(trigger.name()));
        line("        expression: " + quoted(trigger.expression()));
        if (!trigger.recovery().isEmpty()) {
            line("        recovery_expression: " + quoted(trigger.recovery()));
        }
        line("        severity: " + trigger.severity());
        line("        manual_close: true");
        line("        tags: [{tag: scope, value: " + trigger.scope() + "}]");
    }

    private void mapping(String indent, Map<String, String> entries) {
        entries.forEach((key, value) -> line(indent + quoted(key) + ": " + quoted(value)));
    }

    /// A double-quoted scalar (YAML 1.2, section 7.3.1).
    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
