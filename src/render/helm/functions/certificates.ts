/**
 * Upstream: Masterminds/sprig crypto.go: keys and certificates. DEVIATION: they are placeholders of the right shape, which say
 * so to whoever decodes them: nothing is signed while somebody types.
 */
import { stringToBytes } from '../../goTemplate/bytes';
import { bytesToString } from '../../../model/utf8';
import { formatValue } from '../../goTemplate/format';
import { GoError, INT, LIST, STRING, Struct, type GoType, type Int, type List, type Value } from '../../goTemplate/value';
import { fromBase64, toBase64 } from './base64';
import type { Random } from './crypto';
import { fn, type NamedFuncs } from './define';

const CERTIFICATE: GoType = {
  name: 'sprig.certificate',
  kind: 'struct',
  isNamed: true,
  fields: [
    { name: 'Cert', type: STRING },
    { name: 'Key', type: STRING },
  ],
};

const NOTE = 'Placeholder made by Rollout Lens for a preview, not a real';
const KEY_KINDS: Readonly<Record<string, string>> = {
  '': 'RSA PRIVATE KEY',
  rsa: 'RSA PRIVATE KEY',
  dsa: 'DSA PRIVATE KEY',
  ecdsa: 'EC PRIVATE KEY',
  ed25519: 'PRIVATE KEY',
};

export function certificateFunctions(random: Random): NamedFuncs {
  const made = (kind: string): string => pem(kind, `${NOTE} ${kind.toLowerCase()} ${random().toString(36).slice(2)}`);
  const keyOf = (kind: string): string => {
    const name = Object.hasOwn(KEY_KINDS, kind) ? KEY_KINDS[kind] : undefined;
    return name === undefined ? `Unknown type ${kind}` : made(name);
  };
  const signed = (key?: string): Struct => certificate(made('CERTIFICATE'), key ?? keyOf('rsa'));
  const withKey = (key: string): Struct => signed(checkedKey(key, 'parsing private key'));
  const byAuthority = (authority: Value): void => {
    const { fields } = authority as Struct;
    if (!PEM.test(fields.get('Cert') as string)) throw new GoError('unable to decode certificate');
    checkedKey(fields.get('Key') as string, 'error parsing private key');
  };
  const names = [STRING, LIST, LIST, INT];
  type Names = [commonName: string, ips: List | null, dns: List | null, days: Int];
  return [
    ['genPrivateKey', fn([STRING], STRING, keyOf)],
    ['buildCustomCert', fn([STRING, STRING], CERTIFICATE, buildCustom)],
    ['genCA', fn([STRING, INT], CERTIFICATE, () => signed())],
    ['genCAWithKey', fn([STRING, INT, STRING], CERTIFICATE, (_name: string, _days: Int, key: string) => withKey(key))],
    ['genSelfSignedCert', fn(names, CERTIFICATE, (...given: Names) => (checkNames(given), signed()))],
    [
      'genSelfSignedCertWithKey',
      fn([...names, STRING], CERTIFICATE, (...[a, ips, dns, days, key]: [...Names, string]) => {
        const made = withKey(key);
        checkNames([a, ips, dns, days]);
        return made;
      }),
    ],
    [
      'genSignedCert',
      fn([...names, CERTIFICATE], CERTIFICATE, (...[a, ips, dns, days, authority]: [...Names, Value]) => {
        byAuthority(authority);
        checkNames([a, ips, dns, days]);
        return signed();
      }),
    ],
    [
      'genSignedCertWithKey',
      fn([...names, CERTIFICATE, STRING], CERTIFICATE, (...[a, ips, dns, days, authority, key]: [...Names, Value, string]) => {
        const made = withKey(key);
        byAuthority(authority);
        checkNames([a, ips, dns, days]);
        return made;
      }),
    ],
  ];
}

function certificate(cert: string, key: string): Struct {
  return new Struct(
    CERTIFICATE,
    new Map([
      ['Cert', cert],
      ['Key', key],
    ]),
  );
}

function pem(kind: string, content: string): string {
  const lines = toBase64(stringToBytes(content)).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${kind}-----\n${lines.join('\n')}\n-----END ${kind}-----\n`;
}

const PEM = /-----BEGIN ([A-Z0-9 ]+)-----\n[^-]*\n-----END [A-Z0-9 ]+-----/;

function checkedKey(key: string, what: string): string {
  const kind = PEM.exec(key)?.[1];
  if (kind === undefined) throw new GoError(`${what}: no PEM data in input`);
  if (kind === 'PRIVATE KEY') return key;
  if (!kind.endsWith(' PRIVATE KEY')) throw new GoError(`${what}: no private key data in PEM block of type ${kind}`);
  const algorithm = kind.slice(0, -' PRIVATE KEY'.length);
  if (!['RSA', 'EC', 'DSA'].includes(algorithm)) throw new GoError(`${what}: invalid private key type ${algorithm}`);
  return key;
}

function buildCustom(cert: string, key: string): Struct {
  const plain = decoded(cert, 'unable to decode base64 certificate');
  const plainKey = decoded(key, 'unable to decode base64 private key');
  if (!PEM.test(plain)) throw new GoError('unable to decode certificate');
  return certificate(plain, checkedKey(plainKey, 'error parsing private key'));
}

function decoded(text: string, problem: string): string {
  try {
    return bytesToString(fromBase64(text));
  } catch {
    throw new GoError(problem);
  }
}

function checkNames([, ips, dns]: readonly [string, List | null, List | null, Int]): void {
  for (const ip of ips?.items ?? []) {
    if (typeof ip !== 'string') throw new GoError(`error parsing ip: ${formatValue(ip)} is not a string`);
    if (!isAddress(ip)) throw new GoError(`error parsing ip: ${ip}`);
  }
  for (const name of dns?.items ?? []) {
    if (typeof name !== 'string') throw new GoError(`error processing alternate dns name: ${formatValue(name)} is not a string`);
  }
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255);
}

function isAddress(text: string): boolean {
  if (!text.includes(':')) return isIpv4(text);
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return false;
  const groups = [...(head === '' ? [] : head.split(':')), ...(tail === undefined || tail === '' ? [] : tail.split(':'))];
  const last = groups.at(-1) ?? '';
  const hasIpv4 = last.includes('.');
  if (hasIpv4 && !isIpv4(last)) return false;
  const plain = hasIpv4 ? groups.slice(0, -1) : groups;
  const count = plain.length + (hasIpv4 ? 2 : 0);
  return plain.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group)) && (tail === undefined ? count === 8 : count < 8);
}
