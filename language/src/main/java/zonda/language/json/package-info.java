/// JSON as preprocessing needs it: a document parsed once into a compact form that many readers
/// share, Zabbix's dialect of JSONPath over it, and text to JSON.
///
/// Entry: [zonda.language.json.JsonDocument], [zonda.language.json.JsonPath],
/// [zonda.language.json.JsonText].
///
/// Everything is immutable and may be used by any thread. Nesting, results and steps of a query are
/// bounded, so that no document and no path ends in anything but a result or an error in words.
@NullMarked
package zonda.language.json;

import org.jspecify.annotations.NullMarked;
