import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { baselineText, beyond, readBaseline } from '../../check/baseline';
import { checkInSteps } from '../../check/check';
import type { CheckInput } from '../../check/checkedFiles';
import { isAtLeast, type CheckResult } from '../../check/finding';
import { githubFormat } from '../../check/formats/githubFormat';
import { jsonFormat } from '../../check/formats/jsonFormat';
import { junitFormat } from '../../check/formats/junitFormat';
import { markdownFormat } from '../../check/formats/markdownFormat';
import { sarifFormat } from '../../check/formats/sarifFormat';
import { textFormat } from '../../check/formats/textFormat';
import type { Report } from '../../check/report';
import { counted } from '../../model/words';
import type { Severity } from '../../rules/rule';
import type { Arguments } from '../arguments/arguments';
import type { Command } from '../arguments/command';
import { UsageError } from '../arguments/usageError';
import { isFolder } from '../input/diskFiles';
import { allSteps } from '../input/allSteps';
import { checkInputs } from '../input/checkInputs';
import { readText } from '../input/readText';
import { CONFIG_OPTION } from '../input/settingsAt';
import { clearProgress, showProgress, type Terminal } from '../terminal';
import { VERSION } from '../productVersion';
import { writeWhole } from '../writeWhole';

const FORMATS = ['text', 'json', 'sarif', 'github', 'junit', 'markdown'] as const;
type Format = (typeof FORMATS)[number];
const LEVELS = ['error', 'warning', 'info', 'hint'] as const;

export const CHECK: Command = {
  name: 'check',
  summary: 'what there is to say about manifests, overlays and charts: as in the editor',
  operands: '[FILE|FOLDER|GLOB|-]…',
  about:
    'Says what the editor says about each file when its workspace is opened. Around a file is its repository (the nearest folder above with .git or .rollout-lens.yaml): Services, budgets, quotas and claims of other files count, and overlays and charts are judged as they are built. Without a path: all below the current folder. - is the standard input, with nothing around it.',
  options: {
    format: { takes: 'F', choices: FORMATS, says: ['text (default), json, sarif, github (annotations), junit or markdown'] },
    output: { takes: 'FILE', short: 'o', says: ['writes there instead of to the standard output'] },
    severity: { takes: 'S', choices: LEVELS, says: ['error, warning, info (default) or hint: that and what is worse is shown'] },
    'fail-on': {
      takes: 'S',
      choices: ['error', 'warning', 'info', 'hint', 'never'],
      says: ['error, warning (default), info, hint or never: exits with 1 where that or worse is found'],
    },
    baseline: { takes: 'FILE', says: ['what FILE knows is neither shown nor fails'] },
    'write-baseline': { takes: 'FILE', says: ['writes all that is found into FILE, and exits with 0'] },
    config: CONFIG_OPTION,
    exclude: { takes: 'GLOB', isRepeated: true, says: ['leaves out files and folders, seen from the top of the workspace'] },
    workspace: { takes: 'FOLDER', says: ['what lies around is looked for in FOLDER, and nowhere else'] },
  },
  examples: [
    ['rollout-lens check', 'all below the current folder'],
    ['rollout-lens check "deploy/**/*.yaml" --fail-on error', 'what a glob names, only errors fail'],
    ['helm template shop ./chart | rollout-lens check -', 'what another program prints'],
    ['rollout-lens check --format sarif --output rollout-lens.sarif', 'for code scanning'],
    ['rollout-lens check --write-baseline .rollout-lens-baseline.json', 'from now on only what is new fails, with --baseline'],
  ],
  run: check,
};

/** 0, 1 where something is found that it is to fail on, 2 where something could not be read. */
function check(input: Arguments, terminal: Terminal): number {
  const wanted = input.operands.length === 0 ? ['.'] : input.operands;
  const inputs = checkInputs(wanted, {
    config: input.value('config'),
    exclude: input.values('exclude'),
    workspace: workspaceOf(input.value('workspace')),
  });
  // Thousands of files are many short-lived objects: cleared sooner they take half the room, and hardly more time.
  setFlagsFromString('--heap-growing-percent=20');
  const results = inputs.map(({ checked }) => finished(checked, terminal));
  clearProgress(terminal);
  const all = inOne(results);
  const file = input.value('write-baseline');
  if (file !== undefined) {
    writeWhole(file, baselineText(all.findings));
    terminal.error(`${counted(all.findings.length, 'finding')} written into ${file}\n`);
    return 0;
  }
  const report = reportOf(all, input);
  const format = FORMATS.find((each) => each === input.value('format')) ?? 'text';
  const output = input.value('output');
  const text = printed(report, format, output === undefined ? terminal : undefined);
  if (output === undefined) terminal.out(text);
  else writeWhole(output, text);
  const unreadable = inputs.flatMap((each) => each.unreadable);
  for (const each of unreadable) terminal.error(`cannot be read: ${each}\n`);
  return unreadable.length > 0 ? 2 : failsOn(all, input) ? 1 : 0;
}

function workspaceOf(folder: string | undefined): string | undefined {
  if (folder !== undefined && !isFolder(folder)) throw new UsageError(`there is no folder ${folder}`);
  return folder;
}

function finished(input: CheckInput, terminal: Terminal): CheckResult {
  return allSteps(checkInSteps(input), ({ done, of, doing }) => {
    if (done % 50 === 0) showProgress(terminal, `${done} of ${of} files ${doing}`);
  });
}

function inOne(results: readonly CheckResult[]): CheckResult {
  return {
    findings: results.flatMap(({ findings }) => findings),
    files: results.reduce((sum, { files }) => sum + files, 0),
    workloads: results.reduce((sum, { workloads }) => sum + workloads, 0),
    omissions: results.flatMap(({ omissions }) => omissions),
  };
}

function severityOf(text: string | undefined, otherwise: Severity): Severity {
  const severity = LEVELS.find((each) => each === text);
  if (severity === undefined) return otherwise;
  return severity === 'info' ? 'information' : severity;
}

function reportOf({ findings, ...rest }: CheckResult, input: Arguments): Report {
  const least = severityOf(input.value('severity'), 'information');
  const { fresh, known } = beyond(baselineOf(input.value('baseline')), findings);
  const failOn = input.value('fail-on') === 'never' ? undefined : severityOf(input.value('fail-on'), 'warning');
  return { ...rest, findings: fresh.filter(({ severity }) => isAtLeast(severity, least)), known, failOn, version: VERSION };
}

function baselineOf(file: string | undefined): ReadonlyMap<string, number> {
  if (file === undefined) return new Map();
  const hint = 'check --write-baseline FILE writes one';
  if (!existsSync(file)) throw new UsageError(`there is no baseline ${file}: ${hint}`);
  const baseline = readBaseline(readText(file));
  if (baseline === undefined) throw new UsageError(`${file} is no baseline: ${hint}`);
  return baseline;
}

function failsOn({ findings }: CheckResult, input: Arguments): boolean {
  if (input.value('fail-on') === 'never') return false;
  const least = severityOf(input.value('fail-on'), 'warning');
  return beyond(baselineOf(input.value('baseline')), findings).fresh.some(({ severity }) => isAtLeast(severity, least));
}

function printed(report: Report, format: Format, screen: Terminal | undefined): string {
  switch (format) {
    case 'text':
      return textFormat(report, { width: screen?.width, isColored: screen?.isColored === true });
    case 'json':
      return jsonFormat(report);
    case 'sarif':
      return sarifFormat(report);
    case 'github':
      return githubFormat(report);
    case 'junit':
      return junitFormat(report);
    case 'markdown':
      return markdownFormat(report);
  }
}
