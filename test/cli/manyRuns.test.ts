import assert from 'node:assert/strict';
import { said, type Said } from './said';

function many(...args: readonly string[]): Promise<Said> {
  return said(['many', ...args]);
}

const MANIFEST = 'examples/deployment.yaml';

describe('the command for many runs', function () {
  this.timeout(120_000);

  it('says how long a rollout takes, with a histogram and the chances of what goes wrong', async () => {
    const { code, out, error } = await many(MANIFEST, '--runs', '20', '--workers', '1');
    assert.deepEqual([code, error], [0, '']);
    assert.match(out, /^20 runs: complete after about 30 s/);
    assert.match(out, /█ 20|█+ \d+ {2}\(such as seed \d+\)/);
    assert.match(out, /Progress deadline missed: {4}in none of 20 runs \(the true share is below 16 %\)/);
  });

  it('comes to the same on one thread and on three', async () => {
    const one = await many(MANIFEST, '--runs', '50', '--workers', '1', '--format', 'json');
    const three = await many(MANIFEST, '--runs', '50', '--workers', '3', '--format', 'json');
    assert.equal(three.out, one.out);
    assert.equal((JSON.parse(one.out) as { runs: number }).runs, 50);
  });

  const REFUSED: Readonly<Record<string, readonly [args: readonly string[], message: RegExp]>> = {
    'no runs': [[MANIFEST, '--runs', '0'], /--runs is from 1 to 100000, not 0/],
    'too many threads': [[MANIFEST, '--workers', '1000'], /--workers is from 1 to 64, not 1000/],
    'another format': [[MANIFEST, '--format', 'watch'], /--format is one of text, json, not watch/],
    'an option without its value': [[MANIFEST, '--runs'], /--runs needs a value/],
    'no file': [['--runs', '3'], /a file is missing/],
  };
  for (const [name, [args, message]] of Object.entries(REFUSED)) {
    it(`refuses ${name}, and says how it is used`, async () => {
      const { code, error } = await many(...args);
      assert.equal(code, 2);
      assert.match(error, message);
      assert.match(error, /Usage: rollout-lens many FILE/);
    });
  }
});

describe('the command for a strategy', function () {
  this.timeout(120_000);

  it('names the fastest one that keeps all pods available, and others that are better in some respect', async () => {
    const args = ['strategy', MANIFEST, '--min-available', '10', '--max-pods', '15', '--runs', '8', '--workers', '2'];
    const { code, out, error } = await said(args);
    assert.deepEqual([code, error], [0, '']);
    assert.match(
      out,
      /^maxSurge 50%, maxUnavailable 0, minReadySeconds 5: takes the shortest time of those that keep the limits/,
    );
    assert.match(out, /10 available at least, 15 pods at most/);
  });

  it('says when nothing keeps the limits, and what comes nearest', async () => {
    const args = ['strategy', MANIFEST, '--within', '1', '--runs', '6', '--workers', '1'];
    const { code, out } = await said(args);
    assert.equal(code, 1);
    assert.match(out, /^None of \d+ strategies keeps the limits \(within 1 s\)\.\nNearest: .*it takes longer\.\n$/);
  });

  it('refuses another goal, and says how it is used', async () => {
    const { code, error } = await said(['strategy', MANIFEST, '--goal', 'cheapest']);
    assert.equal(code, 2);
    assert.match(error, /--goal is one of shortest, leastExtra, fewestFailures, not cheapest/);
    assert.match(error, /Usage: rollout-lens strategy FILE/);
  });
});
