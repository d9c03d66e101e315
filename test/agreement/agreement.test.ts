import assert from 'node:assert/strict';
import { RULES } from '../../src/rules/registry';
import { MATTERS, playAgreement } from './agree';

/** `ROLLOUT_AGREEMENT=FROM,COUNT` plays others; every failure names its seed and shows the files. */
const [FROM = 1, COUNT = 3000] = (process.env['ROLLOUT_AGREEMENT'] ?? '').split(',').filter(Boolean).map(Number);

describe('rules, lens and simulation of the same workspace', function () {
  this.timeout(600_000);

  it('are compared for every rule that claims a stall', () => {
    const claiming = RULES.filter(({ claims }) => claims === 'stall').map(({ id }) => id);
    assert.deepEqual(Object.keys(MATTERS).toSorted(), claiming.toSorted());
  });

  it('is said of every rule about stalls and outages whether it claims one', () => {
    const open = RULES.filter(({ group, claims }) => (group === 'stalls' || group === 'takes down') && claims === undefined);
    assert.deepEqual(open, []);
  });

  /**
   * Neighbors that fill nodes or take a port where no room is; dead nodes that are full, too small, or keep a volume; groups
   * whose nodes are in several zones, that have grown before, or that give daemon pods their first node, or one more, when
   * others need it; pods that want to be together, wherever the first of them lands; a port that is taken everywhere where
   * the zones are too few as well; daemon pods that leave no room to those whom pods have to be near to; a volume on a node
   * that is not for the only daemon pod.
   */
  it('do not contradict each other any more where they once did', () => {
    for (const seed of [
      100881, 104404, 104519, 300118, 310569, 311147, 330019, 713697, 716249, 8296, 2173, 4211, 4712, 1946, 3105004, 3106043,
      3109620, 5203697, 5206443, 5218692, 5211646, 5301480, 5308163, 5308542, 5309457, 5309504, 6002403, 6002788, 8002290,
      8007318, 8017037, 92000749, 6398, 94000703, 98601717, 77001058,
    ])
      assert.equal(playAgreement(seed), undefined);
  });

  it(`never contradict each other: ${COUNT} workspaces`, () => {
    const failures: string[] = [];
    for (let seed = FROM; seed < FROM + COUNT && failures.length < 3; seed++) {
      const contradictions = playAgreement(seed);
      if (contradictions !== undefined) failures.push(contradictions);
    }
    assert.equal(failures.join('\n\n'), '');
  });
});
