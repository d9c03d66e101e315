import { strict as assert } from 'node:assert';
import { baselineText, beyond, readBaseline } from '../../src/check/baseline';
import { checked, SAMPLE } from './sample';

describe('a baseline', () => {
  const { findings } = checked(SAMPLE);
  const baseline = readBaseline(baselineText(findings));

  it('knows all that was found when it was written', () => {
    assert.ok(baseline !== undefined && findings.length > 2);
    assert.deepEqual(beyond(baseline, findings), { fresh: [], known: findings.length });
  });

  it('knows a finding again after edits that move it and change its numbers', () => {
    const web = (SAMPLE['base/web.yaml'] ?? '').replace('replicas: 3', 'replicas: 7\n  minReadySeconds: 3');
    const moved = checked({ ...SAMPLE, 'base/web.yaml': `# more\n\n${web}` }).findings;
    assert.deepEqual(beyond(baseline ?? new Map(), moved).fresh, []);
  });

  it('tells what is new: another rule, another object, one more of the same', () => {
    const [first] = findings;
    assert.ok(first !== undefined);
    const others = [{ ...first, rule: 'paused' }, { ...first, object: 'Deployment api' }, first];
    assert.deepEqual(beyond(baseline ?? new Map(), [...findings, ...others]).fresh, others);
  });

  for (const text of ['', '[]', 'null', '{"version": 2, "known": []}', '{"version": 1}'])
    it(`is not read from ${text === '' ? 'nothing' : text}`, () => {
      assert.equal(readBaseline(text), undefined);
    });
});
