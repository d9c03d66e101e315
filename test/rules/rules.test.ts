import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { OTHER_PROBLEMS } from '../../src/features/otherProblems';
import { RULES } from '../../src/rules/registry';
import { daemonSet, deployment, diagnosticsOf } from '../features/support';
import { RULE_CASES as CASES } from './allCases';

describe('rules', () => {
  it('has cases for every rule that speaks and for every rule that is silent', () => {
    assert.deepEqual(Object.keys(CASES).toSorted(), RULES.map(({ id }) => id).toSorted());
    for (const [id, cases] of Object.entries(CASES)) {
      assert.ok(cases.some(({ says }) => says !== undefined) && cases.some(({ says }) => says === undefined), id);
    }
  });

  for (const [id, cases] of Object.entries(CASES)) {
    for (const { when, text, around, says, severity } of cases) {
      it(`${id} ${says === undefined ? 'is silent' : 'speaks'} when ${when}`, () => {
        const found = diagnosticsOf(text, around).filter(({ ruleId }) => ruleId === id);
        if (says === undefined) assert.deepEqual(found, []);
        else assert.match(found[0]?.message ?? '', says);
        if (severity !== undefined) assert.equal(found[0]?.severity, severity);
      });
    }
  }

  it('says each thing once, on one line, to the point', () => {
    for (const { text, around } of Object.values(CASES).flat()) {
      const found = diagnosticsOf(text, around);
      assert.equal(new Set(found.map(({ ruleId, start, message }) => `${ruleId} ${start} ${message}`)).size, found.length, text);
      for (const { message } of found) assert.doesNotMatch(message, /\n|undefined|NaN|\[object/);
    }
  });

  it('has nothing to say about a plain Deployment and a plain DaemonSet', () => {
    assert.deepEqual([...diagnosticsOf(deployment()), ...diagnosticsOf(daemonSet())], []);
  });
});

/** Ids that have been released: settings, comments and links hold them. Add to this list, never change it. */
const RELEASED: readonly string[] = [
  'all-unavailable',
  'autoscaler-off',
  'both-round-to-zero',
  'both-zero',
  'daemonset-surge',
  'daemonset-surge-host-port',
  'daemonset-surge-min-ready',
  'deadline-below-min-ready',
  'deadline-too-short',
  'drops-requests',
  'grace-too-short',
  'hpa-owns-replicas',
  'kill-cuts-requests',
  'liveness-kills-start',
  'memory-limit-falls',
  'missing-config',
  'mutable-tag',
  'named-port-changes',
  'no-budget',
  'no-history',
  'no-readiness',
  'on-delete',
  'paused',
  'pdb-blocks-drain',
  'pdb-misses',
  'pdb-violated',
  'percent-rounds-to-all',
  'percent-rounds-to-zero',
  'pods-refused',
  'port-lost',
  'prestop-too-short',
  'probe-port',
  'recreate-behind-service',
  'rejected',
  'rolling-update-under-recreate',
  'rollout-too-fast',
  'runs-as-root',
  'scales-only',
  'selector-changed',
  'selector-mismatch',
  'selectors-overlap',
  'server-warning',
  'service-misses',
  'service-port',
  'service-takes-others',
  'shared-claim',
  'single-replica-down',
  'slow-daemonset',
  'slow-quota',
  'spread-skew',
  'stall-anti-affinity',
  'stall-capacity',
  'stall-daemon-nodes',
  'stall-host-port',
  'stall-others',
  'stall-placement',
  'stall-quota',
  'stall-volume',
  'surge-doubles',
  'unknown-field',
  'webhook-asks-itself',
];

describe('the registry of rules', () => {
  it('keeps the ids that have been released', () => {
    assert.deepEqual(RULES.map(({ id }) => id).toSorted(), RELEASED);
  });
  it('gives every rule a title and an explanation, and explains no other', () => {
    const all = [...RULES, ...OTHER_PROBLEMS];
    for (const { id, title } of all) {
      const explanation = readFileSync(`docs/rules/${id}.md`, 'utf8');
      assert.ok(title.length > 10 && explanation.length > 60, id);
    }
    assert.deepEqual(readdirSync('docs/rules').toSorted(), all.map(({ id }) => `${id}.md`).toSorted());
  });
});
