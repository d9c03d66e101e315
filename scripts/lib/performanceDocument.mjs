/** docs/performance.md from what the benches measured. */
import { format, resolveConfig } from 'prettier';
import { inProject } from './project.mjs';

/**
 * @typedef {{ bench: string, name: string, value: number, unit?: string, bar?: number, work?: number, beside?: Beside }} Figure
 * @typedef {{ what: string, ratio: number, bar?: number }} Beside
 */

const TITLES = /** @type {Record<string, string>} */ ({
  simulate: 'One simulated rollout',
  batch: 'One of many runs',
  features: 'While you type',
  check: 'In a pipeline',
});

const HEAD = `# Performance

Made by \`npm run bench -- --publish\`, side by side in one run. Milliseconds are what the thread itself computed on the machine that it ran on,
the best of several blocks. The columns behind them do not depend on the machine: how often a fixed piece of work (20,000 small objects made, copied
and looked up; \`test/bench/figures.ts\`) fits into the same time, and how it compares with something else measured in the same run.
A bar is what must hold on a machine at rest; where the engine that it was set from takes turns with today's, the ratio to that is judged, for
milliseconds tell as much of a machine and its hour. The command in a pipeline is a process of its own, measured by the clock from its start to its end.
`;

/** @param {number} value */
function digits(value) {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** @param {Figure} figure */
function row({ name, value, unit = 'ms', bar, work, beside }) {
  const isMissed = beside?.bar === undefined ? bar !== undefined && value > bar : beside.ratio > beside.bar;
  const judged = bar === undefined ? '' : `${digits(bar)} ${unit}${isMissed ? ' (missed)' : ''}`;
  const most = beside?.bar === undefined ? '' : `, at most ${beside.bar.toFixed(3)} ×`;
  const other =
    beside === undefined ? '' : `${most === '' ? digits(beside.ratio) : beside.ratio.toFixed(3)} × ${beside.what}${most}`;
  return `| ${name} | ${digits(value)} ${unit} | ${judged} | ${work === undefined ? '' : `${digits(work)} ×`} | ${other} |`;
}

/** @param {readonly Figure[]} figures @returns {Promise<string>} */
export async function performanceDocument(figures) {
  const benches = [...new Set(figures.map(({ bench }) => bench))];
  const parts = benches.map((bench) =>
    [
      `## ${TITLES[bench] ?? bench}`,
      '',
      '| what | measured | bar | fixed work | beside |',
      '| --- | ---: | ---: | ---: | --- |',
      ...figures.filter((figure) => figure.bench === bench).map(row),
    ].join('\n'),
  );
  const options = await resolveConfig(inProject('docs', 'performance.md'));
  return format([HEAD, ...parts].join('\n\n'), { ...options, parser: 'markdown' });
}
