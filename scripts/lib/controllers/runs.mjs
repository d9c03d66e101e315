import { simulate } from '../../../src/engine/simulation/simulate';
import { trap } from '../../../webview/traps/trapScenario';

/** @typedef {import('../../../src/engine/controllers/decisions').DecisionStep} DecisionStep */
/** @typedef {import('../../../webview/traps/trapScenario').TrapOptions} Options */

const USUAL = { default: { imagePull: 1, start: 1, warmUp: { min: 2, max: 7 }, shutDown: { min: 1, max: 4 } } };

/** @param {Pick<Options, 'workload' | 'cluster'> & Partial<Options>} options */
function played(options) {
  return simulate(trap({ id: '', title: '', sentence: '', source: '', behavior: USUAL, ...options }).scenario);
}

const failure = /** @type {const} */ ({ kind: 'neverReady' });

/** The simulations that the texts about the controllers tell of, with the alternative text of their pictures. */
export const RUNS = {
  rolling: {
    what: 'A rolling update of ten replicas with the default strategy',
    timeline: played({ workload: { replicas: 10 }, cluster: { nodeCount: 4 } }),
  },
  recreate: {
    what: 'A Deployment with the strategy Recreate: all old pods end before the first new one starts',
    timeline: played({ workload: { replicas: 6, strategy: 'Recreate' }, cluster: { nodeCount: 3 } }),
  },
  stuck: {
    what: 'A rolling update whose new pods never become ready',
    timeline: played({
      workload: { replicas: 10, progressDeadlineSeconds: 120 },
      cluster: { nodeCount: 4 },
      behavior: { ...USUAL, revisions: { after: { failure } } },
      stopAt: 'deadline',
    }),
  },
  daemonset: {
    what: 'An update of a DaemonSet on ten nodes with maxUnavailable 3',
    timeline: played({ kind: 'DaemonSet', workload: { maxUnavailable: 3 }, cluster: { nodeCount: 10 } }),
  },
  'daemonset-surge': {
    what: 'An update of a DaemonSet on ten nodes with maxSurge 3 and maxUnavailable 0',
    timeline: played({ kind: 'DaemonSet', workload: { maxSurge: 3, maxUnavailable: 0 }, cluster: { nodeCount: 10 } }),
  },
};

/** @typedef {keyof typeof RUNS} RunName */

/**
 * The steps of this name that a run has decided, with their times.
 * @template {DecisionStep['step']} S
 * @param {RunName} run
 * @param {S} name
 */
export function stepsOf(run, name) {
  const found = [];
  for (const { t, steps } of RUNS[run].timeline.decisions)
    for (const step of steps)
      if (t >= 0 && step.step === name) found.push({ t, step: /** @type {Extract<DecisionStep, { step: S }>} */ (step) });
  if (found.length === 0) throw new Error(`${run} has no step ${name}`);
  return found;
}

/** All that one controller decided in a run from the change on. @param {RunName} run @param {string} controller */
export function syncsOf(run, controller) {
  return RUNS[run].timeline.decisions.filter((decision) => decision.t >= 0 && decision.controller === controller);
}
