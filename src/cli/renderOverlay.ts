import { renderLocalChart } from '../render/helm/inflatedChart';
import { build, buildText } from '../render/kustomize/build';
import { buildPath, diskFiles } from './diskFiles';
import { UsageError } from './options';
import type { Terminal } from './terminal';

export const RENDER_USAGE = `Usage: npm run simulate -- render FOLDER [options]
       npm run simulate -- check FOLDER [options]

FOLDER              a folder with a kustomization: prints what kubectl apply -k would apply,
                    or what there is to say about it, where it is written
  --enable-helm     renders charts of helmCharts that lie here; helm itself is not needed
  --lenient         leaves out what cannot be had (what is remote) and says so
  --reorder none    keeps the order in which the objects are read
  --load-restrictor LoadRestrictionsNone
                    reads files outside the folder of a kustomization, too
`;

interface RenderOptions {
  readonly folder: string;
  readonly lenient: boolean;
  readonly enableHelm: boolean;
  readonly keepOrder: boolean;
  readonly unrestricted: boolean;
}

/** The options of `render` and `check`. */
export function parseRender(args: readonly string[]): RenderOptions {
  const folders: string[] = [];
  const chosen = new Map<string, string>();
  let lenient = false;
  let enableHelm = false;
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (argument === '--lenient') lenient = true;
    else if (argument === '--enable-helm') enableHelm = true;
    else if (argument === '--reorder' || argument === '--load-restrictor') chosen.set(argument, args[++index] ?? '');
    else if (argument.startsWith('-')) throw new UsageError(`${argument} is not an option`);
    else folders.push(argument);
  }
  const [folder = '.', ...more] = folders;
  if (more.length > 0) throw new UsageError(`one folder at a time, please: ${more.join(', ')} is too much`);
  return {
    folder,
    lenient,
    enableHelm,
    keepOrder: chosen.get('--reorder') === 'none',
    unrestricted: chosen.get('--load-restrictor') === 'LoadRestrictionsNone',
  };
}

/** `render FOLDER`: 0, or 1 when the build ends with an error. */
export function renderOverlay(args: readonly string[], terminal: Terminal): number {
  const { folder, enableHelm, ...options } = parseRender(args);
  const charts = enableHelm ? { renderChart: renderLocalChart } : {};
  const result = build(diskFiles(folder), buildPath(folder), { ...options, ...charts });
  for (const warning of result.warnings) terminal.error(`${warning}\n`);
  for (const { at, message } of result.problems) terminal.error(`${at === undefined ? '' : `/${at.file}: `}${message}\n`);
  if (result.error !== undefined) {
    terminal.error(`error: ${result.error.message}\n`);
    return 1;
  }
  terminal.out(buildText(result));
  return 0;
}
