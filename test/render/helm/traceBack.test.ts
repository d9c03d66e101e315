import { strict as assert } from 'node:assert';
import type { Tree } from '../../../src/render/goTemplate/nodes';
import type { Rendering, Segment } from '../../../src/render/goTemplate/trace';
import { segmentsIn, writtenByAll } from '../../../src/render/helm/origins/traceBack';

const textOf = (parseName: string): Segment['node'] => ({ type: 'text', pos: 0, text: '', tree: { parseName } as Tree });

const segment = (from: number, to: number, more: Partial<Segment> = {}): Segment => ({
  from,
  to,
  node: textOf('c/templates/web.yaml'),
  reads: [],
  inner: [],
  isRandom: false,
  ...more,
});

describe('the segments of a rendering', () => {
  const tens: Rendering = { text: '', segments: Array.from({ length: 1000 }, (_, i) => segment(i * 10, i * 10 + 10)) };

  const ranges: readonly (readonly [start: number, end: number, froms: readonly number[]])[] = [
    [25, 45, [20, 30, 40]],
    [20, 30, [10, 20]],
    [0, 1, [0]],
    [9_995, 20_000, [9_990]],
    [20_000, 20_001, []],
  ];
  for (const [start, end, froms] of ranges)
    it(`that touch ${start} to ${end} begin at ${froms.join(', ') || 'nowhere'}`, () => {
      const found = segmentsIn(tens, { start, end });
      assert.deepEqual(
        found.map(({ from }) => from),
        froms,
      );
    });

  it('that print nothing are among those around them', () => {
    const withEmpty = { text: '', segments: [segment(0, 10), segment(10, 10), segment(10, 20)] };
    assert.equal(segmentsIn(withEmpty, { start: 5, end: 15 }).length, 3);
  });

  it('tell once what is written within, for however many documents', () => {
    let looks = 0;
    const inner: Rendering = {
      text: '',
      get segments() {
        looks += 1;
        return [segment(0, 1, { node: textOf('c/templates/_h.tpl'), reads: [{ container: new Map(), key: 'a' }] })];
      },
    };
    for (let document = 0; document < 1000; document += 1) {
      const { by, takesValues } = writtenByAll([segment(0, 10, { inner: [inner] })]);
      assert.deepEqual([...by], ['c/templates/web.yaml', 'c/templates/_h.tpl']);
      assert.ok(takesValues);
    }
    assert.equal(looks, 1);
  });
});
