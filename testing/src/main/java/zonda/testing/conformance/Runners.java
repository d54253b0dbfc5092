package zonda.testing.conformance;

import java.util.Map;
import java.util.Optional;

/// Which runner takes the files of which name.
final class Runners {
    private static final Map<String, CaseRunner> BY_FILE = Map.ofEntries(
            Map.entry("zbx_item_preproc.yaml", StepCases::item),
            Map.entry("item_preproc_csv_to_json.yaml", LanguageCases::csv),
            Map.entry("item_preproc_xpath.yaml", LanguageCases::xpath),
            Map.entry("zbx_xml_to_json.yaml", LanguageCases::xmlToJson),
            Map.entry("zbx_json_to_xml.yaml", LanguageCases::jsonToXml),
            Map.entry("prometheus_filter_init.yaml", LanguageCases::prometheusFilter),
            Map.entry("prometheus_parse_row.yaml", LanguageCases::prometheusRow),
            Map.entry("zbx_prometheus_pattern.yaml", LanguageCases::prometheusPattern),
            Map.entry("zbx_prometheus_to_json.yaml", LanguageCases::prometheusToJson),
            Map.entry("zbx_jsonobj_query.yaml", LanguageCases::jsonPathQuery),
            Map.entry("zbx_jsonpath_query.yaml", LanguageCases::jsonPathQuery),
            Map.entry("zbx_jsonpath_compile.yaml", LanguageCases::jsonPathCompile),
            Map.entry("zbx_json_open_path.yaml", LanguageCases::jsonOpenPath),
            Map.entry("zbx_json_decodevalue.yaml", LanguageCases::jsonDecode),
            Map.entry("zbx_json_decodevalue_dyn.yaml", LanguageCases::jsonDecode),
            Map.entry("parse_key.yaml", TextCases::keyEnd),
            Map.entry("zbx_parse_item_key.yaml", TextCases::keyParameters),
            Map.entry("is_double_suffix.yaml", TextCases::numberWithSuffix),
            Map.entry("zbx_user_macro_parse.yaml", TextCases::macroEnd));

    private Runners() {}

    static Optional<CaseRunner> of(String file) {
        return Optional.ofNullable(BY_FILE.get(file));
    }
}
