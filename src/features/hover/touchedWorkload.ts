import { emptyDocument } from '../../manifest/document';
import { isWorkloadKind, type Resource } from '../../manifest/kinds';
import { readWorkload, type Workload } from '../../manifest/workload';
import type { ClusterFacts } from '../../rules/facts';
import type { Touched } from '../../rules/touched';
import { Assessment, type Surroundings } from '../assessment';
import { linkTo } from './envelopeText';

/** A workload that an object bears on. */
export interface TouchedWorkload {
  readonly workload: Workload;
  readonly assessment: Assessment;
  /** ` in web.yaml`, as a link; empty in the same file. */
  readonly link: string;
}

const NOWHERE = { kind: 'map', entries: [], flow: false, open: false, start: 0, end: 0 } as const;

/** The workload as its own file's hovers see it; undefined: it is of a kind that is not analyzed. */
export function assessed(
  { fact, facts }: Touched,
  here: ClusterFacts,
  settings: Surroundings['settings'],
): TouchedWorkload | undefined {
  const { kind } = fact;
  if (!isWorkloadKind(kind)) return undefined;
  const json = here.workspace?.objectOf(fact) ?? fact.object;
  const resource: Resource = { kind, apiVersion: 'apps/v1', json, source: NOWHERE, base: [], unknowns: { values: [], open: [] } };
  const alone = readWorkload(resource);
  if (alone === undefined) return undefined;
  const assessment = new Assessment(alone, emptyDocument(undefined), { settings, facts });
  return { workload: assessment.workload, assessment, link: linkTo(fact, here) };
}
