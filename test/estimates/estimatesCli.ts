/** `npm run estimates -- FOLDER… [--show]`: do the durations of hovers and of simulations agree? */
import { existsSync } from 'node:fs';
import { compareFolder, isClose, TOLERANCE, type Compared } from './compare';

function main(args: readonly string[]): number {
  const folders = args.filter((argument) => !argument.startsWith('--'));
  const missing = folders.filter((folder) => !existsSync(folder));
  if (folders.length === 0 || missing.length > 0) {
    console.error(`estimates: ${folders.length === 0 ? 'give folders of manifests' : `no such folder: ${missing.join(', ')}`}`);
    return 2;
  }
  const all = folders.flatMap(compareFolder);
  const far = all.filter((one) => !isClose(one));
  for (const one of args.includes('--show') ? all : far) console.log(line(one));
  const share = all.length === 0 ? 0 : ((all.length - far.length) / all.length) * 100;
  const byFormula = all.filter((one) => isClose({ ...one, hovered: one.formula })).length;
  console.log(
    `${all.length - far.length} of ${all.length} hovers within ${TOLERANCE * 100} % of their simulation: ${share.toFixed(1)} % (the waves alone: ${byFormula})`,
  );
  return all.length > 0 && share >= 95 ? 0 : 1;
}

function line({ file, name, simulated, hovered, formula }: Compared): string {
  const seconds = (value: number | undefined): string => (value === undefined ? 'nothing' : `${value.toFixed(1)} s`);
  return `${name} in ${decodeURIComponent(file)}: hover ${seconds(hovered)}, simulation ${seconds(simulated)}, waves ${seconds(formula)}`;
}

process.exitCode = main(process.argv.slice(2));
