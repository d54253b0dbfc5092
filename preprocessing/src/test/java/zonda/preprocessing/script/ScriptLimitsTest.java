package zonda.preprocessing.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each of these would take all memory or all time. Each ends alone, with a reason, soon, and
/// having
/// allocated no more than its allowance.
final class ScriptLimitsTest {
    private static final Allowance SMALL =
            new Allowance(Long.MAX_VALUE, Duration.ofMillis(250), 32 << 20, 8 << 20, false);

    private final Runs runs = new Runs();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while (true) {}",
                "for (;;) { try { while (true) {} } finally { continue; } }",
                "function f() { try { while (true) {} } finally { return 1; } } while (true) f();",
                "function f() { try { f(); } finally { f(); } } f();",
                "function f() { return f() + 1; } return f();",
                "var o = {toString: function () { return String(this); }}; return String(o);",
                "var s = 'a'; for (var i = 0; i < 40; i++) { s += s; } return s.length;",
                "var s = 'a'; for (var i = 0; i < 40; i++) { s = s + '' + s; } return s.charCodeAt(0);",
                "var o = {toString: function () { return 'xxxxxxxxxxxxxxxx'; }}, s = o;"
                        + " for (var i = 0; i < 40; i++) { s = s + s; } return s.length;",
                "var s = 'x'.repeat(1e6), a = []; for (var i = 0; i < 1e5; i++) { a.push(s + i); }"
                        + " for (i = 0; i < 1e5; i++) { if (a[i] == 'q') return i; } return 0;",
                "return Array(1e8).join('x').length;",
                "return new Array(4294967295).join();",
                "return 'x'.repeat(1e9).length;",
                "return 'xy'.repeat(Infinity - 1e308);",
                "return 'x'.padStart(1e9).length;",
                "return 'x'.padEnd(2e9, 'ab').length;",
                "var a = []; while (true) a.push('abc' + a.length);",
                "var a = []; while (true) a.push(new Array(10000));",
                "var a = []; while (true) a[a.length] = {x: a.length};",
                "var o = {}; for (var i = 0;; i++) o['k' + i] = i;",
                "var a = [], s = 'x'.repeat(1e6); while (true) a.push(s.substring(1));",
                "var a = [], s = 'x'.repeat(1e6); while (true) a.push(s.toUpperCase());",
                "var a = [], s = 'x'.repeat(1e6); while (true) a.push(s.slice(1));",
                "var a = [], s = ' ' + 'x'.repeat(1e6); while (true) a.push(s.trim());",
                "var a = ['x'.repeat(1e6)]; for (var i = 0; i < 30; i++) a = a.concat(a); return a.join('').length;",
                "var a = [1]; for (var i = 0; i < 40; i++) a = [a, a]; return String(a).length;",
                "var a = [1]; for (var i = 0; i < 40; i++) a = [a, a]; return JSON.stringify(a).length;",
                "var s = 'x'.repeat(1e6), a = {}; for (var i = 0; i < 1000; i++) a[i] = s;"
                        + " return JSON.stringify(a).length;",
                "return JSON.stringify({a: [[[[1]]]]}, function (k, v) { return {v: v}; });",
                "return JSON.parse('['.repeat(200000));",
                "return JSON.parse('[' + '[],'.repeat(1000000) + '1]').length;",
                "return JSON.parse('{\"a\":'.repeat(100000) + '1' + '}'.repeat(100000));",
                "return 'x'.repeat(1e5).replace(/x/g, 'y'.repeat(1e5)).length;",
                "return 'x'.repeat(1e5).replace(/x/g, function () { return 'y'.repeat(1e5); }).length;",
                "return 'x'.repeat(1e6).replace('x', \"$'\".repeat(1000)).length;",
                "return 'x'.repeat(1e6).replace(/x/g, '$`').length;",
                "var r = 'x'.repeat(4e6).split(''); return r.length;",
                "return 'x,'.repeat(4e6).split(',').length;",
                "return 'x,'.repeat(4e6).split(/,/).length;",
                "return 'x'.repeat(4e6).match(/x/g).length;",
                "return /^(a+)+$/.test('a'.repeat(40) + 'b');",
                "return /(a|aa)+$/.test('a'.repeat(60) + 'b');",
                "return ('a'.repeat(50) + 'b').replace(/(a*)*c/, '');",
                "return /(x+x+)+y/.exec('x'.repeat(5000));",
                "return /(((((((((.*)))))))))/.exec('x'.repeat(2e6))[9].length;",
                "return new RegExp('(' .repeat(60000) + ')'.repeat(60000)).test('a');",
                "return new RegExp('[\\\\uffff]'.repeat(9000)).test('a');",
                "var f = function () { return arguments.length; }; return f.apply(null, {length: 1e9});",
                "return Math.max.apply(null, new Array(1e9));",
                "return String.fromCharCode.apply(null, new Array(4e9));",
                "return new Array(4294967295).sort().length;",
                "var a = new Array(4294967295); return a.reverse().length;",
                "new Array(4294967295).forEach(function () {});",
                "return new Array(4294967295).indexOf(5);",
                "return Array.prototype.slice.call({length: 4294967295}).length;",
                "var n = 0; return Array.prototype.map.call({get length() { return n++ ? 4e9 : 1; }},"
                        + " function (x) { return x; }).length + new Array(4294967295).slice(0).length;",
                "return new Array(4294967295).concat(new Array(4294967295)).length;",
                "var a = new Array(4294967290); a.splice(1, 0, 1); return 1;",
                "var a = []; a[4294967290] = 1; a.unshift(1); return 1;",
                "return Object.keys('x'.repeat(4e6)).length;",
                "return new Uint8Array(2e9).length;",
                "return new Float64Array(1e8).length;",
                "return new ArrayBuffer(2147483647).byteLength;",
                "var a = [], b = new Uint8Array(1e6); while (true) a.push(b.slice());",
                "var a = [], b = new ArrayBuffer(1e6); while (true) a.push(b.slice(0));",
                "var a = [], s = 'x'.repeat(1e6); while (true) a.push(btoa(s));",
                "var a = [], s = 'x'.repeat(1e6); while (true) a.push(encodeURIComponent(s));",
                "var a = [], s = '\\u20ac'.repeat(1e5); while (true) a.push(escape(s));",
                "var a = []; for (var i = 0; i < 1e5; i++) a.push(i);"
                        + " function f() { for (var k in a) { f(); } } f();",
                "var s = 'ab'.repeat(1e6); for (;;) { (s + 'x').split('ab'.repeat(5e5) + 'y'); }",
                "return 'a'.repeat(1e6).localeCompare('a'.repeat(1e6) + 'b');",
                "var a = []; for (var i = 0; i < 2e5; i++) a.push('x'.repeat(1000)); return a.sort().length;",
                "var f = function () {}; while (true) f = f.bind(null);",
                "var a = 'x'; while (true) a = a.concat(a, a);",
                "var x = '<a>' + '<b/>'.repeat(1e5) + '</a>'; for (;;) { XML.query(x, '//b[count(//b)>1]'); }",
                "var x = '<a>' + '<b/>'.repeat(1e6) + '</a>'; return XML.toJson(x).length;",
                "for (;;) { Zabbix.log(4, 'x'.repeat(1e6)); }",
                "var e = []; while (true) e.push(new Error('x').stack);",
                "var o = {}; Object.defineProperty(o, 'x', {get: function () { return o.x; }}); return o.x;",
                "var a = [1]; a.toString = null; a[0] = a; for (var i = 0; i < 1e9; i++) a = [a, a]; return 1;",
                "var d = []; for (;;) d.push(new Date());",
                "return (1e300).toFixed(2).repeat(1e7).length;",
            })
    void endsAlone(String source) {
        runs.allowance = SMALL;
        assertThat(runs.run(source, "1")).as(source).isInstanceOf(ScriptResult.Failed.class);
        assertThat(runs.text("return 1 + 1")).isEqualTo("2");
    }

    @Test
    void findsLongTextsInLongTextsInTime() {
        assertThat(runs.text("var s = 'ab'.repeat(1e6); return (s + 'x').indexOf('ab'.repeat(5e5) + 'y');"))
                .isEqualTo("-1");
        assertThat(runs.text("var s = 'ab'.repeat(1e6); return (s + 'x').indexOf('ab'.repeat(5e5) + 'x');"))
                .isEqualTo("1000000");
    }

    @Test
    void leavesPlainValuesAlone() {
        Script plain = runs.compile("return (value*8/1024).toFixed(2)");
        for (int i = 0; i < 100_000; i++) {
            assertThat(runs.realm.run(plain, Integer.toString(i), Allowance.brief()))
                    .isInstanceOf(ScriptResult.Returned.class);
        }
        assertThat(runs.realm.run(plain, "1000", Allowance.brief())).isEqualTo(new ScriptResult.Returned("7.81"));
    }
}
