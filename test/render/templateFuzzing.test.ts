import { fuzzedTemplate, renderFuzzed, templateBases } from './templateFuzzing';

describe('mutated templates', () => {
  it('give a text or an error of their own in 1,000 cases, always the same ones', () => {
    const bases = templateBases();
    for (let seed = 0; seed < 1000; seed++) {
      try {
        renderFuzzed(fuzzedTemplate(bases, seed));
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
  }).timeout(60_000);
});
