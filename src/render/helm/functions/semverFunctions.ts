/** Upstream: Masterminds/sprig semver.go, and the methods of a version that templates can call. */
import { BOOL, INT, makeInt, Native, STRING, UINT64, type GoType, type Method, type Value } from '../../goTemplate/value';
import { satisfies } from '../semver/constraint';
import { compareVersions, incremented, parseVersion, versionText, type Version } from '../semver/version';
import { fn, type NamedFuncs } from './define';

const METHODS = new Map<string, Method>();

function versionType(name: string, kind: 'ptr' | 'struct'): GoType {
  return { name, kind, isNamed: kind === 'struct', methods: METHODS, print: (value) => versionText(versionIn(value)) };
}

const VERSION = versionType('*semver.Version', 'ptr');
const PLAIN_VERSION = versionType('semver.Version', 'struct');

export function isVersion(value: Native): boolean {
  return value.type === VERSION || value.type === PLAIN_VERSION;
}

function versionIn(value: Value): Version {
  return (value as Native<Version>).data;
}

function method(name: string, result: GoType, body: (version: Version) => Value): void {
  METHODS.set(name, { params: [], result, call: (receiver) => body(versionIn(receiver)) });
}

function comparison(name: string, result: GoType, body: (order: number) => Value): void {
  METHODS.set(name, {
    params: [VERSION],
    result,
    call: (receiver, [other]) => body(compareVersions(versionIn(receiver), versionIn(other ?? null))),
  });
}

method('String', STRING, versionText);
method('Original', STRING, (version) => version.original);
method('Prerelease', STRING, (version) => version.prerelease);
method('Metadata', STRING, (version) => version.metadata);
for (const [name, part] of [
  ['Major', 'major'],
  ['Minor', 'minor'],
  ['Patch', 'patch'],
] as const) {
  method(name, UINT64, (version) => makeInt(version[part], UINT64));
  method(`Inc${name}`, PLAIN_VERSION, (version) => new Native(PLAIN_VERSION, incremented(version, part)));
}
comparison('Compare', INT, (order) => makeInt(order));
comparison('Equal', BOOL, (order) => order === 0);
comparison('LessThan', BOOL, (order) => order < 0);
comparison('LessThanEqual', BOOL, (order) => order <= 0);
comparison('GreaterThan', BOOL, (order) => order > 0);
comparison('GreaterThanEqual', BOOL, (order) => order >= 0);

export const SEMVER_FUNCTIONS: NamedFuncs = [
  ['semver', fn([STRING], VERSION, (text: string) => new Native(VERSION, parseVersion(text)))],
  ['semverCompare', fn([STRING, STRING], BOOL, satisfies)],
];
