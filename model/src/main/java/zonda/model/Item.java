package zonda.model;

import java.time.Duration;
import java.util.List;

/// What is asked of a host, and what becomes of the answer. Macros are resolved.
///
/// @param id unique over all items, never reused, below 2^53
/// @param hostId of the host it belongs to
/// @param key unique within the host
/// @param name for people
/// @param type where its values come from
/// @param interfaceId the [SnmpInterface] it is asked through; 0 for types that need none
/// @param oid the object to get, in numbers without a leading dot; empty for types that need none
/// @param valueType what its values are
/// @param units for people; empty where there are none
/// @param interval when it is asked
/// @param steps of preprocessing, in order
/// @param history how long values shall be kept; they go by whole days; 0 for only as long as it
///     takes to sum them up
/// @param trends how long hourly trends shall be kept
/// @param tags of the item
/// @param allowedHosts who may push its values; anyone for types that are asked
/// @param masterItemId the item of the same host whose values it takes, of type DEPENDENT; else 0
/// @param snmp how an answer over SNMP is read
public record Item(
        long id,
        long hostId,
        String key,
        String name,
        ItemType type,
        long interfaceId,
        String oid,
        ItemValueType valueType,
        String units,
        UpdateInterval interval,
        List<PreprocessingStep> steps,
        Duration history,
        Duration trends,
        List<Tag> tags,
        AllowedHosts allowedHosts,
        long masterItemId,
        SnmpReading snmp) {
    public Item {
        steps = List.copyOf(steps);
        tags = List.copyOf(tags);
    }

    /// An item that is read as it comes.
    public Item(
            long id,
            long hostId,
            String key,
            String name,
            ItemType type,
            long interfaceId,
            String oid,
            ItemValueType valueType,
            String units,
            UpdateInterval interval,
            List<PreprocessingStep> steps,
            Duration history,
            Duration trends,
            List<Tag> tags,
            AllowedHosts allowedHosts,
            long masterItemId) {
        this(
                id,
                hostId,
                key,
                name,
                type,
                interfaceId,
                oid,
                valueType,
                units,
                interval,
                steps,
                history,
                trends,
                tags,
                allowedHosts,
                masterItemId,
                SnmpReading.PLAIN);
    }

    /// An item of a type that is asked.
    public Item(
            long id,
            long hostId,
            String key,
            String name,
            ItemType type,
            long interfaceId,
            String oid,
            ItemValueType valueType,
            String units,
            UpdateInterval interval,
            List<PreprocessingStep> steps,
            Duration history,
            Duration trends,
            List<Tag> tags) {
        this(
                id,
                hostId,
                key,
                name,
                type,
                interfaceId,
                oid,
                valueType,
                units,
                interval,
                steps,
                history,
                trends,
                tags,
                AllowedHosts.ANYONE,
                0);
    }

    /// The same item with a master.
    public Item withMaster(long masterId) {
        return new Item(
                id,
                hostId,
                key,
                name,
                type,
                interfaceId,
                oid,
                valueType,
                units,
                interval,
                steps,
                history,
                trends,
                tags,
                allowedHosts,
                masterId,
                snmp);
    }
}
