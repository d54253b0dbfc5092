/// Comma-separated values to JSON, as Zabbix reads them.
///
/// Entry: [zonda.language.csv.CsvToJson]. Immutable; any thread; one pass over the text.
@NullMarked
package zonda.language.csv;

import org.jspecify.annotations.NullMarked;
