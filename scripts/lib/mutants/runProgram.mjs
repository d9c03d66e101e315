/** Runs bundled tests with mocha until the first fails; the exit code says whether one did. */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import Mocha from 'mocha';

const [, , program = '', limitMs = ''] = process.argv;
const mocha = new Mocha({ bail: true, timeout: Number(limitMs), reporter: process.env['MUTANTS_SHOW'] === '1' ? 'spec' : 'min' });
mocha.suite.emit('pre-require', globalThis, program, mocha);
try {
  await import(pathToFileURL(program).href);
  mocha.run((failures) => process.exit(failures === 0 ? 0 : 1));
} catch (error) {
  console.error(error);
  process.exit(1);
}
