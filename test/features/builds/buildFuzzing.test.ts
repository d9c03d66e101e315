import { playBuild } from './buildFuzzing';

describe('mutated overlays and charts', () => {
  it('are answered with places inside the text, before and after an edit, in 60 cases, always the same ones', () => {
    for (let seed = 1; seed <= 60; seed++) {
      try {
        playBuild(seed);
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
  }).timeout(60_000);
});
