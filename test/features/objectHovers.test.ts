import assert from 'node:assert/strict';
import { computeHover } from '../../src/features/hover/hover';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { Analysis } from '../../src/features/analysis';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { readManifest } from '../../src/manifest/manifest';
import { analyzed, cursor, daemonSet, deployment, object, rolling, type Around } from './support';

const APP = 'file:///w/web.yaml';

function hover(marked: string, files: Around['files'] = { [APP]: deployment({ replicas: 4, ...rolling(1, 1) }) }): string {
  const { text, offset } = cursor(marked);
  return computeHover(analyzed(text, { files }), offset)?.markdown ?? '';
}

const SERVICE = `apiVersion: v1
kind: Serv‸ice
metadata: {name: front}
spec: {selector: {app: web}}
`;
const budget = (bound: string): string => `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: front}
spec: {${bound}, selec‸tor: {matchLabels: {app: web}}}
`;
const AUTOSCALER = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: front}
spec: {scaleTargetRef: {kind: Deployment, name: web}, minReplicas: 2, max‸Replicas: 20}
`;
const quota = (hard: string): string => `apiVersion: v1
kind: ResourceQuota
metadata: {name: team}
spec: {hard: {${hard}}}
`;
const CLASS = `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 10‸00
`;
const LIMITS = `apiVersion: v1
kind: LimitRange
metadata: {name: team}
spec: {lim‸its: [{type: Container, defaultRequest: {cpu: 100m}}]}
`;

const RANKED = (name: string, priorityClassName: string): string => deployment({}, { priorityClassName }, { metadata: { name } });
const UNPROBED = deployment({ strategy: { type: 'Recreate' } }, { containers: [{ name: 'web', image: 'web:1' }] });

describe('the hover on an object beside workloads', () => {
  const CASES: readonly (readonly [what: string, text: string, says: RegExp, files?: Around['files']])[] = [
    [
      'a Service: whose pods, how many at worst',
      SERVICE,
      /bears on \*\*Deployment web\*\* in \[web\\\.yaml\][^]*4 pods, at least \*\*3\*\* available/,
    ],
    ['a Service: when a pod is ready', SERVICE, /each is ready when its probe says so/],
    [
      'a Service without probes',
      SERVICE,
      /\*\*for a while none of them\*\* [^]*no readiness probe, so each gets requests/,
      { [APP]: UNPROBED },
    ],
    ['a Service of nobody', SERVICE, /No Deployment and no DaemonSet [^]*reach nobody/, {}],
    ['a Service without a selector', SERVICE.replace('selector: {app: web}', 'ports: []'), /has no selector/],
    [
      'a budget: evictions now and during the rollout',
      budget('minAvailable: 2'),
      /wants \*\*2\*\* healthy: \*\*2 evictions\*\* allowed now[^]*down to 3 are available: \*\*1 eviction\*\*/,
    ],
    [
      'a budget that allows nothing',
      budget('maxUnavailable: 0'),
      /\*\*0 evictions\*\* allowed now\. Every drain[^]*goes below the budget/,
    ],
    ['a budget in percent', budget('minAvailable: 50%'), /minAvailable 50% of 4 pods wants \*\*2\*\*/],
    [
      'a budget over daemon pods',
      budget('maxUnavailable: 1'),
      /Drains pass over[^]*allows no eviction at all/,
      { [APP]: daemonSet() },
    ],
    [
      'an autoscaler: the bounds at both ends',
      AUTOSCALER,
      /at its minimum: 2 pods: surge 1[^]*at its maximum: 20 pods: surge 1 and unavailable 1, so 19–21 pods/,
    ],
    ['an autoscaler beside written replicas', AUTOSCALER, /replicas: 4 is written/],
    [
      'an autoscaler of something else',
      AUTOSCALER.replace('kind: Deployment', 'kind: StatefulSet'),
      /Its target, StatefulSet web, is in no file/,
    ],
    ['a quota with room', quota('po‸ds: "10"'), /\| pods \| 10 \| 4 \| 6 \| \+1 \|[^]*There is room/],
    [
      'a quota without',
      quota('po‸ds: "4"'),
      /⚠ Deployment web: [^]*quota “team”/,
      { [APP]: deployment({ replicas: 4, ...rolling(1, 0) }) },
    ],
    ['a quota of what nobody uses', quota('requests.‸cpu: "4"'), /Nothing that it limits is used|counts the pods of no/],
    [
      'a PriorityClass: who goes',
      CLASS,
      /Priority \*\*1000\*\*\.[^]*evicted for these: Deployment batch \(0\)\./,
      { [APP]: RANKED('web', 'high'), 'file:///w/batch.yaml': RANKED('batch', '') },
    ],
    ['a PriorityClass of nobody', CLASS, /No Deployment and no DaemonSet near by has it/, {}],
    ['limits: what they fill in', LIMITS, /- Deployment web: each pod asks for cpu 100m/],
  ];
  for (const [what, text, says, files] of CASES)
    it(`tells of ${what}`, () => {
      assert.match(hover(text, files), says);
    });

  it('says nothing of fields that mean nothing to workloads', () => {
    assert.equal(hover('apiVersion: v1\nkind: Service\nmetadata: {name: x}\nspec: {po‸rts: [{port: 80}]}\n'), '');
  });

  it('derives nothing from a templated object', () => {
    assert.match(hover(SERVICE.replace('app: web', 'app: {{ .Values.x }}')), /a template decides/);
  });

  it('leaves out the workloads of other environments, as the rules do', () => {
    const files = { 'file:///w/overlays/dev/web.yaml': deployment(), 'file:///w/tests/web.yaml': deployment() };
    const { text, offset } = cursor(SERVICE);
    const index = new WorkspaceIndex();
    const home = 'file:///w/overlays/prod/service.yaml';
    index.updateText(home, text);
    for (const [uri, other] of Object.entries(files)) index.updateText(uri, other);
    const analysis = new Analysis(home, text, { settings: DEFAULT_SETTINGS, facts: index.factsFor(home) });
    assert.match(computeHover(analysis, offset)?.markdown ?? '', /reach nobody/);
  });

  it('looks from the workload: what an overlay takes from above is above', () => {
    const files = { 'file:///w/overlays/prod/web.yaml': deployment() };
    assert.match(hover(SERVICE, files), /bears on \*\*Deployment web\*\* in \[overlays\\\/prod\\\/web/);
  });

  it('follows an edit that changes nothing for others', () => {
    const { text, offset } = cursor(SERVICE);
    const index = new WorkspaceIndex();
    index.updateText('file:///w/service.yaml', text);
    index.updateText(APP, deployment({ replicas: 4, ...rolling(1, 0) }));
    const said = (): string => {
      const uri = 'file:///w/service.yaml';
      return (
        computeHover(new Analysis(uri, text, { settings: DEFAULT_SETTINGS, facts: index.factsFor(uri) }), offset)?.markdown ?? ''
      );
    };
    assert.match(said(), /all of them available/);
    const before = index.revision;
    index.updateManifest(APP, readManifest(deployment({ replicas: 4, ...rolling(0, 2) })));
    assert.equal(index.revision, before);
    assert.match(said(), /at least \*\*2\*\* available/);
  });

  it('keeps texts of files text', () => {
    const evil = object('Service', 'v1', '[a](command:evil) <b>', { selector: { app: 'web' } }).replace('Service', 'Ser‸vice');
    const text = hover(evil);
    assert.ok(!text.includes('](command:evil)') && !text.includes('<b>'), text);
  });

  it('is there for an item of a List beside a workload', () => {
    const list = JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: [
        JSON.parse(deployment({ replicas: 4 })),
        { apiVersion: 'v1', kind: 'Service', metadata: { name: 'front' }, spec: { selector: { app: 'web' } } },
      ],
    }).replace('"Service"', '"Ser‸vice"');
    assert.match(hover(list, {}), /bears on \*\*Deployment web\*\*\./);
  });
});
