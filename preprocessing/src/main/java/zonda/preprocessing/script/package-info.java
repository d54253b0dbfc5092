/// JavaScript as Zabbix's templates write it, with limits that hold.
///
/// Entry: [zonda.preprocessing.script.ScriptEngine] compiles a script once; a
/// [zonda.preprocessing.script.Realm], one for each thread that runs scripts, runs it for a value.
///
/// What keeps the server safe from a script:
///
/// - No way out: the standard objects are pruned to a list
///   ([zonda.preprocessing.script.StandardObjects]), Java is not reachable, `eval` and `Function`
///   do
///   not compile, syntax beyond the dialect is refused ([zonda.preprocessing.script.Dialect]).
/// - Steps and time: compiled code counts what it executes, regular expressions too.
/// - Memory: the thread's own counter of allocated bytes is read as the steps go by. What could
///     take
///   much in one go (`+` of texts, `for in`, and each standard function whose result or work grows
///   with its input) asks first ([zonda.preprocessing.script.Gauge]).
///
/// Invariants: whatever a script does, its run ends with a value, without one, or with a reason;
/// the
/// run's own thread is the only one that notices; one run leaves nothing behind for another.
@NullMarked
package zonda.preprocessing.script;

import org.jspecify.annotations.NullMarked;
