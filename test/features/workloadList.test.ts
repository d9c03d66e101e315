import assert from 'node:assert/strict';
import { placeForFix, placeForHover } from '../../src/features/firstSteps';
import { ruleSection } from '../../src/features/ruleDoc';
import { listWorkloads } from '../../src/features/workloadList';
import { analyzed } from './support';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 25%}}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: 'web:1'}]}
`;

describe('the list of workloads', () => {
  it('says of each its numbers and its worst finding', () => {
    const [web, broken] = listWorkloads(analyzed(`${WEB}---\n${WEB.replace('25%', '0').replace('name: web', 'name: api')}`));
    assert.ok(web !== undefined && broken !== undefined);
    assert.match(web.description, /^surge 0 · unavailable 1 · 2–3 pods · /);
    assert.deepEqual([web.name, web.kind, web.canSimulate], ['web', 'Deployment', true]);
    assert.deepEqual([broken.name, broken.severity, broken.canSimulate], ['api', 'error', false]);
    assert.match(broken.tooltip, /error: .*0/);
  });

  it('is empty for a file without workloads', () => {
    assert.deepEqual(listWorkloads(analyzed('kind: Service\nmetadata: {name: web}\n')), []);
  });
});

describe('the first steps', () => {
  it('show a hover where there is most to say, and a fix where there is one', () => {
    const analysis = analyzed(WEB);
    assert.equal(placeForHover(analysis), WEB.indexOf('maxUnavailable'));
    assert.equal(placeForHover(analyzed(WEB.replace(/ {2}strategy.*\n/, ''))), WEB.indexOf('replicas'));
    assert.ok(placeForFix(analysis) !== undefined);
    assert.equal(placeForFix(analyzed('kind: Service\n')), undefined);
  });
});

describe('the page of a rule', () => {
  const PAGE = '# Rules\n\n## Stalls\n\n### one\n\n**first**\n\nText.\n\n### two\n\nMore.\n\n## Other\n\n### three\n\nLast.\n';

  it('has its own section and nothing of the next', () => {
    assert.match(
      ruleSection(PAGE, 'one') ?? '',
      /^# one\n\n\*\*first\*\*\n\nText\.\n\n---\n\nTo silence it in place: `# rollout-lens: ignore one`/,
    );
    assert.match(ruleSection(PAGE, 'two') ?? '', /^# two\n\nMore\.\n\n---/);
    assert.match(ruleSection(PAGE, 'three') ?? '', /^# three\n\nLast\.\n/);
    assert.equal(ruleSection(PAGE, 'four'), undefined);
  });
});
