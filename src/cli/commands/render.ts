import { onlyOperand } from '../arguments/arguments';
import type { Command } from '../arguments/command';
import { UsageError } from '../arguments/usageError';
import { CHART_OPTIONS } from '../input/chartOptions';
import { isFolder } from '../input/diskFiles';
import { isChart, renderChartAt } from './renderChart';
import { OVERLAY_OPTIONS, renderOverlay } from './renderOverlay';

export const RENDER: Command = {
  name: 'render',
  summary: 'what an overlay or a chart comes to: prints what would be applied',
  operands: 'FOLDER|CHART',
  about:
    'Prints what kubectl kustomize prints of a folder with a kustomization, and what helm template prints of a chart (a folder or an archive). Neither program is needed.',
  options: { ...OVERLAY_OPTIONS, ...CHART_OPTIONS },
  examples: [
    ['rollout-lens render overlays/prod', 'what kubectl apply -k overlays/prod would apply'],
    ['rollout-lens render ./chart -f values-prod.yaml --set image.tag=1.2', 'what helm template would print'],
    ['rollout-lens render ./chart --include-crds -s "crds/*" -s "templates/web-*.yaml"', 'what some of its files give'],
    ['rollout-lens render overlays/prod | rollout-lens check -', 'what there is to say about it'],
  ],
  run(input, terminal) {
    const path = onlyOperand(input, 'folder') ?? '.';
    if (isChart(path)) return renderChartAt(path, input, terminal);
    if (!isFolder(path)) throw new UsageError(`there is no folder and no chart ${path}`);
    return renderOverlay(path, input, terminal);
  },
};
