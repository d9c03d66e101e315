import { counted } from '../../../src/model/words';
import { latest, MOST, ms, nameOf, view, type Look, type StationItem, type StationView } from './stationViews';

const PLACES = {
  active: ['Active', 'scheduler-queue'],
  inFlight: ['Being tried', 'scheduling'],
  backoff: ['Back-off', 'back-off-of-pods'],
  unschedulable: ['Unschedulable', 'what-wakes-a-pod'],
  gated: ['Gated', 'scheduler-queue'],
} as const;

/** As its station is called. */
function wordOf(place: string): string {
  return Object.hasOwn(PLACES, place) ? PLACES[place as keyof typeof PLACES][0].toLowerCase() : place;
}

/** The places of the scheduler's queue, with what has moved each pod there. */
export function schedulerPlaces(look: Look): StationView[] {
  const { state, recorded } = look;
  const pods = new Map<string, StationItem[]>();
  for (const [pod, place] of state.scheduler) {
    const row = state.lastMove.get(pod);
    const move = row === undefined ? undefined : recorded.rows[row];
    const since = move === undefined ? '' : ` ${ms((state.t - move.t) * 1000)} ago`;
    const why = move?.row === 'scheduler' ? `${move.why}${since}` : undefined;
    pods.set(place, [...(pods.get(place) ?? []), { text: nameOf(pod), aside: why, row }]);
  }
  const places = Object.entries(PLACES).map(([place, [title, section]]) => {
    const items = pods.get(place) ?? [];
    const summary = items.length === 0 ? 'none' : counted(items.length, 'pod');
    return view({ id: place, station: 'scheduler', title, summary, items, section });
  });
  const moves = latest(look, 'scheduler', () => true).map(({ row, index }) => ({
    text: nameOf(row.pod),
    aside: `${row.from === undefined ? '' : `${wordOf(row.from)} → `}${wordOf(row.to)}: ${row.why}`,
    row: index,
  }));
  const summary = 'what moved pods, the latest first';
  return [
    ...places,
    view({ id: 'moves', station: 'scheduler', title: 'Moves', summary, items: moves, section: 'what-wakes-a-pod' }),
  ];
}

/** The workers of the nodes that have reported last. */
export function kubelets(look: Look): StationView[] {
  const { state, recorded } = look;
  const nodes = new Map<string, StationItem[]>();
  for (const [pod, node] of state.kubelets) {
    const index = state.lastReport.get(pod);
    const row = index === undefined ? undefined : recorded.rows[index];
    const report = row?.row === 'kubelet' && row.op === 'report' ? row : undefined;
    const aside = report === undefined ? 'has begun' : `${report.phase ?? ''}${report.ready === true ? ', ready' : ''}`;
    nodes.set(node, [...(nodes.get(node) ?? []), { text: nameOf(pod), aside, row: index }]);
  }
  const reports = latest(look, 'kubelet', () => true).map(({ row, index }) => ({
    text: `${row.node}: ${nameOf(row.pod)}`,
    aside:
      row.op === 'report' ? `${row.phase ?? ''}${row.ready === true ? ', ready' : ''}` : row.op === 'add' ? 'begins' : 'is gone',
    row: index,
  }));
  const summary = 'what they said, the latest first';
  const said = view({ id: 'reports', station: 'kubelets', title: 'Reports', summary, items: reports, section: 'kubelet-worker' });
  const busiest = [...nodes].sort(([, a], [, b]) => (b[0]?.row ?? 0) - (a[0]?.row ?? 0)).slice(0, MOST);
  const workers = busiest
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([node, items]) => {
      const words = counted(items.length, 'worker');
      return view({ id: `node-${node}`, station: 'kubelets', title: node, summary: words, items, section: 'kubelet-worker' });
    });
  return [said, ...workers];
}
