import { configReferences, type ConfigReference } from './configReferences';
import { jsonAt } from '../manifest/json';
import { text } from '../manifest/reading';
import type { Workload } from '../manifest/workload';
import { factsInNamespace, factsOf, type ClusterFacts, type ConfigFact, type Fact } from './facts';
import { distanceTo, SAME_FOLDER } from './nearness';
import { ofContainers, type Finding, type Rule, type RuleContext } from './rule';
import { isSimilar } from '../model/similar';
import { listed, plural, quote } from '../model/words';

export const missingConfig: Rule = {
  id: 'missing-config',
  group: 'stalls',
  claims: 'nothing',
  severity: 'warning',
  title: 'a ConfigMap, Secret or ServiceAccount that no file describes',
  reads: [
    'metadata.namespace',
    'spec.template.spec.volumes',
    'spec.template.spec.serviceAccountName',
    ...ofContainers('env', 'envFrom'),
  ],
  check: (context) => {
    const { limited, isUnused, kustomized } = context.facts;
    // What others build on may get it there.
    if (limited || isUnused || kustomized.isBuiltOn) return [];
    const seen = new Set<string>();
    const { resource, pod } = context.workload;
    const config = configReferences(resource.json, pod.path).filter(({ optional }) => !optional);
    const references = [...config, ...accountOf(context.workload)];
    const missing = references.flatMap((reference) => {
      const key = `${reference.kind} ${reference.name}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return besideOf(reference, context) ?? [];
    });
    const similar = missing.filter(({ meant }) => meant !== undefined);
    return [
      ...similar.flatMap((one) => findingsOf([one])),
      ...findingsOf(missing.filter(({ kind, meant }) => meant === undefined && kind !== 'ServiceAccount')),
      ...findingsOf(missing.filter(({ kind, meant }) => meant === undefined && kind === 'ServiceAccount')),
      ...newAccount(context),
      ...references.flatMap((reference) => keyFindings(reference, context)),
      ...references.filter(isFirst).flatMap((reference) => elsewhere(reference, context)),
    ];
  },
};

/** Without it no pod is let in. Every namespace has one called default. */
function accountOf({ resource: { json }, pod }: Workload): readonly ConfigReference[] {
  const path = [...pod.path, 'spec', 'serviceAccountName'];
  const name = text(jsonAt(json, path));
  if (name === '' || name === 'default') return [];
  return [{ kind: 'ServiceAccount', name, path, isVolume: false, optional: false, keys: [] }];
}

/** Beside no other account that tells whether the workspace describes any, only one that is new is spoken of. */
function newAccount({ workload, before, facts }: RuleContext): readonly Finding[] {
  const [account] = accountOf(workload);
  if (account === undefined || before?.certain !== true || accountOf(before)[0]?.name === account.name) return [];
  if (facts.configs.has(`ServiceAccount ${account.name}`) || isAnyBeside(account, facts)) return [];
  const short = `ServiceAccount ${quote(account.name)}`;
  return [
    {
      path: account.path,
      severity: 'information',
      message: `No file of the workspace describes ${short}, which is new here: if the cluster has none either, ${effectOf(account)}`,
      short: `${short} is nowhere described`,
    },
  ];
}

function isAnyBeside({ kind }: ConfigReference, { bySort }: ClusterFacts): boolean {
  return (bySort.get('config') ?? []).some(
    ({ fact, distance }) => fact.fact === 'config' && fact.kind === kind && distance <= SAME_FOLDER,
  );
}

function isFirst({ kind, name }: ConfigReference, index: number, all: readonly ConfigReference[]): boolean {
  return all.findIndex((other) => other.kind === kind && other.name === name) === index;
}

/** What is described near by for other namespaces only, or for whichever kubectl is told. */
function elsewhere(reference: ConfigReference, { facts, workload: { writtenNamespace } }: RuleContext): readonly Finding[] {
  const { kind, name, path } = reference;
  // What is built gets its namespace on the way, and so does what Helm installs.
  const isBuilt = facts.writtenIn !== undefined || facts.kustomized.isBase || facts.home.includes('/templates/');
  if (writtenNamespace === undefined || isBuilt) return [];
  const isMeant = (fact: Fact): fact is ConfigFact => fact.fact === 'config' && fact.kind === kind && fact.name === name;
  const all = (facts.bySort.get('config') ?? []).filter(({ fact }) => isMeant(fact));
  if (all.some(({ fact }) => fact.namespace === writtenNamespace) || !all.some(({ distance }) => distance <= SAME_FOLDER))
    return [];
  const open = all.some(({ fact }) => fact.namespace === undefined);
  const [found] = factsOf(facts, 'config', (near) => near.distance <= SAME_FOLDER, isMeant);
  if (found === undefined || (open && found.namespace !== undefined)) return [];
  const where = open ? 'is written without a namespace' : `is described for namespace ${quote(found.namespace ?? '')} only`;
  const unless = open
    ? `where kubectl is not told -n ${writtenNamespace}, it lands elsewhere, and`
    : 'unless something copies it,';
  return [
    {
      path,
      severity: open ? 'hint' : 'information',
      message: `${kind} ${quote(name)} ${where}, the pods are in ${quote(writtenNamespace)}: ${unless} ${effectOf(reference)}`,
      short: `${kind} ${quote(name)} is in another namespace`,
    },
  ];
}

/** A reference to what no file describes. */
interface Missing extends ConfigReference {
  /** What there is of the kind, near by. */
  readonly other: string;
  /** What is called almost so. */
  readonly meant: string | undefined;
}

function besideOf(reference: ConfigReference, { facts, workload }: RuleContext): Missing | undefined {
  const { kind, name } = reference;
  const isBeside = ({ uri }: ConfigFact): boolean => (distanceTo(facts.home, uri) ?? Infinity) <= SAME_FOLDER;
  const beside = factsInNamespace(facts, 'config', workload, (fact) => fact.kind === kind && isBeside(fact), {
    furthest: SAME_FOLDER,
  });
  if (beside.length === 0 || facts.configs.has(`${kind} ${name}`) || MADE_BY_THE_CLUSTER.test(name)) return undefined;
  // One that a template names may be this one, and so may an account before whose name that of a release is put.
  if (beside.some((other) => other.name === '' || (kind === 'ServiceAccount' && other.name.endsWith(`-${name}`))))
    return undefined;
  const meant = beside.find((other) => isSimilar(name, other.name))?.name;
  return { ...reference, meant, other: meant ?? beside[0]?.name ?? '' };
}

/** One for all that are missing: whoever fills in one of them by other means most likely does so with the others. */
function findingsOf(missing: readonly Missing[]): Finding[] {
  const first = missing.find(({ kind }) => kind === 'ConfigMap') ?? missing[0];
  if (first === undefined) return [];
  const { path, kind, meant, other } = first;
  const names = listed(missing.map((each) => `${each.kind} ${quote(each.name)}`));
  const without = missing.length === 1 ? 'has none either' : 'has not got them either';
  return [
    {
      path,
      ...(meant === undefined ? { severity: 'hint' as const } : {}),
      message: `No file of the workspace describes ${names} (there is ${kind} ${quote(other)}): if the cluster ${without}, ${effectOf(missing.find(({ isVolume }) => isVolume) ?? first)}`,
      short: `${names} ${plural(missing.length, 'is', 'are')} nowhere described`,
      fixes: meant === undefined ? [] : [{ title: `Use ${kind} ${quote(meant)}`, edits: [{ op: 'set', path, value: meant }] }],
    },
  ];
}

function effectOf({ kind, isVolume }: ConfigReference): string {
  if (kind === 'ServiceAccount') return 'no pod is created and the rollout stalls.';
  return `the new pods ${isVolume ? 'stay in ContainerCreating' : 'get no further than CreateContainerConfigError'} and the rollout stalls.`;
}

/** Where every file that describes it has other keys. */
function keyFindings(reference: ConfigReference, { facts, workload }: RuleContext): Finding[] {
  const { kind, name, keys } = reference;
  const isMeant = (fact: ConfigFact): boolean => fact.kind === kind && fact.name === name;
  const lacks = (fact: ConfigFact, key: string): boolean => fact.keys?.includes(key) === false && fact.keys.length > 0;
  return keys.flatMap(({ key, path }) => {
    const [found] = factsInNamespace(facts, 'config', workload, (fact) => isMeant(fact) && lacks(fact, key));
    const isElsewhere = (facts.bySort.get('config') ?? []).some(
      ({ fact }) => fact.fact === 'config' && isMeant(fact) && !lacks(fact, key),
    );
    if (found === undefined || isElsewhere) return [];
    const short = `${kind} ${quote(name)} has no key ${quote(key)}`;
    const message = `${short} (but ${listed((found.keys ?? []).map(quote))}): unless something else adds it, ${effectOf(reference)}`;
    return [{ path, message, short }];
  });
}

const MADE_BY_THE_CLUSTER = /^(?:kube-root-ca|openshift-service-ca)\.crt$|-ca-root-cert$|-token-[a-z0-9]{5}$/;

/** What of the pods names a ConfigMap or a Secret that must be there. */
