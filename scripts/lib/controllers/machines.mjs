import { ControllerExpectations } from '../../../src/engine/controllers/expectations';
import { ReplicaSetController } from '../../../src/engine/controllers/replicaset/replicaSetController';
import { simulate } from '../../../src/engine/simulation/simulate';
import { formulaText } from '../../../src/engine/simulation/words/describeDecision';
import { TRAPS } from '../../../webview/traps/traps';
import { TestCluster } from '../../../test/support/testCluster';
import { table } from './tables.mjs';

/** Small machines that are worked by hand. */

const KEY = 'default/web';
const WANTED = 3;

/** What nobody should have: a controller that trusts its cache. */
class NoExpectations extends ControllerExpectations {
  /** @override */
  satisfied() {
    return true;
  }
}

/** A ReplicaSet of three whose controller is synced before its watch has told of the pods. @param {boolean} expects */
function createdTwice(expects) {
  const cluster = new TestCluster();
  const byHand = cluster.byHand();
  const { informers, clock } = byHand;
  const controller = new ReplicaSetController({
    ...byHand,
    // The second guard would hide what the first one does.
    staleControllerConsistency: false,
    ...(expects ? {} : { expectations: new NoExpectations(clock) }),
  });
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'example/web:1.0' }] } };
  const spec = { replicas: WANTED, selector: { matchLabels: labels }, template };
  cluster.store.create('ReplicaSet', { metadata: { name: 'web', namespace: 'default' }, spec });
  const pods = () => [...cluster.store.list('Pod')].filter(({ metadata }) => metadata.deletionTimestamp === undefined).length;
  const states = [];
  informers.deliver();
  for (const what of ['deliver nothing', 'deliver nothing', 'deliver all', 'deliver all']) {
    if (what === 'deliver all') informers.deliver();
    controller.sync(KEY);
    states.push(pods());
  }
  return states;
}

/** What expectations are for: the same four syncs with and without them. */
export function staleCacheTable() {
  const [first, second, third, fourth] = createdTwice(true);
  const [first2, second2, third2, fourth2] = createdTwice(false);
  const rows = [
    ['the first sync', first, first2],
    ['a second sync, before the watch has told of these pods', second, second2],
    ['a third sync, after it has', third, third2],
    ['a fourth sync, when all is seen', fourth, fourth2],
  ];
  const intro = `A ReplicaSet of ${WANTED}, synced by hand (the guard of the next section is switched off). Pods there are after`;
  return `${intro}\n\n${table(
    ['', 'with expectations', 'without (_not Kubernetes_)'],
    rows.map((row) => row.map((cell) => cell ?? '')),
  )}`;
}

/** A Deployment that is scaled in the middle of a rollout. */
export function proportionalScaling() {
  const scenario = TRAPS.find(({ id }) => id === 'scale-while-rolling')?.scenario;
  if (scenario === undefined) throw new Error('there is no trap scale-while-rolling');
  for (const { steps } of simulate(scenario).decisions)
    for (const step of steps) {
      if (step.step !== 'scale' || step.verdict !== 'scaledUp' || !('allowedSize' in step.inputs)) continue;
      const rows = (step.subjects ?? []).map(({ name, facts }) => [
        `\`${name}\``,
        String(facts?.['from']),
        String(facts?.['to']),
      ]);
      return `${formulaText(step) ?? ''}\n\n${table(['ReplicaSet', 'size before', 'size after'], rows)}`;
    }
  throw new Error('nothing is scaled in proportion');
}
