/**
 * `npm run docs:rules`: writes docs/rules.md, and into package.json's settings the names of the rules and what numbers may be,
 * from the code. With `--check` it only says whether that would change anything.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { format, resolveConfig } from 'prettier';
import { inProject } from './lib/project.mjs';
import { ruleNames, settingRanges } from './lib/ruleSettings.mjs';
import { RULES_DOC, rulesDocument } from './lib/rulesDoc.mjs';

const PACKAGE = 'package.json';

async function packageJson() {
  const manifest = JSON.parse(readFileSync(inProject(PACKAGE), 'utf8'));
  const { properties } = manifest.contributes.configuration;
  properties['rolloutLens.rules'].propertyNames = ruleNames();
  for (const [name, range] of Object.entries(settingRanges())) Object.assign(properties[name], range);
  const options = await resolveConfig(inProject(PACKAGE));
  return format(JSON.stringify(manifest, undefined, 2), { ...options, parser: 'json-stringify' });
}

for (const [file, text] of /** @type {const} */ ([
  [RULES_DOC, await rulesDocument()],
  [PACKAGE, await packageJson()],
])) {
  if (readFileSync(inProject(file), 'utf8') === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`${file} is out of date: npm run docs:rules`);
    process.exitCode = 1;
  } else {
    writeFileSync(inProject(file), text);
    console.log(`${file} is written`);
  }
}
