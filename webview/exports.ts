import { assumptionsText } from '../src/engine/simulation/words/assumedText';
import { markdownSummary, watchTable } from '../src/engine/simulation/words/renderText';
import type { ExportFormat } from '../src/shared/protocol';
import { printScenario } from '../src/shared/scenarioFile';
import type { Host } from './link/host';
import { pictureSvg, type PictureColors } from './model/pictureSvg';
import { rangeOf } from './model/range';
import type { Shown, State } from './model/state';
import { pastWords } from './model/words';
import { cardOfState } from './panels/card';
import { revisionColors } from './scene/sprites';
import type { MenuItem } from './ui/menu';
import type { Store } from './ui/store';
import type { ThemeSource } from './ui/theme';

interface Exported {
  readonly encoding: 'utf8' | 'base64';
  readonly data: string;
}
type Make = (state: State, shown: Shown, themes: ThemeSource) => Exported | Promise<Exported>;

const text = (data: string): Exported => ({ encoding: 'utf8', data });

const FORMATS: Readonly<Record<ExportFormat, { readonly label: string; readonly extension: string; readonly make: Make }>> = {
  svg: { label: 'Picture as SVG', extension: 'svg', make: (state, shown, themes) => text(svgOf(state, shown, themes)) },
  png: { label: 'Picture as PNG', extension: 'png', make: (state, shown, themes) => pngOf(svgOf(state, shown, themes)) },
  markdown: {
    label: 'Summary as Markdown',
    extension: 'md',
    make: (state, { timeline }) => text(markdownSummary(timeline, cardOfState(state), rangeOf(state))),
  },
  table: {
    label: 'Watch table as text',
    extension: 'txt',
    make: (_, { timeline, scenario }) => text(`${watchTable(timeline)}\n# Assumed: ${assumptionsText(scenario)}\n`),
  },
  scenario: { label: 'Scenario as JSON', extension: 'rollout.json', make: (_, { scenario }) => text(printScenario(scenario)) },
};

/** The commands of the export menu. What comes out goes to the extension, which asks where to put it. */
export function exportItems(store: Store, host: Host, themes: ThemeSource): MenuItem[] {
  return (Object.keys(FORMATS) as ExportFormat[]).map((format) => ({
    id: `export-${format}`,
    label: FORMATS[format].label,
    run: () => {
      void exportAs(format, store, host, themes);
    },
  }));
}

async function exportAs(format: ExportFormat, store: Store, host: Host, themes: ThemeSource): Promise<void> {
  const { state } = store;
  const { shown } = state;
  if (shown === undefined) return;
  const { make, extension } = FORMATS[format];
  try {
    const { encoding, data } = await make(state, shown, themes);
    const name = shown.timeline.workload.name.replace(/[^\w-]+/g, '-') || 'rollout';
    host.send({ type: 'export', format, fileName: `${name}.${extension}`, encoding, data });
  } catch (error) {
    store.dispatch({
      type: 'noticed',
      text: `The export failed: ${error instanceof Error ? error.message : String(error)}`,
      tone: 'error',
    });
  }
}

function svgOf({ playback }: State, { scene, timeline, scenario }: Shown, { current }: ThemeSource): string {
  const colors: PictureColors = { ...current, revisions: revisionColors(timeline.revisions, current) };
  return pictureSvg(scene, playback.time, colors, assumptionsText(scenario), pastWords(scenario));
}

/** Twice the size of the SVG, for screens that show it so. */
const PNG_SCALE = 2;

async function pngOf(svg: string): Promise<Exported> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * PNG_SCALE;
    canvas.height = image.naturalHeight * PNG_SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const dataUrl = canvas.toDataURL('image/png');
    return { encoding: 'base64', data: dataUrl.slice(dataUrl.indexOf(',') + 1) };
  } finally {
    URL.revokeObjectURL(url);
  }
}
