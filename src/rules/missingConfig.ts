import { configReferences, type ConfigReference } from './configReferences';
import { factsInNamespace, type ConfigFact } from './facts';
import { distanceTo, SAME_FOLDER } from './nearness';
import { ofContainers, type Finding, type Rule, type RuleContext } from './rule';
import { isSimilar } from '../model/similar';
import { listed, plural, quote } from '../model/words';

export const missingConfig: Rule = {
  id: 'missing-config',
  group: 'stalls',
  claims: 'nothing',
  severity: 'warning',
  title: 'a ConfigMap or Secret that no file describes',
  reads: ['metadata.namespace', 'spec.template.spec.volumes', ...ofContainers('env', 'envFrom')],
  check: (context) => {
    const { limited, isUnused, kustomized } = context.facts;
    // What others build on may get it there.
    if (limited || isUnused || kustomized.isBuiltOn) return [];
    const seen = new Set<string>();
    const { resource, pod } = context.workload;
    const references = configReferences(resource.json, pod.path).filter(({ optional }) => !optional);
    const missing = references.flatMap((reference) => {
      const key = `${reference.kind} ${reference.name}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return besideOf(reference, context) ?? [];
    });
    const similar = missing.filter(({ meant }) => meant !== undefined);
    return [
      ...similar.flatMap((one) => findingsOf([one])),
      ...findingsOf(missing.filter(({ meant }) => meant === undefined)),
      ...references.flatMap((reference) => keyFindings(reference, context)),
    ];
  },
};

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
  // One that a template names may be this one.
  if (beside.some((other) => other.name === '')) return undefined;
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
      message: `No file of the workspace describes ${names} (there is ${kind} ${quote(other)}): if the cluster ${without}, ${effectOf(missing.some(({ isVolume }) => isVolume))}`,
      short: `${names} ${plural(missing.length, 'is', 'are')} nowhere described`,
      fixes: meant === undefined ? [] : [{ title: `Use ${kind} ${quote(meant)}`, edits: [{ op: 'set', path, value: meant }] }],
    },
  ];
}

function effectOf(isVolume: boolean): string {
  return `the new pods ${isVolume ? 'stay in ContainerCreating' : 'get no further than CreateContainerConfigError'} and the rollout stalls.`;
}

/** Where every file that describes it has other keys. */
function keyFindings({ kind, name, isVolume, keys }: ConfigReference, { facts, workload }: RuleContext): Finding[] {
  const isMeant = (fact: ConfigFact): boolean => fact.kind === kind && fact.name === name;
  const lacks = (fact: ConfigFact, key: string): boolean => fact.keys?.includes(key) === false && fact.keys.length > 0;
  return keys.flatMap(({ key, path }) => {
    const [found] = factsInNamespace(facts, 'config', workload, (fact) => isMeant(fact) && lacks(fact, key));
    const isElsewhere = (facts.bySort.get('config') ?? []).some(
      ({ fact }) => fact.fact === 'config' && isMeant(fact) && !lacks(fact, key),
    );
    if (found === undefined || isElsewhere) return [];
    const short = `${kind} ${quote(name)} has no key ${quote(key)}`;
    const message = `${short} (but ${listed((found.keys ?? []).map(quote))}): unless something else adds it, ${effectOf(isVolume)}`;
    return [{ path, message, short }];
  });
}

const MADE_BY_THE_CLUSTER = /^(?:kube-root-ca|openshift-service-ca)\.crt$|-ca-root-cert$|-token-[a-z0-9]{5}$/;

/** What of the pods names a ConfigMap or a Secret that must be there. */
