import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { HumanError, inProject } from './project.mjs';

/**
 * Writes the licenses of everything that went into the bundles, as those licenses ask for.
 * @param {readonly string[]} inputs paths of bundled files, from the root
 */
export function writeNotices(inputs) {
  const packages = new Set(inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []));
  const texts = [...packages].sort().map(noticeOf);
  const head = 'Rollout Lens contains the following packages.\n';
  writeFileSync(inProject('dist', 'THIRD_PARTY_NOTICES.txt'), [head, ...texts].join(`\n${'-'.repeat(80)}\n\n`));
}

/** @param {string} folder */
function noticeOf(folder) {
  const { name, version, license } = /** @type {{ name: string, version: string, license?: string }} */ (
    JSON.parse(readFileSync(inProject(folder, 'package.json'), 'utf8'))
  );
  const file = readdirSync(inProject(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined && license === undefined) throw new HumanError(`${folder} names no license; it cannot be bundled.`);
  const text = file === undefined ? '' : readFileSync(inProject(folder, file), 'utf8');
  return `${name} ${version} (${license ?? 'see below'})\n\n${text}`;
}
