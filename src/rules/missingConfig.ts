import { jsonAt, type JsonValue } from '../manifest/json';
import { list, object, text } from '../manifest/reading';
import type { Path } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import { factsInNamespace, type ConfigFact } from './facts';
import { distanceTo, SAME_FOLDER } from './nearness';
import type { Finding, Rule, RuleContext } from './rule';
import { isSimilar } from './similar';
import { quote } from '../model/words';

export const missingConfig: Rule = {
  id: 'missing-config',
  group: 'stalls',
  claims: 'nothing',
  severity: 'information',
  title: 'a ConfigMap or Secret that no file describes',
  reads: ['spec.template.spec', 'metadata.namespace'],
  check: (context) => {
    if (context.facts.limited || context.facts.testData) return [];
    const seen = new Set<string>();
    return referencesOf(context.workload).flatMap((reference) => {
      const key = `${reference.kind} ${reference.name}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return missing(reference, context);
    });
  },
};

interface Reference {
  readonly kind: ConfigFact['kind'];
  readonly name: string;
  readonly path: Path;
  readonly isVolume: boolean;
}

function missing({ kind, name, path, isVolume }: Reference, { facts, workload }: RuleContext): Finding[] {
  const isBeside = ({ uri }: ConfigFact): boolean => (distanceTo(facts.home, uri) ?? Infinity) <= SAME_FOLDER;
  const beside = factsInNamespace(facts, 'config', workload, (fact) => fact.kind === kind && isBeside(fact), SAME_FOLDER);
  if (beside.length === 0 || facts.configs.has(`${kind} ${name}`) || MADE_BY_THE_CLUSTER.test(name)) return [];
  // One that a template names may be this one.
  if (beside.some((other) => other.name === '')) return [];
  const meant = beside.find((other) => isSimilar(name, other.name))?.name;
  const effect = isVolume
    ? 'the new pods stay in ContainerCreating'
    : 'the new pods get no further than CreateContainerConfigError';
  return [
    {
      path,
      severity: meant !== undefined ? 'warning' : kind === 'Secret' ? 'hint' : 'information',
      message: `No file of the workspace describes ${kind} ${quote(name)} (there is ${quote(meant ?? beside[0]?.name ?? '')}): if the cluster has none either, ${effect} and the rollout stalls.`,
      short: `${kind} ${quote(name)} is nowhere described`,
      fixes: meant === undefined ? [] : [{ title: `Use ${kind} ${quote(meant)}`, edits: [{ op: 'set', path, value: meant }] }],
    },
  ];
}

const MADE_BY_THE_CLUSTER = /^(?:kube-root-ca|openshift-service-ca)\.crt$|-ca-root-cert$|-token-[a-z0-9]{5}$/;

/** What of the pods names a ConfigMap or a Secret that must be there. */
function referencesOf({ resource, pod }: Workload): readonly Reference[] {
  const { json } = resource;
  const spec: Path = [...pod.path, 'spec'];
  const found: Reference[] = [];
  const add = (holder: JsonValue | undefined, at: Path, kind: Reference['kind'], nameKey = 'name'): void => {
    const name = text(object(holder)[nameKey]);
    if (name === '' || object(holder)['optional'] === true) return;
    found.push({ kind, name, path: [...at, nameKey], isVolume: at.includes('volumes') });
  };
  for (const { path } of [...pod.initContainers, ...pod.containers]) {
    list(jsonAt(json, [...path, 'envFrom'])).forEach((source, index) => {
      add(object(source)['configMapRef'], [...path, 'envFrom', index, 'configMapRef'], 'ConfigMap');
      add(object(source)['secretRef'], [...path, 'envFrom', index, 'secretRef'], 'Secret');
    });
    list(jsonAt(json, [...path, 'env'])).forEach((variable, index) => {
      const from: Path = [...path, 'env', index, 'valueFrom'];
      add(jsonAt(variable, ['valueFrom', 'configMapKeyRef']), [...from, 'configMapKeyRef'], 'ConfigMap');
      add(jsonAt(variable, ['valueFrom', 'secretKeyRef']), [...from, 'secretKeyRef'], 'Secret');
    });
  }
  list(jsonAt(json, [...spec, 'volumes'])).forEach((volume, index) => {
    const at: Path = [...spec, 'volumes', index];
    add(object(volume)['configMap'], [...at, 'configMap'], 'ConfigMap');
    add(object(volume)['secret'], [...at, 'secret'], 'Secret', 'secretName');
    list(jsonAt(volume, ['projected', 'sources'])).forEach((source, part) => {
      add(object(source)['configMap'], [...at, 'projected', 'sources', part, 'configMap'], 'ConfigMap');
      add(object(source)['secret'], [...at, 'projected', 'sources', part, 'secret'], 'Secret');
    });
  });
  return found;
}
