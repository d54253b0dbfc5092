package zonda.preprocessing.script;

import java.util.List;
import java.util.Map;

/// An answer to a script's request.
///
/// @param status for example 200
/// @param headers by name as it came, in order
/// @param body as text
public record HttpAnswer(int status, Map<String, List<String>> headers, String body) {}
