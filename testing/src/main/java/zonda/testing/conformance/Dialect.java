package zonda.testing.conformance;

import java.util.List;
import java.util.Set;

/// Where Zabbix's dialect of JSONPath differs from RFC 9535, or the RFC from what many programs do:
/// each path, with the case of Zabbix's or the section of its manual that shows the difference.
/// Where neither speaks the RFC is followed. A difference excuses a case that does not hold; it
/// never hides one that does.
final class Dialect {
    private record Difference(String why, Set<String> paths) {}

    private static final List<Difference> DIFFERENCES = List.of(
            of("a path has at least one part: case 'Compile fail $' of zbx_jsonpath_compile.yaml", "$"),
            of(
                    "a choice that is written twice counts once: case 'Query $.books[1,1].title' of zbx_jsonobj_query.yaml",
                    "$[1,1]",
                    "$[0,0]"),
            of(
                    "'*' stands in no list: case 'Compile fail $[1,*,2]' of zbx_jsonpath_compile.yaml",
                    "$[*,1]",
                    "$[*,'a']",
                    "$[*,0:2]",
                    "$[*,*]",
                    "$[?@.a,*]"),
            of(
                    "paths within filters are definite: case 'Compile fail $[?($[1,2])]' of zbx_jsonpath_compile.yaml, and manual, JSONPath functionality, filter expression",
                    "$[?$.*.a]",
                    "$[?!@.*]",
                    "$[?@[?@>1]]"),
            of(
                    "numbers compare with texts that read as numbers: cases 'string == floating' and its like of zbx_variant_compare.yaml",
                    "$[?@.a=='1']",
                    "$[?@.a==\"1\"]",
                    "$[?@.a==1]",
                    "$[?@.a!='1']",
                    "$[?@.a!=\"1\"]",
                    "$[?@.a==-0]",
                    "$[?@.a==1.0]",
                    "$[?@.a==1E2]",
                    "$[?@.a==1e-2]",
                    "$[?@.a==1e0]",
                    "$[?@.a==1e-0]",
                    "$[?@.a==1e+0]",
                    "$[?@.a==1.1]",
                    "$[?@.a==1.1e2]",
                    "$[?@.a==1.1e+2]",
                    "$[?@.a==1.1e-2]",
                    "$[?(@.key<42)]"),
            of(
                    "functions stand at a path's end, and are no operands of a filter: manual, JSONPath functionality, filter expression",
                    "$.values[?length(@.a) == value($..c)]",
                    "$[?@.a == length(@.b)]",
                    "$[?count(@..*)>2]",
                    "$[?length(@.a)>=2]",
                    "$[?length(@)==2]",
                    "$[?length(1)>=2]",
                    "$[?length(false)>=2]",
                    "$[?length(null)>=2]",
                    "$[?match(@.a, 'a.*')]",
                    "$[?match(@.a, \"a.*\")]",
                    "$.values[?match(@, $.regex)]",
                    "$[?!match(@.a, 'a.*')]",
                    "$[?match(1, 'a.*')]",
                    "$[?match(@.a, 1)]",
                    "$[?match(@, '\\\\P{Lu}')]",
                    "$[?match(@, 'a.b')]",
                    "$[?match(@, '.')]",
                    "$.values[?match(@.a, value($..['regex']))]",
                    "$[?match(@, 'a[.b]c')]",
                    "$[?match(@, 'a\\\\.c')]",
                    "$[?match(@, 'a[\\\\].]c')]",
                    "$[?match(@, '^ab.*')]",
                    "$[?match(@, '.*bc$')]",
                    "$[?search(@.a, \"a.*\")]",
                    "$[?search(@.a, 'a.*')]",
                    "$[?!search(@.a, 'a.*')]",
                    "$[?search(@.a, 1)]",
                    "$[?search(@, '\\\\p{Lu}')]",
                    "$[?search(@, 'a.b')]",
                    "$[?search(@, '.')]",
                    "$[?search(@, 'a\\\\.c')]",
                    "$[?search(@, 'a\\\\\\\\.c')]",
                    "$[?value(@.*)==4]",
                    "$[?count(\t@.*)==1]",
                    "$[?count(\r@.*)==1]",
                    "$[?search(@ ,'[a-z]+')]",
                    "$[?search(@\n,'[a-z]+')]",
                    "$[?search(@\t,'[a-z]+')]",
                    "$[?search(@, '[a-z]+')]",
                    "$[?search(@,\n'[a-z]+')]",
                    "$[?count(@.* )==1]",
                    "$[?count(@.*\n)==1]",
                    "$[?count(@.*\r)==1]",
                    "$[?length(@ .a .b) == 3]",
                    "$[?length(@\t.a\t.b) == 3]",
                    "$[?length(@\r.a\r.b) == 3]",
                    "$..[?length(@)==length($ [0] .a)]",
                    "$..[?length(@)==length($\n[0]\n.a)]",
                    "$..[?length(@)==length($\t[0]\t.a)]",
                    "$..[?length(@)==length($\r[0]\r.a)]",
                    "$[?(@.length() == 4)]"),
            of(
                    "a constant is a condition: cases 'Compile success $[?(1)]' of zbx_jsonpath_compile.yaml, 'Query $[ ?(  '  ' *'' )]' of zbx_jsonobj_query.yaml",
                    "$[?'abc']",
                    "$[?2]",
                    "$[?2.2]"),
            of("a name is not empty: case 'Compile fail \"$['']\"' of zbx_jsonpath_compile.yaml", "$['']"),
            of(
                    "a slice has no step: case 'Compile fail $[1:2:3]' of zbx_jsonpath_compile.yaml",
                    "$[::]",
                    "$[::2]",
                    "$[::-1]",
                    "$[:0:-1]",
                    "$[2::-1]",
                    "$[::-2]",
                    "$[-1:-3:-1]",
                    "$[-1:-7:-2]",
                    "$[1:3][::]",
                    "$[1:2:0]",
                    "$[113667776004:0:-1]",
                    "$[-9007199254740991::]",
                    "$[9007199254740991::]",
                    "$[:9007199254740991:]",
                    "$[::9007199254740991]",
                    "$[1\n:5:2]",
                    "$[1\r:5:2]",
                    "$[1:\n5:2]",
                    "$[1:\t5:2]",
                    "$[1:\r5:2]",
                    "$[1:5 :2]",
                    "$[1:5\n:2]",
                    "$[1:5\t:2]",
                    "$[1:5:\t2]",
                    "$[1:5:\r2]",
                    "$[0:3:-2]",
                    "$[0:3:1]",
                    "$[1:3:]"),
            of(
                    "a name after a dot has no '-': RFC 9535, section 2.5.1.1, which holds where neither case nor manual speaks",
                    "$.key-dash"));

    private Dialect() {}

    private static Difference of(String why, String... paths) {
        return new Difference(why, Set.of(paths));
    }

    static Outcome judge(String path, Outcome outcome) {
        if (!(outcome instanceof Outcome.Failed)) {
            return outcome;
        }
        for (Difference difference : DIFFERENCES) {
            if (difference.paths().contains(path)) {
                return new Outcome.NotApplicable(Inapplicable.Kind.ZABBIX_DIALECT, difference.why());
            }
        }
        return outcome;
    }
}
