import { readdirSync, readFileSync } from 'node:fs';
import { HumanError, inProject } from './project.mjs';

/** @typedef {{ name: string, version: string, license?: string }} Package */

/** Whose MIT license is in their repository but not in what they publish: the line of it that is their own. */
const COPYRIGHT_OF = /** @type {Readonly<Record<string, string>>} */ ({
  '@microsoft/fast-element': 'Copyright (c) Microsoft Corporation. All rights reserved.',
  '@microsoft/fast-foundation': 'Copyright (c) Microsoft Corporation. All rights reserved.',
  '@microsoft/fast-web-utilities': 'Copyright (c) Microsoft Corporation. All rights reserved.',
});

/**
 * The licenses of everything that went into the bundles, as those licenses ask for.
 * @param {readonly (import('esbuild').Metafile | undefined)[]} metafiles
 */
export function noticesFor(metafiles) {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile?.outputs ?? {}));
  const inputs = outputs.flatMap((output) => Object.keys(output.inputs));
  const folders = new Set(inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []));
  const head = 'Rollout Lens contains the following packages.\n';
  return [head, ...[...folders].sort().map(noticeOf)].join(`\n${'-'.repeat(80)}\n\n`);
}

/** @param {string} folder */
function noticeOf(folder) {
  const { name, version, license } = /** @type {Package} */ (JSON.parse(readFileSync(inProject(folder, 'package.json'), 'utf8')));
  const text = licenseText(folder, name, license);
  if (text === undefined) throw new HumanError(`${folder} comes without the text of its license; it cannot be bundled.`);
  return `${name} ${version} (${license ?? 'see below'})\n\n${text}`;
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {string | undefined} license
 */
function licenseText(folder, name, license) {
  const file = readdirSync(inProject(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file !== undefined) return readFileSync(inProject(folder, file), 'utf8');
  const copyright = COPYRIGHT_OF[name];
  // It is our own license, too, but for that line.
  const isKnown = license === 'MIT' && copyright !== undefined;
  return isKnown ? readFileSync(inProject('LICENSE'), 'utf8').replace(/^Copyright .*$/m, copyright) : undefined;
}
