/** Upstream: pkg/chart/metadata.go, pkg/engine/engine.go (Helm v3.21.4): `.Chart`. */
import {
  BOOL,
  INTERFACE,
  List,
  listOf,
  STRING,
  STRING_MAP,
  STRINGS,
  Struct,
  TypedMap,
  type Field,
  type GoType,
  type Value,
} from '../goTemplate/value';
import type { Chart, Dependency, Maintainer, Metadata } from './chart';

const optional = (name: string, type: GoType, json = name.slice(0, 1).toLowerCase() + name.slice(1)): Field => ({
  name,
  type,
  json,
  omitEmpty: true,
});

const pointerTo = (elem: GoType): GoType => ({ name: `*${elem.name}`, kind: 'ptr', isNamed: true, elem });

const MAINTAINER: GoType = {
  name: 'chart.Maintainer',
  kind: 'struct',
  isNamed: true,
  fields: [optional('Name', STRING), optional('Email', STRING), optional('URL', STRING, 'url')],
};

const DEPENDENCY: GoType = {
  name: 'chart.Dependency',
  kind: 'struct',
  isNamed: true,
  fields: [
    { name: 'Name', type: STRING, json: 'name' },
    optional('Version', STRING),
    { name: 'Repository', type: STRING, json: 'repository' },
    optional('Condition', STRING),
    optional('Tags', STRINGS),
    optional('Enabled', BOOL),
    optional('ImportValues', listOf(INTERFACE), 'import-values'),
    optional('Alias', STRING),
  ],
};

const MAINTAINERS = listOf(pointerTo(MAINTAINER));
const DEPENDENCIES = listOf(pointerTo(DEPENDENCY));

const METADATA: GoType = {
  name: 'chart.Metadata',
  kind: 'struct',
  isNamed: true,
  fields: [
    optional('Name', STRING),
    optional('Home', STRING),
    optional('Sources', STRINGS),
    optional('Version', STRING),
    optional('Description', STRING),
    optional('Keywords', STRINGS),
    optional('Maintainers', MAINTAINERS),
    optional('Icon', STRING),
    optional('APIVersion', STRING, 'apiVersion'),
    optional('Condition', STRING),
    optional('Tags', STRING),
    optional('AppVersion', STRING),
    optional('Deprecated', BOOL),
    optional('Annotations', STRING_MAP),
    optional('KubeVersion', STRING),
    optional('Dependencies', DEPENDENCIES),
    optional('Type', STRING),
  ],
};

const CHART: GoType = {
  name: 'struct { chart.Metadata; IsRoot bool }',
  kind: 'struct',
  fields: [
    { name: 'Metadata', type: METADATA, isEmbedded: true },
    { name: 'IsRoot', type: BOOL },
  ],
};

function strings(texts: readonly string[] | undefined): List {
  return new List(texts ?? [], STRINGS, texts === undefined);
}

function structs<T>(items: readonly T[] | undefined, type: GoType, make: (item: T) => Value): List {
  return new List((items ?? []).map(make), type, items === undefined);
}

function maintainerStruct({ name, email, url }: Maintainer): Value {
  return new Struct(pointerTo(MAINTAINER), new Map([['Name', name], ['Email', email], ['URL', url]])); // prettier-ignore
}

function dependencyStruct(dependency: Dependency): Value {
  const { name, version, repository, condition, tags, enabled, importValues, alias } = dependency;
  return new Struct(
    pointerTo(DEPENDENCY),
    new Map<string, Value>([
      ['Name', name],
      ['Version', version],
      ['Repository', repository],
      ['Condition', condition],
      ['Tags', strings(tags)],
      ['Enabled', enabled],
      ['ImportValues', new List(importValues)],
      ['Alias', alias],
    ]),
  );
}

function metadataStruct(metadata: Metadata): Struct {
  const { annotations } = metadata;
  return new Struct(
    METADATA,
    new Map<string, Value>([
      ['Name', metadata.name],
      ['Home', metadata.home],
      ['Sources', strings(metadata.sources)],
      ['Version', metadata.version],
      ['Description', metadata.description],
      ['Keywords', strings(metadata.keywords)],
      ['Maintainers', structs(metadata.maintainers, MAINTAINERS, maintainerStruct)],
      ['Icon', metadata.icon],
      ['APIVersion', metadata.apiVersion],
      ['Condition', metadata.condition],
      ['Tags', metadata.tags],
      ['AppVersion', metadata.appVersion],
      ['Deprecated', metadata.deprecated],
      ['Annotations', new TypedMap(STRING_MAP, annotations, annotations === undefined)],
      ['KubeVersion', metadata.kubeVersion],
      ['Dependencies', structs(metadata.dependencies, DEPENDENCIES, dependencyStruct)],
      ['Type', metadata.type],
    ]),
  );
}

export function chartStruct({ metadata, parent }: Chart): Value {
  return new Struct(
    CHART,
    new Map<string, Value>([
      ['Metadata', metadataStruct(metadata)],
      ['IsRoot', parent === undefined],
    ]),
  );
}
