import assert from 'node:assert/strict';
import { checkScenario } from '../../src/engine/simulation/scenario/checkScenario';
import type { BehaviorProfile } from '../../src/engine/simulation/scenario/scenario';
import { scenarioFor } from '../../src/engine/simulation/scenario/scenarioFor';
import { assumptionsText } from '../../src/engine/simulation/words/assumedText';
import { chanceValues, tuneChances, type ChanceTuning } from '../../webview/model/chances';
import { NO_EDITS, scenarioWith, type Tuning } from '../../webview/model/edits';
import { settled } from '../../webview/model/values';
import { deployment } from '../simulation/support';

const BASE = scenarioFor(deployment(3), { cluster: { nodeCount: 2 } });

describe('chances as what-ifs', () => {
  const rows: readonly (readonly [ChanceTuning, BehaviorProfile, string])[] = [
    [{ pullErrorPercent: 20 }, { default: { pullErrors: 0.2 } }, '20 % of pulls fail'],
    [{ crashPercent: 5 }, { default: { crashes: { probability: 0.05 } } }, '5 % of starts crash'],
    [
      { slowNodePercent: 10 },
      { default: {}, nodes: { slow: { probability: 0.1, factor: 3 } } },
      '10 % of nodes take 3 times as long',
    ],
    [
      { slowNodePercent: 10, slowFactor: 2.5 },
      { default: {}, nodes: { slow: { probability: 0.1, factor: 2.5 } } },
      '10 % of nodes take 2.5 times as long',
    ],
    [{ sameSpeed: true }, { default: {}, nodes: { sameSpeed: true } }, 'pods of a node take the same times'],
  ];
  for (const [tuning, behavior, text] of rows)
    it(`${JSON.stringify(tuning)} is written into the scenario, played, and told: ${text}`, () => {
      assert.deepEqual(tuneChances({}, tuning), behavior);
      const scenario = checkScenario(scenarioWith(BASE, { ...NO_EDITS, tuning }));
      assert.ok(assumptionsText(scenario).includes(` · ${text} · `), assumptionsText(scenario));
      assert.deepEqual({ ...chanceValues(scenario.behavior), ...tuning }, chanceValues(scenario.behavior));
    });

  it('leave what the scenario says of the rest as it is', () => {
    const given: BehaviorProfile = {
      default: { start: 4, crashes: { probability: 0.5, after: 7 } },
      nodes: { slow: { probability: 0.5, factor: 8 }, sameSpeed: true },
    };
    assert.deepEqual(tuneChances(given, { crashPercent: 10, slowNodePercent: 20 }), {
      default: { start: 4, crashes: { probability: 0.1, after: 7 } },
      nodes: { slow: { probability: 0.2, factor: 8 }, sameSpeed: true },
    });
  });

  it('are certain unless somebody asks, and no edit where they are set back', () => {
    const none: Tuning = { pullErrorPercent: 0, crashPercent: 0, slowNodePercent: 0, slowFactor: 3, sameSpeed: false };
    assert.deepEqual(chanceValues(BASE.behavior), none);
    assert.deepEqual(settled(BASE, NO_EDITS, { tuning: none, actions: [] }), NO_EDITS);
    assert.doesNotMatch(assumptionsText(BASE), /%|same times/);
  });
});
