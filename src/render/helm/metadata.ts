/** Upstream: pkg/chart/{metadata,dependency}.go (Helm v3.21.4): reading and checking Chart.yaml. */
import { characters } from '../goTemplate/bytes';
import { goQuote, isPrintable } from '../../model/goQuote';
import { GoError, type Value } from '../goTemplate/value';
import type { Dependency, Metadata } from './chart';
import { isVersion } from './compatible';
import { StructReader } from './structReader';

/** Of an older chart the dependencies stand in a file of their own, which is read over Chart.yaml. */
export function readMetadata(value: Value, before?: Metadata): Metadata {
  const reader = new StructReader(value, 'chart.Metadata', 'Metadata');
  const maintainers = reader.structs('maintainers', '*chart.Maintainer')?.map((maintainer) => ({
    name: maintainer.string('name'),
    email: maintainer.string('email'),
    url: maintainer.string('url'),
  }));
  return {
    name: reader.string('name') || (before?.name ?? ''),
    home: reader.string('home') || (before?.home ?? ''),
    sources: reader.strings('sources') ?? before?.sources,
    version: reader.string('version') || (before?.version ?? ''),
    description: reader.string('description') || (before?.description ?? ''),
    keywords: reader.strings('keywords') ?? before?.keywords,
    maintainers: maintainers ?? before?.maintainers,
    icon: reader.string('icon') || (before?.icon ?? ''),
    apiVersion: reader.string('apiVersion') || (before?.apiVersion ?? 'v1'),
    condition: reader.string('condition') || (before?.condition ?? ''),
    tags: reader.string('tags') || (before?.tags ?? ''),
    appVersion: reader.string('appVersion') || (before?.appVersion ?? ''),
    deprecated: reader.bool('deprecated') || (before?.deprecated ?? false),
    annotations: reader.stringMap('annotations') ?? before?.annotations,
    kubeVersion: reader.string('kubeVersion') || (before?.kubeVersion ?? ''),
    dependencies: reader.structs('dependencies', '*chart.Dependency')?.map(readDependency) ?? before?.dependencies,
    type: reader.string('type') || (before?.type ?? ''),
  };
}

function readDependency(reader: StructReader): Dependency {
  return {
    name: reader.string('name'),
    version: reader.string('version'),
    repository: reader.string('repository'),
    condition: reader.string('condition'),
    tags: reader.strings('tags') ?? [],
    enabled: reader.bool('enabled'),
    importValues: reader.list('import-values', '[]interface {}') ?? [],
    alias: reader.string('alias'),
  };
}

function invalid(message: string): never {
  throw new GoError(`validation: ${message}`);
}

const ALIAS = /^[a-zA-Z0-9_-]+$/;

/** What the chart is called, cleaned of what cannot be printed. Throws `GoError`. */
export function validated(metadata: Metadata): Metadata {
  const clean = { ...metadata };
  for (const key of ['name', 'description', 'home', 'icon', 'condition', 'tags', 'appVersion', 'kubeVersion'] as const) {
    clean[key] = sanitize(metadata[key]);
  }
  const { name, version, type } = clean;
  if (name === '') invalid('chart.metadata.name is required');
  if (name === '.' || name === '..') invalid(`chart.metadata.name ${goQuote(name)} is not allowed`);
  if (name.includes('/')) invalid(`chart.metadata.name ${goQuote(name)} is invalid`);
  if (version === '') invalid('chart.metadata.version is required');
  if (!isVersion(version)) invalid(`chart.metadata.version ${goQuote(version)} is invalid`);
  if (type !== '' && type !== 'application' && type !== 'library') {
    invalid('chart.metadata.type must be application or library');
  }
  const seen = new Set<string>();
  for (const dependency of clean.dependencies ?? []) {
    const { alias } = dependency;
    if (alias !== '' && !ALIAS.test(alias)) {
      invalid(`dependency ${goQuote(dependency.name)} has disallowed characters in the alias`);
    }
    const key = alias === '' ? dependency.name : alias;
    if (seen.has(key)) invalid(`more than one dependency with name or alias ${goQuote(key)}`);
    seen.add(key);
  }
  return clean;
}

function sanitize(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return characters(text)
    .map((character) => (/\s/.test(character) ? ' ' : isPrintable(character) ? character : ''))
    .join('');
}
