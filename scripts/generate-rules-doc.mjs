/** `npm run docs:rules`: writes docs/rules.md from the registry of rules. With `--check` it only says whether that would change it. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { inProject } from './lib/project.mjs';
import { RULES_DOC, rulesDocument } from './lib/rulesDoc.mjs';

const text = await rulesDocument();
if (!process.argv.includes('--check')) {
  writeFileSync(inProject(RULES_DOC), text);
  console.log(`${RULES_DOC} is written`);
} else if (readFileSync(inProject(RULES_DOC), 'utf8') !== text) {
  console.error(`${RULES_DOC} is out of date: npm run docs:rules`);
  process.exitCode = 1;
}
