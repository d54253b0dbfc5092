package zonda.preprocessing.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScriptTest {
    private final Runs runs = new Runs();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "return value | 21",
                "return value * 2 | 42",
                "return (value*8/1024).toFixed(2) | 0.16",
                "return Number(value) + 1 | 22",
                "return value + 1 | 211",
                "return typeof value | string",
                "return true | true",
                "return [1, [2, 3], null, undefined, 'x'] | 1,2,3,,,x",
                "return {a: 1} | [object Object]",
                "return JSON.stringify({a: [1, undefined, null, 'x\"\\\\\\u0001\\ud834\\udd1e\\ud800'], b: undefined,"
                        + " c: function () {}}) | {\"a\":[1,null,null,\"x\\\"\\\\\\u0001\uD834\uDD1E\\ud800\"]}",
                "return JSON.stringify({b: 2, a: {c: [1, {}], d: []}}, null, 2).replace(/\\n/g, '/')"
                        + " | {/  \"b\": 2,/  \"a\": {/    \"c\": [/      1,/      {}/    ],/    \"d\": []/  }/}",
                "return JSON.stringify({a: 1, b: 2, c: {a: 3}}, ['a', 'c']) | {\"a\":1,\"c\":{\"a\":3}}",
                "return JSON.stringify({a: 1, b: 'x'}, function (k, v) { return typeof v === 'string' ? v + v : v; })"
                        + " | {\"a\":1,\"b\":\"xx\"}",
                "return JSON.stringify(new Date(0)) | \"1970-01-01T00:00:00.000Z\"",
                "return JSON.stringify([new Number(3), new String('a'), new Boolean(false), NaN, -0, 1e21])"
                        + " | [3,\"a\",false,null,0,1e+21]",
                "return String(JSON.stringify(undefined)) | undefined",
                "return JSON.parse('{\"a\": [1, 2.5, \"x\"]}').a[1] | 2.5",
                "return JSON.parse('[1,2]', function (k, v) { return Array.isArray(v) ? v : v * 2; }) | 2,4",
                "return 'a-b-c'.replace('-', '+') | a+b-c",
                "return 'a-b-c'.replace(/-/g, '[$&]') | a[-]b[-]c",
                "return 'ab'.replace(/(a)(b)/, '$2$1$$') | ba$",
                "return 'aXbX'.replace(/x/gi, function (m, at) { return m + at; }) | aX1bX3",
                "return 'a,b,,c'.split(',').length | 4",
                "return 'a1b22c'.split(/\\d+/) | a,b,c",
                "return 'abc'.split('') | a,b,c",
                "return 'a,b,c'.split(',', 2) | a,b",
                "return 'x'.repeat(3) + 'y'.padStart(3, 'ab') + 'z'.padEnd(3) + ';' | xxxabyz  ;",
                "return 'Hello'.indexOf('l') + ' ' + 'Hello'.lastIndexOf('l') + ' ' + 'Hello'.indexOf('', 9) | 2 3 5",
                "return 'a'.concat(1, null, 'b') | a1nullb",
                "return [3, 1, 10].sort() | 1,10,3",
                "return [3, 1, 10].sort(function (a, b) { return a - b; }).join('/') | 1/3/10",
                "return [1, 2, 3].map(function (x) { return x * x; }).filter(function (x) { return x > 1; }) | 4,9",
                "return [1, 2, 3].reduce(function (a, b) { return a + b; }) | 6",
                "function f() { return Array.prototype.slice.call(arguments, 1).join('-'); } return f(1, 2, 3) | 2-3",
                "return Array.prototype.map.call('abc', function (c) { return c.charCodeAt(0); }) | 97,98,99",
                "return Math.max.apply(null, [1, 5, 3]) | 5",
                "var a = [1]; a[0] = a; return '[' + a + ']' | []",
                "return Object.keys({b: 1, a: 2}) | b,a",
                "var n = 0; for (var k in [5, 6, 7]) { n += Number(k); } return n | 3",
                "const x = 2; let y = 3; return x * y | 6",
                "if (value) { const a = 1; } else { const a = 2; } return a | 1",
                "return [1, 2].map((x) => x + 1) | 2,3",
                "try { null.x; } catch (e) { return e instanceof TypeError; } | true",
                "try { undeclared(); } catch (e) { return e.name; } | ReferenceError",
                "try { throw 'text'; } catch (e) { return e + '!'; } finally { var done = 1; } | text!",
                "label: for (;;) { try { break label; } finally { value = 'seen'; } } return value | seen",
                "return btoa('h\u00e9llo') + atob('aMOpbGxv') | aMOpbGxvh\u00e9llo",
                "return md5('abc') | 900150983cd24fb0d6963f7d28e17f72",
                "return sha256('abc') | ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "return hmac('sha256', 'key', 'The quick brown fox jumps over the lazy dog')"
                        + " | f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",
                "return hmac('md5', 'key', 'The quick brown fox jumps over the lazy dog')"
                        + " | 80070713463e7749b90c2dc24911e275",
                "return XML.query('<a><b>1</b><b>2</b></a>', '//b[2]/text()') | 2",
                "return XML.query('<a/>', '//b') + '.' | .",
                "return JSON.parse(XML.toJson('<a k=\"1\"><b>x</b></a>')).a['@k'] | 1",
                "return XML.fromJson('{\"a\":{\"b\":[1,2]}}') | <a><b>1</b><b>2</b></a>",
                "try { XML.query('<a>', '/a') } catch (e) { return e.name + typeof e.message } | EvalErrorstring",
                "try { XML.query('<a/>', 'f(') } catch (e) { return e.name } | EvalError",
                "try { XML.toJson('no') } catch (e) { return e.name } | EvalError",
                "try { XML.fromJson('[1') } catch (e) { return e.name } | EvalError",
                "return parseInt('12px') + parseFloat('1.5e1x') + Number('0x10') | 43",
                "return encodeURIComponent('a b&\u00fc') + decodeURIComponent('%20') + '.' | a%20b%26%C3%BC .",
                "return new Date(0).toISOString() | 1970-01-01T00:00:00.000Z",
                "return Date.now() | 1700000000000",
                "return new Date().getTime() - Date.now() | 0",
                "return new Date(1593604800000).getHours() | 15",
                "return Math.random() | 0.25",
                "return new Uint8Array([1, 2, 300])[2] | 44",
                "return new Date(2020, 1, 3) instanceof Date | true",
                "return /a/ instanceof RegExp && [] instanceof Array && (function () {}) instanceof Function | true",
                "return '\\ud83d\\ude00'.length + ' ' + '\\ud83d\\ude00' | 2 \uD83D\uDE00",
            })
    void speaksTheLanguage(String script, String expected) {
        ScriptResult result = runs.run(script, "21");
        assertThat(result).as(script).isEqualTo(new ScriptResult.Returned(expected));
    }

    @Test
    void tellsNullFromNothing() {
        assertThat(runs.run("return null", "")).isEqualTo(new ScriptResult.Nothing());
        assertThat(runs.text("var x = 1;")).startsWith("failed: the script returned nothing");
    }

    @Test
    void saysWhereItFailed() {
        assertThat(runs.text("var a;\nreturn a.b;"))
                .isEqualTo("failed: TypeError: Cannot read property \"b\" from undefined (line 2)");
        assertThat(runs.text("\n\nthrow 'so be it'")).isEqualTo("failed: so be it (line 3)");
        assertThat(runs.text("throw new Error('boom')")).isEqualTo("failed: Error: boom (line 1)");
        assertThat(runs.fault("return 1 +;")).contains("syntax error").contains("line 1");
        assertThat(runs.fault("}); (function () {")).contains("before the script does");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return [...'abc']",
                "return Math.max(...[1])",
                "function f(...rest) {} return 1",
                "function* g() { yield 1; } return 1",
                "return `a${value}`",
                "return 10n",
                "return [for (x of [1]) x]",
                "return <a/>",
            })
    void refusesWhatIsNotOfItsLanguage(String script) {
        assertThat(runs.fault(script)).isNotEqualTo("compiles");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return java.lang.System.exit(1)",
                "return Packages.java.io.File('/')",
                "return new JavaImporter()",
                "return importClass",
                "return ''.getClass().forName('java.lang.Runtime')",
                "return eval('1')",
                "return new Function('return 1')()",
                "return (function () {}).constructor('return 1')()",
                "return [].map.constructor('return 1')()",
                "return Symbol.iterator",
                "return new Proxy({}, {})",
                "return Reflect.apply",
                "return new Script('1')",
                "return Continuation()",
                "return load('/etc/passwd')",
                "return require('fs')",
                "try { null.x } catch (e) { return e.rhinoException.getClass() }",
                "try { null.x } catch (e) { return e.javaException.getClass() }",
                "String.prototype.x = 1; return Object.prototype.__defineGetter__('a', 1)",
                "return [].toSource()",
                "return uneval({})",
                "return this.Packages.java",
                "return Error.prepareStackTrace()",
                "return new Error('x').fileName.length",
                "var http = new HttpRequest(), fake = {}; fake.get = http.get; return fake.get('http://localhost')",
                "return HttpRequest()",
            })
    void hasNoWayOut(String script) {
        assertThat(runs.text(script)).as(script).startsWith("failed:");
    }

    @Test
    void leavesNothingBehindForTheNextRun() {
        assertThat(runs.text("leak = 1; return typeof leak")).isEqualTo("number");
        assertThat(runs.text("return typeof leak")).isEqualTo("undefined");
        Script counting = runs.compile("if (typeof n === 'undefined') n = 0; return ++n;");
        for (int i = 0; i < 3; i++) {
            assertThat(runs.realm.run(counting, "", runs.allowance)).isEqualTo(new ScriptResult.Returned("1"));
        }
        assertThat(runs.text("String.prototype.twice = function () { return this + this; }; return 'ab'.twice()"))
                .isEqualTo("abab");
        assertThat(runs.text("return typeof ''.twice")).isEqualTo("undefined");
        assertThat(runs.text("var p = String['proto' + 'type']; p.twice = 1; return 1"))
                .startsWith("failed:");
        assertThat(runs.text("return typeof ''.twice")).isEqualTo("undefined");
        assertThat(runs.text("Math.PI2 = 6; Object.defineProperty(Array.prototype, 'last', {get: function () {"
                        + " return this[this.length - 1]; }}); return [1, 2].last + Math.PI2"))
                .isEqualTo("8");
        assertThat(runs.text("return [1].last + ' ' + Math.PI2")).isEqualTo("undefined undefined");
        assertThat(runs.text("JSON = 1; String = 2; return JSON + String")).isEqualTo("3");
        assertThat(runs.text("return JSON.stringify({})")).isEqualTo("{}");
    }

    @Test
    void tellsItsLogOnlyOnceItHasNotBeenInVain() {
        Script script = runs.compile("Zabbix.log(3, 'one'); Zabbix.Log(9, {}); console.log('a', 1);"
                + " if (value === 'sleep') Zabbix.sleep(5); return 'x'");
        assertThat(runs.realm.run(script, "sleep", Allowance.brief())).isEqualTo(new ScriptResult.Postponed());
        assertThat(runs.logged).isEmpty();
        assertThat(runs.realm.run(script, "sleep", runs.allowance)).isEqualTo(new ScriptResult.Returned("x"));
        assertThat(runs.logged).containsExactly("slept 5", "3 one", "5 [object Object]", "4 a 1");
    }

    @Test
    void isPostponedWhereItWouldTakeTooLong() {
        Script script = runs.compile("var n = 0; for (var i = 0; i < 100000; i++) n += i; return n");
        assertThat(runs.realm.run(script, "", Allowance.brief())).isEqualTo(new ScriptResult.Postponed());
        assertThat(runs.realm.run(script, "", runs.allowance)).isEqualTo(new ScriptResult.Returned("4999950000"));
    }

    @Test
    void asksOverHttp() {
        runs.answer = new HttpAnswer(404, Map.of("Server", List.of("a", "b")), "{\"x\":1}");
        assertThat(runs.text("var r = new HttpRequest(); r.addHeader('A: b'); r.setProxy('http://p:1');"
                        + " r.setHttpAuth(HTTPAUTH_BASIC, 'u', 'p'); var body = r.post('http://h/\u00fc', '{}');"
                        + " return JSON.parse(body).x + ' ' + r.getStatus() + ' ' + r.getHeaders().Server"
                        + " + ' ' + r.getHeaders(true).Server.length"))
                .isEqualTo("1 404 b 2");
        HttpQuestion question = runs.questions.getFirst();
        assertThat(question.method()).isEqualTo("POST");
        assertThat(question.url()).isEqualTo("http://h/\u00fc");
        assertThat(question.headers()).containsExactly("A: b");
        assertThat(question.proxy()).isEqualTo("http://p:1");
        assertThat(question.credentials()).contains(new HttpQuestion.Credentials("basic", "u", "p"));
        assertThat(runs.text(
                        "var r = new CurlHttpRequest(); r.Put('x', '{}'); r.Get('y'); r.customRequest('X', 'z', 'text');"
                                + " return r.Status()"))
                .isEqualTo("404");
        assertThat(runs.questions.get(1).headers()).containsExactly("Content-Type: application/json");
        assertThat(runs.questions.get(2).headers()).isEmpty();
        assertThat(runs.questions.get(3).headers()).containsExactly("Content-Type: text/plain");
        runs.answer = new HttpAnswer(0, Map.of(), "connection refused");
        assertThat(runs.text("try { new HttpRequest().get('x'); } catch (e) { return String(e); }"))
                .contains("cannot get URL: connection refused");
        assertThat(runs.text("for (var i = 0; i < 11; i++) new HttpRequest(); return 1"))
                .contains("more than 10");
        assertThat(runs.realm.run(runs.compile("return new HttpRequest().get('x')"), "", Allowance.brief()))
                .isEqualTo(new ScriptResult.Postponed());
    }
}
