import { maybeOnce } from './maybeOnce';
import { whyOldPodGoesFirst } from './oneAtATime';
import { isCertainAt, type Workload } from '../manifest/workload';
import { besideOf } from './folderFacts';
import { isMetricsName } from './noReadiness';
import { serving } from './pods';
import { ENVELOPE_READS, type Fix, type Rule, type RuleContext } from './rule';
import { servicesOf } from './selecting';
import { quote } from '../model/words';

export const singleReplicaDown: Rule = {
  id: 'single-replica-down',
  group: 'takes down',
  claims: 'outage',
  severity: 'warning',
  needsUsers: true,
  title: 'the only replica may be missing during the rollout',
  reads: ENVELOPE_READS,
  check: (context) => {
    const { envelope, workload } = context;
    if (envelope?.kind !== 'Deployment' || envelope.strategy !== 'RollingUpdate') return [];
    if (envelope.desired !== 1 || envelope.unavailable === 0) return [];
    const blocked = whyOldPodGoesFirst(context);
    const once = maybeOnce(context);
    const [service] = servicesOf(context.facts, workload);
    const behind = service === undefined ? '' : ` behind Service ${quote(service.name)}`;
    const better =
      blocked === undefined
        ? ` With maxUnavailable 0 and maxSurge 1 the new pod starts first${once === '' ? '' : `, if two pods at a time can have ${once}`}.`
        : ` To start the new pod first would stall (${blocked}), so this is the least bad way.`;
    return [
      {
        severity:
          blocked !== undefined ? 'hint' : once === '' && !isMeant(workload) && isCalled(context) ? 'warning' : 'information',
        path: envelope.bounds.maxUnavailable.written ? workload.maxUnavailable.path : workload.replicas.path,
        message: `The rollout takes the only replica down: maxUnavailable comes to ${envelope.unavailable}${envelope.bothZero ? ' (both bounds came to 0, Kubernetes uses 1)' : ''}. Until the new one is ready there is no pod${behind}.${better}`,
        short: 'the only replica goes down',
        fixes: blocked === undefined ? [surgeFirst(workload, once === '')] : [],
      },
    ];
  },
};

/** Who writes `maxSurge: 0` and 1 wants the old pod to go first, as with Recreate. */
function isMeant({ maxSurge, maxUnavailable }: Workload): boolean {
  return maxSurge.written && maxSurge.value === 0 && maxUnavailable.written && maxUnavailable.value === 1;
}

/** A worker that nobody calls goes on with its work a little later; neither does who only fetches metrics from it. */
function isCalled({ workload, facts }: RuleContext): boolean {
  if (servicesOf(facts, workload).length > 0) return true;
  // Where Services are written beside it, each with the pods that it is for, none is for these.
  if (besideOf(facts.bySort, 'service').length > 0) return false;
  return serving(workload.pod).some(
    ({ path, ports }) => ports.some(({ name }) => !isMetricsName(name)) || !isCertainAt(workload, [...path, 'ports']),
  );
}

function surgeFirst({ maxSurge, maxUnavailable }: Workload, isSure: boolean): Fix {
  return {
    title: 'Start the new pod first (maxSurge 1, maxUnavailable 0)',
    preferred: isSure,
    edits: [
      { op: 'set', path: maxSurge.path, value: '1' },
      { op: 'set', path: maxUnavailable.path, value: '0' },
    ],
  };
}
