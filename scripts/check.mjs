/** `npm run check`: types, lint, format, import rules, unused code. */
import { runChecks } from './lib/checks.mjs';
import { runMain } from './lib/project.mjs';

await runMain(async () => {
  const failed = await runChecks();
  return failed.length === 0 ? 0 : 1;
});
