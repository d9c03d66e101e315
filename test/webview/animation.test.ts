import { expect } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { inProject } from '../../scripts/lib/project.mjs';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';

/** So many pictures make the animation of the extension's page: test/out/animation-NN.png, put together by `npm run pictures`. */
const FRAMES = 18;
/** The pods and the curves: what stands beside them changes too fast to be read. */
const CLIP = { x: 0, y: 0, width: 680, height: 575 };

test.describe('The animation', () => {
  test('shows a rollout from its beginning to its end, each picture another', async ({ load }) => {
    const simulator = await load({ theme: 'dark', reducedMotion: true, size: { width: 1000, height: 620 } });
    await simulator.open(testScenario({ name: 'storefront' }));
    await expect.poll(async () => (await simulator.seen()).run).toMatch(/idle/);
    await expect.poll(async () => (await simulator.seen()).mapRuns).not.toBe(true);
    mkdirSync(inProject('test', 'out'), { recursive: true });
    const seen = new Set<string>();
    for (let frame = 0; frame < FRAMES; frame++) {
      await simulator.dispatch({ type: 'seeked', time: -1e9 }, { type: 'nudged', share: frame / (FRAMES - 1) });
      await simulator.drawn();
      const picture = await simulator.page.screenshot({ clip: CLIP });
      seen.add(picture.toString('base64'));
      writeFileSync(inProject('test', 'out', `animation-${String(frame).padStart(2, '0')}.png`), picture);
    }
    expect(seen.size).toBeGreaterThan(FRAMES / 2);
  });
});
