import { renderLocalChart } from '../../render/helm/inflatedChart';
import { build, buildText } from '../../render/kustomize/build';
import type { Arguments } from '../arguments/arguments';
import type { Options } from '../arguments/option';
import { buildPath, diskFiles } from '../input/diskFiles';
import type { Terminal } from '../terminal';

export const OVERLAY_OPTIONS: Options = {
  'enable-helm': { says: ['overlay: renders charts of helmCharts that lie here; helm itself is not needed'] },
  lenient: { says: ['overlay: leaves out what cannot be had (what is remote) and says so'] },
  reorder: { takes: 'none', says: ['overlay: none keeps the order in which the objects are read'] },
  'load-restrictor': {
    takes: 'R',
    choices: ['LoadRestrictionsNone', 'LoadRestrictionsRootOnly'],
    says: ['overlay: LoadRestrictionsNone reads files outside the folder of a kustomization, too'],
  },
};

/** What kubectl apply -k would apply: 0, or 1 when the build ends with an error. */
export function renderOverlay(folder: string, input: Arguments, terminal: Terminal): number {
  const charts = input.has('enable-helm') ? { renderChart: renderLocalChart } : {};
  const result = build(diskFiles(folder), buildPath(folder), {
    lenient: input.has('lenient'),
    keepOrder: input.value('reorder') === 'none',
    unrestricted: input.value('load-restrictor') === 'LoadRestrictionsNone',
    ...charts,
  });
  for (const warning of result.warnings) terminal.error(`${warning}\n`);
  for (const { at, message } of result.problems) terminal.error(`${at === undefined ? '' : `/${at.file}: `}${message}\n`);
  if (result.error !== undefined) {
    terminal.error(`error: ${result.error.message}\n`);
    return 1;
  }
  terminal.out(buildText(result));
  return 0;
}
