import assert from 'node:assert/strict';
import { helmFunctions } from '../../../src/render/helm/functions/functions';
import { encodeJson } from '../../../src/render/helm/functions/jsonEncode';
import { GoError, LimitError, List, makeInt, type GoMap, type Value } from '../../../src/render/goTemplate/value';

/** Always the same stream. */
function seeded(): () => number {
  let state = 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const functions = helmFunctions({ random: seeded(), now: 1_700_000_000 });

function call(name: string, ...args: readonly Value[]): Value {
  const func = functions.get(name);
  assert.ok(func, name);
  return func.call(args);
}

const json = (value: Value): string => encodeJson(value, { escapeHtml: false, pretty: false });
const int = (value: number): Value => makeInt(value);

describe('functions of templates', () => {
  for (const [name, args, expected] of [
    ['abbrev', [int(8), 'hello world'], '"hello..."'],
    ['trunc', [int(-3), 'héllo'], '"llo"'],
    ['title', ['the ǆ quick_one'], '"The ǅ Quick_one"'],
    ['camelcase', ['http-server_GO'], '"HttpServerGo"'],
    ['snakecase', ['HTTPServer2Go'], '"http_server2_go"'],
    ['kebabcase', ['version1Beta2'], '"version1-beta2"'],
    ['wrap', [int(5), 'a bc def ghijklm'], '"a bc\\ndef\\nghijklm"'],
    ['wrapWith', [int(3), '-', 'abcdefgh'], '"abc-def-gh"'],
    ['replace', ['', '-', 'ab'], '"-a-b-"'],
    ['splitn', ['/', int(2), 'a/b/c'], '{"_0":"a","_1":"b/c"}'],
    ['round', [2.345, int(2)], '2.35'],
    ['divf', [1, 3], '0.3333333333333333'],
    ['addf', [0.1, 0.2], '0.3'],
    ['add', [makeInt(9_223_372_036_854_775_807n), int(1)], '-9223372036854775808'],
    ['int64', ['0x1F'], '31'],
    ['toDecimal', ['777'], '511'],
    ['seq', [int(5), int(-2), int(1)], '"5 3 1"'],
    ['sortAlpha', [new List(['b', int(10), 'B'])], '["10","B","b"]'],
    ['rest', [new List([])], 'null'],
    ['uniq', [new List([1, int(1), 1, new List([1]), new List([1])])], '[1,1,[1]]'],
    ['chunk', [int(2), new List([1, 2, 3])], '[[1,2],[3]]'],
    ['durationRound', ['2h10m5s'], '"2h"'],
    ['duration', ['95'], '"1m35s"'],
    ['dateInZone', ['Mon, 02 Jan 2006 15:04:05 -0700', int(0), 'America/New_York'], '"Wed, 31 Dec 1969 19:00:00 -0500"'],
    ['dateInZone', ['2006', makeInt(-9_223_372_036_854_775_807n), 'Asia/Kolkata'], '"-292277022657"'],
    ['toDate', ['2006-01-02T15:04:05Z07:00', '2020-02-29T23:59:59.5+05:30'], '"2020-02-29T23:59:59.5+05:30"'],
    ['sha1sum', ['abc'], '"a9993e364706816aba3e25717850c26c9cd0d89d"'],
    ['sha256sum', ['abc'], '"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"'],
    ['adler32sum', ['Wikipedia'], '"300286872"'],
    ['b64dec', ['aGk'], '"illegal base64 data at input byte 0"'],
    ['b32enc', ['hello'], '"NBSWY3DP"'],
    ['clean', ['/a/../../b/./c/'], '"/b/c"'],
    ['ext', ['a.b/c.tar.gz'], '".gz"'],
    ['urlJoin', [new Map([['scheme', 'https'], ['host', 'h'], ['path', 'a b']])], '"https://h/a%20b"'], // prettier-ignore
    ['fromYaml', ['a: yes\nb: 010\n<<: {c: 1}\n'], '{"a":true,"b":8,"c":1}'],
    // go-yaml asks for no indentation of texts in quotes and of flow collections.
    ['fromYaml', ['a: "one,\ntwo"\nb: [c,\nd]\ne: f\n'], '{"a":"one, two","b":["c","d"],"e":"f"}'],
    ['fromJson', ['{"a":'], '{"Error":"unexpected end of JSON input"}'],
    ['fromToml', ['[[a]]\nb = 1\n[[a]]\nb = 0x1F'], '{"a":[{"b":1},{"b":31}]}'],
    ['toToml', [new Map<string, Value>([['t', new Map([['x', 1]])], ['a', int(1)]])], '"a = 1\\n\\n[t]\\n  x = 1.0\\n"'], // prettier-ignore
    ['toYaml', [new Map<string, Value>([['v10', 1], ['v9', new List(['no'])]])], '"v9:\\n- \\"no\\"\\nv10: 1"'], // prettier-ignore
    ['toYamlPretty', [new Map([['l', new List([1e6])]])], '"l:\\n  - 1e+06"'],
    ['toRawJson', ['<\u2028\udc80>'], '"\\"<\\\\u2028\\\\ufffd>\\""'],
  ] as const) {
    it(`${name} gives ${expected}`, () => {
      assert.equal(json(call(name, ...args)), expected);
    });
  }

  for (const [name, args, message] of [
    ['substr', [int(3), int(2), 'abcde'], 'runtime error: slice bounds out of range [3:2]'],
    ['repeat', [int(-1), 'a'], 'strings: negative Repeat count'],
    ['div', [1, 0], 'runtime error: integer divide by zero'],
    ['divf', [1, 0], 'decimal division by 0'],
    ['first', [1], 'Cannot find first on type float64'],
    ['first', [null], 'runtime error: invalid memory address or nil pointer dereference'],
    ['dig', ['a', 'b', 0, new Map<string, Value>([['a', 1]])], 'interface conversion: interface {} is float64, not map[string]interface {}'], // prettier-ignore
    ['regexFind', ['[`', ''], 'regexp: Compile("[`"): error parsing regexp: missing closing ]: `[``'],
    ['mustToDate', ['2006-01-02', '2021-02-30'], 'parsing time "2021-02-30": day out of range'],
    ['mustDateModify', ['1x', call('now')], 'time: unknown unit "x" in duration "1x"'],
    ['urlParse', ['http://a b/'], 'unable to parse url: parse "http://a b/": invalid character " " in host name'],
    ['mustFromJson', ['{"a" 1}'], "invalid character '1' after object key"],
  ] as const) {
    it(`${name} fails with ${message}`, () => {
      assert.throws(() => call(name, ...args), new GoError(message));
    });
  }

  it('merge keeps what is set, mergeOverwrite does not, both in place', () => {
    const target: GoMap = new Map<string, Value>([['a', 0], ['m', new Map([['x', 'kept']])]]); // prettier-ignore
    const source: GoMap = new Map<string, Value>([['a', 1], ['m', new Map([['x', 'new'], ['y', 'added']])]]); // prettier-ignore
    assert.equal(call('merge', target, source), target);
    assert.equal(json(target), '{"a":1,"m":{"x":"kept","y":"added"}}');
    call('mergeOverwrite', target, source);
    assert.equal(json(target), '{"a":1,"m":{"x":"new","y":"added"}}');
  });

  it('takes __proto__ and constructor for keys as others', () => {
    const map = call('dict', '__proto__', 1, 'constructor', 2);
    assert.equal(call('toYaml', map), '__proto__: 1\nconstructor: 2');
    assert.equal(json(call('fromYaml', '__proto__: {a: 1}')), '{"__proto__":{"a":1}}');
    assert.equal(call('get', call('dict'), 'toString'), '');
  });

  it('ends with a clear error where the output would be endless', () => {
    let nested = call('dict', 'a', 1);
    for (let i = 0; i < 40; i += 1) nested = call('list', nested, nested);
    for (const attempt of [
      () => call('repeat', int(1e9), 'aaaa'),
      () => call('indent', int(1e9), 'a'),
      () => call('until', int(1e9)),
      () => call('randAlpha', int(1e9)),
      () => call('toJson', nested),
      () => call('toYaml', nested),
      () => call('toYamlPretty', nested),
      () => call('toToml', call('dict', 'a', nested)),
      () => call('deepCopy', nested),
      () => call('regexFind', '.*.*.*.*[xz]', 'y'.repeat(1_000_000)),
    ]) {
      assert.throws(attempt, LimitError);
    }
  });

  it('draws keys and passwords from the stream that it is given, certificates are placeholders of the right shape', () => {
    assert.equal(
      helmFunctions({ random: seeded(), now: 0 })
        .get('randAlpha')
        ?.call([int(8)]),
      'AGnXbLCj',
    );
    assert.match(
      call('genPrivateKey', 'ecdsa') as string,
      /^-----BEGIN EC PRIVATE KEY-----\n[\w+/=\n]+-----END EC PRIVATE KEY-----\n$/,
    );
    assert.equal(call('decryptAES', 'key', call('encryptAES', 'key', 'plain')), 'plain');
    assert.equal(call('derivePassword', makeInt(3), 'short', 'aaa', 'it\'s "q" <&>', 'raw\\n"x"'), 'Zev0');
  }).timeout(60_000);
});
