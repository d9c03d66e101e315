import { Analysis } from '../features/analysis';
import { Base } from '../features/base';
import { reviewText } from '../features/review/reviewText';
import type { Review } from '../features/review/reviewChange';
import { readManifest } from '../manifest/manifest';
import { checkAnswer, checkLines, cutTo, explainAnswer, severityOf, simulateAnswer, type Asked, type Named } from './answers';
import { FAULTS, inputOf, TOOLS, type ToolInput } from './tools';

/** What somebody can be told instead of an answer. */
export interface Problem {
  readonly problem: string;
}

/** What agents work on, as the editor or the command has it. */
export interface AgentWorkspace {
  /** The files that may be manifests, by the names that answers use. */
  paths(): Promise<readonly string[]>;
  analysisOf(path: string): Promise<Analysis | Problem>;
  /** A text that is in no file, with what lies around. */
  analysisOfText(text: string): Promise<Analysis>;
  textOf(path: string): Promise<string | Problem>;
  review(base: string | undefined, pause: Pause): Promise<Review | Problem>;
}

/** Gives others their turn; rejects when nobody waits for the answer any more. */
export type Pause = () => Promise<void>;

export interface Answer {
  readonly text: string;
  /** It tells why there is none. */
  readonly isProblem: boolean;
}

/** Characters that an answer may have where nobody says how many. */
const USUAL_LENGTH = 12_000;

/** Answers a call of a tool. */
export async function answerTo(
  name: string,
  given: unknown,
  workspace: AgentWorkspace,
  pause: Pause,
  most = USUAL_LENGTH,
): Promise<Answer> {
  const tool = TOOLS.find((each) => each.name === name);
  const input = tool === undefined ? { problem: `there is no tool ${name}` } : inputOf(tool, given);
  const answer = isProblem(input) ? input : await answers[tool?.name ?? 'rollout_check'](input, workspace, pause);
  return typeof answer === 'string'
    ? { text: cutTo(answer, most), isProblem: false }
    : { text: cutTo(answer.problem, most), isProblem: true };
}

function isProblem(value: object): value is Problem {
  return 'problem' in value && typeof value.problem === 'string';
}

type AnswerOf = (input: ToolInput, workspace: AgentWorkspace, pause: Pause) => Promise<string | Problem>;

const answers: Readonly<Record<(typeof TOOLS)[number]['name'], AnswerOf>> = {
  rollout_check: async (input, workspace, pause) => {
    const least = severityOf(input['severity']);
    if (input['path'] === undefined && input['text'] === undefined) return checkAll(workspace, pause, least);
    const named = await meant(input, workspace);
    return isProblem(named) ? named : checkAnswer(checkLines(named, least), named.name);
  },
  rollout_explain: async (input, workspace) => {
    const named = await meant(input, workspace);
    return isProblem(named) ? named : explainAnswer(named, textIn(input, 'workload'));
  },
  rollout_simulate: async (input, workspace, pause) => {
    const found = await meant(input, workspace);
    const named = isProblem(found) ? found : await asAsked(found, input, workspace);
    if (isProblem(named)) return named;
    const fault: Asked['fault'] = FAULTS.find((each) => each === input['fault']);
    const steps = simulateAnswer(named, { workload: textIn(input, 'workload'), fault });
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await pause();
    }
  },
  rollout_review: async (input, workspace, pause) => {
    const review = await workspace.review(textIn(input, 'base'), pause);
    return isProblem(review) ? review : `Compared with ${review.baseName}: ${reviewText(review)}`;
  },
};

function textIn(input: ToolInput, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' ? value : undefined;
}

async function checkAll(workspace: AgentWorkspace, pause: Pause, least: ReturnType<typeof severityOf>): Promise<string> {
  const lines: string[] = [];
  const paths = await workspace.paths();
  for (const path of paths) {
    const analysis = await workspace.analysisOf(path);
    if (!isProblem(analysis)) lines.push(...checkLines({ name: path, analysis }, least));
    await pause();
  }
  return checkAnswer(lines, `${paths.length} files`);
}

async function meant(input: ToolInput, workspace: AgentWorkspace): Promise<Named | Problem> {
  const { path, text } = { path: textIn(input, 'path'), text: textIn(input, 'text') };
  if (text !== undefined) return { name: path ?? 'text', analysis: await workspace.analysisOfText(text) };
  if (path === undefined) return { problem: 'give path, a file of the workspace, or text' };
  const analysis = await workspace.analysisOf(path);
  return isProblem(analysis) ? analysis : { name: path, analysis };
}

/** With other nodes, or over what runs. */
async function asAsked({ name, analysis }: Named, input: ToolInput, workspace: AgentWorkspace): Promise<Named | Problem> {
  const { nodes } = input;
  const path = textIn(input, 'base');
  const base = path === undefined ? undefined : await workspace.textOf(path);
  if (typeof base === 'object') return base;
  if (typeof nodes !== 'number' && base === undefined) return { name, analysis };
  const { surroundings, uri, manifest } = analysis;
  const settings = typeof nodes === 'number' ? { ...surroundings.settings, nodeCount: nodes } : surroundings.settings;
  const before = base === undefined ? {} : { base: new Base(readManifest(base), path ?? '', true) };
  // What is built is seen with its own nodes and base only.
  return { name, analysis: new Analysis(uri, manifest, { ...surroundings, settings, ...before }) };
}
