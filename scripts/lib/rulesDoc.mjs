import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { RULES } from '../../src/rules/registry';
import { OTHER_PROBLEMS } from '../../src/features/otherProblems';
import { inProject } from './project.mjs';

/** @typedef {import('../../src/rules/rule').Rule} Rule */

export const RULES_DOC = 'docs/rules.md';

/** @type {readonly (readonly [group: Rule['group'], heading: string, intro: string])[]} */
const GROUPS = [
  ['rejected', 'Rejected', 'The API server does not take the manifest, or kubectl does not send it.'],
  ['stalls', 'Stalls', 'The rollout begins and does not end.'],
  ['takes down', 'Takes down', 'The rollout ends, but the service is away for a while, or nobody would notice if it were.'],
  ['surprises', 'Surprises', 'It works, but probably not as it was meant.'],
];

const INTRO = `# Rules

<!-- Made by \`npm run docs:rules\` from src/rules and docs/rules; not to be edited by hand. -->

What Rollout Lens says about Deployments and DaemonSets. Every message carries the numbers of the manifest at hand. Other objects that matter (Services, budgets, autoscalers,
claims, quotas, Nodes) are taken from the same file and the workspace's other YAML files. Where a template fills in a value that a rule rests on, the rule is silent.

To silence a rule in place, write \`# rollout-lens: ignore <rule>\` behind the line or above it (several rules with commas, all of them without a name); above the first key it
holds for the whole document, at a key for everything below it. To change a rule everywhere, give it another severity in the settings: \`off\`, \`hint\`, \`information\`,
\`warning\` or \`error\`.`;

/** What happens, why, and what to do: nothing that the extension has to carry. @param {string} id */
function explanationOf(id) {
  return readFileSync(inProject('docs', 'rules', `${id}.md`), 'utf8').trim();
}

/** @param {Pick<Rule, 'id' | 'title' | 'severity'>} rule */
function section({ id, title, severity }) {
  return `### ${id}\n\n**${title}** · ${severity}\n\n${explanationOf(id)}`;
}

/** The text of docs/rules.md. */
export async function rulesDocument() {
  const groups = GROUPS.map(([group, heading, intro]) => {
    const rules = [...OTHER_PROBLEMS, ...RULES].filter((rule) => rule.group === group).map(section);
    return [`## ${heading}`, intro, ...rules].join('\n\n');
  });
  const index = RULES.map(({ id, severity, title }) => `| [${id}](#${id}) | ${severity} | ${title} |`);
  const table = ['| rule | severity | what it finds |', '| --- | --- | --- |', ...index].join('\n');
  const options = await resolveConfig(inProject(RULES_DOC));
  return format([INTRO, table, ...groups].join('\n\n'), { ...options, parser: 'markdown' });
}
