import { equal, ok } from '../support/assert';
import { daemonSet, deployment, hoverAt, openText, setText } from '../support/manifests';

const SPEC = [
  'replicas: 10',
  'minReadySeconds: 5',
  'progressDeadlineSeconds: 300',
  'revisionHistoryLimit: 3',
  'paused: false',
  'strategy:',
  '  type: RollingUpdate',
  '  rollingUpdate:',
  '    maxSurge: 25%',
  '    maxUnavailable: 25%',
];
const POD = ['terminationGracePeriodSeconds: 40'];

const DAEMON_SPEC = [
  'minReadySeconds: 5',
  'revisionHistoryLimit: 3',
  'updateStrategy:',
  '  type: RollingUpdate',
  '  rollingUpdate:',
  '    maxUnavailable: 10%',
];

async function expectHovers(text: string, cases: readonly (readonly [at: string, says: RegExp])[]): Promise<void> {
  const document = await openText(text);
  for (const [at, says] of cases) {
    const hover = await hoverAt(document, at);
    ok(says.test(hover), `the hover at ${at} does not say ${String(says)}:\n${hover}`);
  }
}

describe('hovers', () => {
  it('explain every field of a Deployment that bears on a rollout', async () => {
    await expectHovers(deployment('hover-deployment', SPEC, POD), [
      ['kind: Deployment', /never more than \*\*13 pods\*\*/],
      ['name: hover-deployment', /Never fewer than \*\*8\*\* of 10/],
      ['replicas: 10', /\*\*replicas\*\*: 10/],
      ['strategy:', /\*\*type\*\*: RollingUpdate/],
      ['type: RollingUpdate', /step by step/],
      ['rollingUpdate:', /surge 3/],
      ['maxSurge', /25 % of 10 = 2\.5 → 3, rounded up/],
      ['maxUnavailable', /25 % of 10 = 2\.5 → 2, rounded down/],
      ['25%', /\*\*maxSurge\*\*/],
      ['minReadySeconds', /\*\*minReadySeconds\*\*: 5/],
      ['progressDeadlineSeconds', /ProgressDeadlineExceeded/],
      ['revisionHistoryLimit', /old ReplicaSets/],
      ['paused', /not rolled out/],
      ['terminationGracePeriodSeconds', /\*\*terminationGracePeriodSeconds\*\*: 40/],
      ['readinessProbe', /first asked after 5 s/],
      ['livenessProbe', /restarted after 3 failures/],
      ['startupProbe', /300 s|5 min/],
    ]);
  });

  it('explain every field of a DaemonSet that bears on a rollout, with a table of node counts', async () => {
    await expectHovers(daemonSet('hover-daemonset', DAEMON_SPEC, POD), [
      ['kind: DaemonSet', /nodes \| &nbsp;&nbsp;surge \|/],
      ['name: hover-daemonset', /\| 500 \| 0 \| 50 \|/],
      ['updateStrategy:', /\*\*type\*\*: RollingUpdate/],
      ['type: RollingUpdate', /step by step/],
      ['rollingUpdate:', /unavailable/],
      ['maxUnavailable', /rounded up|10 % of/],
      ['minReadySeconds', /\*\*minReadySeconds\*\*: 5/],
      ['revisionHistoryLimit', /ControllerRevisions/],
      ['terminationGracePeriodSeconds', /40/],
      ['readinessProbe', /the rollout waits for it/],
      ['kind: DaemonSet', /command:rolloutLens\.setNodeCount/],
    ]);
  });

  it('link to the simulation of exactly this workload', async () => {
    const document = await openText(`${deployment('first')}---\n${deployment('second')}`);
    const link = /command:rolloutLens\.simulate\?([^)]*)\)/.exec(await hoverAt(document, 'name: second'))?.[1] ?? '';
    const [uri, offset] = JSON.parse(decodeURIComponent(link)) as [string, number];
    equal(uri, document.uri.toString());
    ok(offset > document.getText().indexOf('---'), 'the link leads to the first document');
  });

  it('speak of the document they are in', async () => {
    await expectHovers(`${deployment('first')}---\n${deployment('second', ['replicas: 4'])}`, [
      ['replicas: 10', /\*\*replicas\*\*: 10/],
      ['replicas: 4', /\*\*replicas\*\*: 4/],
      ['name: second', /never more than \*\*5 pods\*\*/],
    ]);
  });

  it('say of a templated value that it is one, and invent no number', async () => {
    const document = await openText(deployment('templated', ['replicas: {{ .Values.replicas }}', 'minReadySeconds: 7']));
    ok(/filled in by a template/.test(await hoverAt(document, 'replicas')), 'nothing about the template');
    ok(/depend on a template/.test(await hoverAt(document, 'kind: Deployment')), 'the envelope is not left open');
    ok(/\*\*minReadySeconds\*\*: 7/.test(await hoverAt(document, 'minReadySeconds')), 'literal fields are lost');
  });

  it('use what is readable of a half-typed document', async () => {
    const document = await openText(deployment('half', ['replicas: 10', 'strat']));
    ok(/\*\*replicas\*\*: 10/.test(await hoverAt(document, 'replicas')), 'nothing about replicas');
    await setText(document, 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: x\nspec:\n  replicas: 3\n  strategy:\n    type: Recr');
    ok(/\*\*replicas\*\*: 3/.test(await hoverAt(document, 'replicas')), 'nothing about replicas at the end of the typing');
  });

  it('never promise what the API server rejects', async () => {
    const spec = ['replicas: 3', 'strategy:', '  rollingUpdate:', '    maxSurge: 0', '    maxUnavailable: 0'];
    const document = await openText(deployment('rejected', spec));
    const hover = await hoverAt(document, 'maxUnavailable');
    ok(/The API server rejects this/.test(hover), hover);
    ok(!/1 unavailable|→ \*\*1 pod/.test(hover), hover);
  });

  it('escape what comes from the manifest', async () => {
    const document = await openText(deployment('x').replace('name: x', 'name: "[a](command:evil) <b>"'));
    const hover = await hoverAt(document, 'kind: Deployment');
    ok(!hover.includes('](command:evil)') && !hover.includes('<b>'), hover);
  });
});
