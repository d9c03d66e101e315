/** The three ways that the hand-overs are counted on. */

/** @typedef {readonly [from: number, to: number, times: number]} Pair by the numbers of the files */
/** @typedef {{ readonly calls: number, readonly pairs: readonly Pair[] }} Count */
/** @typedef {{ readonly name: string, readonly count: Count }} Journey */

/** Where they enter: the first file of a list that the tree has. */
export const entries = {
  analysis: ['src/features/analysis.ts'],
  hover: ['src/features/hover/hover.ts'],
  settings: ['src/features/settings.ts'],
  facts: ['src/rules/facts.ts'],
  simulation: ['src/features/simulation.ts'],
  target: ['src/features/simulationTarget.ts'],
  protocol: ['src/shared/protocol.ts'],
  jobs: ['webview/worker/jobs.ts'],
  deploymentWorld: ['test/support/deploymentWorld.ts'],
};

/**
 * @typedef {typeof import('./counter.mjs') & {
 *   analysis: typeof import('../../../src/features/analysis'),
 *   hover: typeof import('../../../src/features/hover/hover'),
 *   settings: typeof import('../../../src/features/settings'),
 *   facts: typeof import('../../../src/rules/facts'),
 *   simulation: typeof import('../../../src/features/simulation'),
 *   target: typeof import('../../../src/features/simulationTarget'),
 *   protocol: typeof import('../../../src/shared/protocol'),
 *   jobs: typeof import('../../../webview/worker/jobs'),
 *   deploymentWorld: typeof import('../../../test/support/deploymentWorld'),
 * }} Program
 */

const URI = 'file:///handovers/app.yaml';

const MANIFEST = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 10
  selector:
    matchLabels:
      app: web
  strategy:
    rollingUpdate:
      maxSurge: 25%
      maxUnavailable: 25%
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: web:1.0
          readinessProbe:
            httpGet:
              path: /
              port: 80
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels:
      app: agent
  template:
    metadata:
      labels:
        app: agent
    spec:
      containers:
        - name: agent
          image: agent:1.0
`;

/** @param {string} name @param {readonly Count[]} counts @param {number} [which] */
function journey(name, counts, which = 0) {
  const count = counts[which];
  if (count === undefined) throw new Error(`${name}: nothing was counted`);
  return { name, count };
}

/** @param {Program} program */
const surroundingsOf = ({ settings, facts }) => ({ settings: settings.DEFAULT_SETTINGS, facts: facts.NO_FACTS });

/**
 * One character is edited, then the pointer rests on another field.
 * @param {Program} program
 */
async function keystrokeToHover(program) {
  const { analysis, hover, countDuring } = program;
  const surroundings = surroundingsOf(program);
  const offset = MANIFEST.indexOf('maxSurge') + 2;
  let read = new analysis.Analysis(URI, MANIFEST, surroundings);
  const look = () => {
    if (hover.computeHover(read, offset) === undefined) throw new Error('nothing to hover');
  };
  look();
  const edited = MANIFEST.replace('replicas: 10', 'replicas: 12');
  const edit = await countDuring(() => {
    read = new analysis.Analysis(URI, edited, surroundings, read);
    look();
  });
  return [journey('keystroke → hover', edit), journey('hover again, nothing edited', await countDuring(look))];
}

/**
 * A click on "Simulate": the scenario, its way into the page, and the timeline on its way out of the worker.
 * @param {Program} program
 */
async function clickToFirstFrame(program) {
  const { analysis, simulation, target: targets, protocol, jobs, countDuring } = program;
  const read = new analysis.Analysis(URI, MANIFEST, surroundingsOf(program));
  const now = performance.now.bind(performance);
  // The worker reports how far it is after so many milliseconds: on a slow machine once more, and the count would differ.
  performance.now = () => 0;
  const counts = await countDuring(async () => {
    const [target] = targets.simulationTargets(read);
    if (target === undefined) throw new Error('nothing to simulate');
    const simulated = simulation.simulationOf(read, target);
    if (simulated.problem !== undefined) throw new Error(simulated.problem.message);
    const { scenario, notes } = simulated;
    const { kind, namespace, name } = target;
    const session = { title: name, kind, namespace, name, origin: 'manifest', uri: URI, canApply: true };
    const opened = protocol.readHostMessage(structuredClone({ type: 'open', session, scenario, notes, restored: false }));
    if (opened?.type !== 'open') throw new Error('the page does not understand the message');
    const request = structuredClone({ type: /** @type {const} */ ('simulate'), job: 1, scenario: opened.scenario });
    const last = await new Promise((resolve) => {
      const worker = jobs.createJobs((reply) => {
        if (reply.type !== 'progress') resolve(structuredClone(reply));
      });
      worker.accept(request);
    });
    if (last?.type !== 'done') throw new Error(`the worker did not simulate: ${JSON.stringify(last)}`);
  }).finally(() => {
    performance.now = now;
  });
  return [journey('click → first frame', counts)];
}

/**
 * A Deployment of ten is complete; then one of its pods is no longer ready. What its controller does in the two syncs
 * that follow: one that writes the status, and one that finds nothing to do.
 * @param {Program} program
 * @param {readonly string[]} files
 */
async function deploymentSync(program, files) {
  const { deploymentWorld, countDuring } = program;
  const world = new deploymentWorld.DeploymentWorld();
  world.create(deploymentWorld.webDeployment({ replicas: 10 }));
  world.runUntil(60);
  if (!world.isComplete) throw new Error('the Deployment is not complete');
  const [pod] = world.store.list('Pod');
  if (pod === undefined) throw new Error('there is no pod');
  world.at(61, () => {
    world.setReady(pod.metadata.name, false);
  });
  const isSync = (/** @type {string} */ name, /** @type {number} */ file) =>
    /(^|\.)sync$/.test(name) && files[file]?.endsWith('/deploymentController.ts') === true;
  const counts = await countDuring(() => {
    world.runUntil(70);
  }, isSync);
  return [journey('one Deployment sync, a pod changed', counts), journey('one Deployment sync, nothing changed', counts, 1)];
}

/**
 * @param {Program} program
 * @param {readonly string[]} files
 * @returns {Promise<Journey[]>}
 */
export async function takeJourneys(program, files) {
  return [...(await keystrokeToHover(program)), ...(await clickToFirstFrame(program)), ...(await deploymentSync(program, files))];
}
