package zonda.preprocessing.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Scripts with pieces changed, put in, taken out and doubled: each is refused with words, or ends
/// within its limits with a result. Nothing else ever leaves, and the realm is whole afterwards.
class ScriptFuzzTest {
    private static final long SEED = 20_261_201;
    private static final int ROUNDS = 4_000;

    private static final List<String> SCRIPTS = List.of(
            "var p = JSON.parse(value), out = []; for (var i in p) { out.push({k: i, v: p[i]}); } return JSON.stringify(out);",
            "return value.replace(/([a-z]+)-(\\d+)/gi, function (m, a, b) { return b + a.toUpperCase(); });",
            "try { null.x; } catch (e) { return e.name + ': ' + e.message; } finally { value = 1; }",
            "function Fib(n) { return n < 2 ? n : Fib(n - 1) + Fib(n - 2); } return Fib(12);",
            "var a = value.split(','); a.sort(function (x, y) { return x - y; }); return a.map(Number).reduce("
                    + "function (s, x) { return s + x; }, 0).toFixed(2);",
            "switch (parseInt(value, 16) % 3) { case 0: return 'a'; case 1: break; default: throw 'bad ' + value; }",
            "var o = Object.create({get x() { return this.y; }}); o.y = [1, 2, , 4]; return o.x.length + '' + delete o.y;",
            "label: for (;;) { for (var k = 0; ; k++) { if (k > 3) break label; else continue; } } return typeof k;",
            "return btoa(md5(value) + sha256(value)).substr(-10) + XML.query('<a><b>1</b></a>', '//b/text()');",
            "var d = new Date(86400000 * value.length); return d.getFullYear() + '-' + d.toISOString();",
            "return Array.isArray(eval('[1,2]')) ? new Function('a', 'return a * 2')(21) : String.fromCharCode(0x1F600);",
            "var u = new Uint8Array([1, 2, 3]), s = ''; while (s.length < 64) { s += u[s.length % 3]; } return s;",
            "Zabbix.log(4, value); return [1, 'x', null, undefined, NaN, {}, [], true].join('|') + (void 0);",
            "var self = this; return Object.keys(self).concat(Object.getOwnPropertyNames(Math)).length > 0;");

    private static final String[] PIECES = {
        "while(true)",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        "var x=",
        "x",
        "value",
        "return ",
        "function(){",
        "=>",
        "`${x}`",
        "new ",
        "this",
        "null",
        "undefined",
        "/(a+)+$/",
        ".test(value)",
        "'\\u0000'",
        "\"",
        "'",
        "1e308*10",
        "-0",
        "++",
        "throw ",
        "catch(e)",
        "finally{",
        "s+=s",
        ".repeat(1e9)",
        "Array(1e8)",
        ".join()",
        ".constructor",
        "__proto__",
        "Packages",
        "java.lang.System",
        "eval('1')",
        ".sort()",
        ".toString()",
        "let ",
        "const ",
        "class A{}",
        "/*",
        "//",
        "\n",
        "\u2028",
        "\ud83d",
        "\u00e9",
        "0x",
        "08",
        "in ",
        "instanceof ",
        "delete ",
        "typeof ",
        "void ",
        ",",
        "?",
        ":"
    };

    @Test
    void aBrokenScriptIsRefusedOrEndsWithinItsLimits() {
        Runs runs = new Runs();
        ScriptEngine engine = new ScriptEngine(runs);
        Realm realm = engine.newRealm();
        Allowance allowance = new Allowance(200_000, Duration.ofSeconds(2), 4 << 20, 1 << 20, false);
        Random random = new Random(SEED);
        int ran = 0;
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String source = mutated(SCRIPTS.get(random.nextInt(SCRIPTS.size())), random);
            try {
                ScriptResult result = realm.run(engine.compile(source), "10,2,eth-3", allowance);
                ran++;
                if (result instanceof ScriptResult.Failed(String reason)) {
                    assertThat(reason).as(source).isNotEmpty();
                }
                assertThat(result).as(source).isNotInstanceOf(ScriptResult.Postponed.class);
            } catch (ScriptException e) {
                refused++;
                assertThat(e.getMessage()).as(source).isNotEmpty();
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + SEED + ", round " + round + ": " + source, e);
            }
        }
        assertThat(ran).isGreaterThan(ROUNDS / 20);
        assertThat(refused).isGreaterThan(ROUNDS / 20);
        assertThat(runs.run("return JSON.stringify([value.length, Math.max(1, 2)])", "abc"))
                .isEqualTo(new ScriptResult.Returned("[3,2]"));
    }

    private static String mutated(String script, Random random) {
        StringBuilder out = new StringBuilder(script);
        for (int edits = random.nextInt(4); edits > 0 && !out.isEmpty(); edits--) {
            int at = random.nextInt(out.length());
            int end = Math.min(out.length(), at + random.nextInt(12));
            switch (random.nextInt(5)) {
                case 0 -> out.delete(at, end);
                case 1 -> out.insert(at, out.substring(at, end));
                case 2 -> out.insert(at, PIECES[random.nextInt(PIECES.length)]);
                case 3 -> out.replace(at, end, PIECES[random.nextInt(PIECES.length)]);
                default -> {
                    String other = SCRIPTS.get(random.nextInt(SCRIPTS.size()));
                    int from = random.nextInt(other.length());
                    out.insert(at, other, from, Math.min(other.length(), from + random.nextInt(40)));
                }
            }
        }
        return out.toString();
    }
}
