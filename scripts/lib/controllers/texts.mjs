import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { inProject } from '../project.mjs';

/**
 * @typedef {object} Step
 * @property {string} step what the section is called: the function's name, or words
 * @property {string} [anchor]
 * @property {string} [upstream] `path#function` at the tag
 * @property {string} ours `path#name`
 * @property {Cover[]} [covers] steps of syncs that it speaks of, too
 * @property {string} text
 * @property {string} [formula]
 * @property {string} [example] the name of a computed text
 * @property {string} [trap]
 * @property {string} [changed] what older descriptions have otherwise
 */
/** @typedef {{ step: string, of: string, upstream: string, ours: string }} Cover */
/** @typedef {{ title: string, intro: string, steps: Step[] }} Chapter */
/** @typedef {{ tag: string, files: Record<string, Record<string, [first: number, last: number]>> }} Functions */

const FOLDER = 'docs/controllers';
export const FACTS = `${FOLDER}/functions.json`;

/** The texts about the controllers: the only place where they are written. @returns {Chapter[]} */
export function chapters() {
  const names = readdirSync(inProject(FOLDER)).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => parse(readFileSync(inProject(FOLDER, name), 'utf8')));
}

/** Where each function that a text leads to stands at the tag. @returns {Functions} */
export function knownFunctions() {
  return JSON.parse(readFileSync(inProject(FACTS), 'utf8'));
}

/** @param {string} reference */
export function splitReference(reference) {
  const [path = '', name = ''] = reference.split('#');
  return { path, name };
}

/**
 * What the texts need of the list of all functions.
 * @param {{ tag: string, files: Record<string, [string, number, number][]> }} all
 * @returns {Functions}
 */
export function neededFunctions(all) {
  /** @type {Functions['files']} */
  const files = {};
  const references = chapters().flatMap(({ steps }) =>
    steps.flatMap(({ upstream, covers = [] }) =>
      [upstream, ...covers.map((each) => each.upstream)].filter((each) => each !== undefined),
    ),
  );
  for (const reference of [...new Set(references)].toSorted()) {
    const { path, name } = splitReference(reference);
    const found = all.files[path]?.find(([known]) => known === name);
    if (found === undefined) throw new Error(`${reference} is not in Kubernetes ${all.tag}`);
    (files[path] ??= {})[name] = [found[1], found[2]];
  }
  return { tag: all.tag, files };
}
