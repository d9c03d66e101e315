import { counted, grouped } from '../../../src/model/words';
import { kubelets, schedulerPlaces } from './aroundStations';
import { cacheFor, READS } from './breakOn';
import { syncShown, type Position } from './position';
import { machineOf, type Kind, type Recorded, type SyncSpan } from './recording';
import { latest, MOST, ms, nameOf, view, type Look, type StationItem, type StationView } from './stationViews';

/** From left to right; the sync itself, which is a tree, stands in syncView. */
export function stationsAt(look: Look): readonly StationView[] {
  const { machine } = look;
  if (machine === 'scheduler') return [apiServer(look), watch(look), ...schedulerPlaces(look)];
  if (machine === 'kubelets') return [apiServer(look), watch(look), ...kubelets(look)];
  return [apiServer(look), watch(look), caches(look), queue(look), expectations(look), slowStart(look), writes(look)];
}

function apiServer(look: Look): StationView {
  const kinds: readonly Kind[] = READS[look.machine];
  const items = latest(look, 'write', ({ kind }) => kinds.includes(kind)).map(({ row, index }) => ({
    text: `${row.kind} ${nameOf(row.key)} ${row.type}`,
    aside: `v${row.version}${row.by === undefined ? '' : ` by ${row.by.split(' ')[0] ?? ''}`}`,
    row: index,
  }));
  const objects = kinds.reduce((sum, kind) => sum + (look.state.stored.get(kind)?.size ?? 0), 0);
  const summary = `${counted(objects, 'object')} that it reads; the latest writes`;
  return view({ id: 'apiServer', station: 'apiServer', title: 'API server', summary, items, section: 'api-server' });
}

function watch(look: Look): StationView {
  const { recorded, state, machine } = look;
  const kinds = READS[machine];
  const caches = kinds.map((kind) => [kind, `${cacheFor(recorded, machine, kind)} `] as const);
  const items = [...state.underWay].flatMap(([place, news]) => {
    const [kind, cache = ''] = caches.find(([, name]) => place.startsWith(name)) ?? [];
    if (kind === undefined) return [];
    return news.map(({ version, row }) => ({
      text: `${kind} ${nameOf(place.slice(cache.length))}`,
      aside: `v${version}, for ${ms((state.t - (recorded.rows[row]?.t ?? 0)) * 1000)}`,
      tone: 'behind' as const,
      row,
    }));
  });
  const last = latest(look, 'watch', ({ kind }) => kinds.includes(kind), 1)[0];
  const lag = last === undefined ? '' : `; the last came ${ms(last.row.lagMs)} behind`;
  const summary = `${items.length === 0 ? 'nothing' : counted(items.length, 'event')} under way${lag}`;
  return view({ id: 'watch', station: 'watch', title: 'Watch', summary, items, section: 'watch-and-informer' });
}

/** Few objects each with its version; of pods and nodes only those that differ from the truth. */
function caches({ recorded, state, machine }: Look): StationView {
  const items: StationItem[] = [];
  let behind = 0;
  for (const kind of READS[machine]) {
    const cache = state.caches.get(cacheFor(recorded, machine, kind)) ?? new Map<string, number>();
    const stored = state.stored.get(kind) ?? new Map<string, number>();
    const stale = [...new Set([...cache.keys(), ...stored.keys()])].filter((key) => cache.get(key) !== stored.get(key));
    behind += stale.length;
    const words = stale.length === 0 ? 'as stored' : `${grouped(stale.length)} behind`;
    items.push({ text: counted(cache.size, kind), aside: words, tone: 'head' });
    const isMany = kind === 'Pod' || kind === 'Node';
    for (const key of isMany ? stale.slice(0, MOST) : [...cache.keys()].filter((each) => !stale.includes(each)).concat(stale))
      items.push(cachedItem(key, cache.get(key), stored.get(key)));
  }
  const summary = behind === 0 ? 'believes what is stored' : `${counted(behind, 'object')} not as stored`;
  const shown = items.filter(({ tone }, index) => tone === 'behind' || tone === 'head' || index < MOST);
  return view({ id: 'caches', station: 'caches', title: 'Informer caches', summary, items: shown, section: 'cache' });
}

function cachedItem(key: string, cached: number | undefined, stored: number | undefined): StationItem {
  const text = nameOf(key);
  if (cached === stored) return { text, aside: `v${cached ?? 0}`, tone: 'muted' };
  const belief = cached === undefined ? 'not yet' : `v${cached}`;
  return { text, aside: `${belief}, stored ${stored === undefined ? 'no more' : `v${stored}`}`, tone: 'behind' };
}

function queue({ state, machine }: Look): StationView {
  const names = machine === 'daemonset' ? (['daemonset', 'daemonset nodes'] as const) : ([machine] as readonly string[]);
  const items: StationItem[] = [];
  let waiting = 0;
  for (const [name, { line, processing, dirty, delayed, failures }] of state.queues) {
    if (!names.some((each) => each === name)) continue;
    waiting += line.length;
    for (const key of processing)
      items.push({ text: nameOf(key), aside: dirty.has(key) ? 'processed, and dirty again' : 'is being processed' });
    for (const [index, key] of line.entries())
      items.push({ text: nameOf(key), aside: index === 0 ? 'next in line' : `${index + 1} in line` });
    for (const [key, at] of [...delayed].sort(([, a], [, b]) => a - b))
      items.push({ text: nameOf(key), aside: `comes in ${ms((at - state.t) * 1000)}`, tone: 'muted' });
    for (const [key, count] of failures)
      items.push({ text: nameOf(key), aside: `failed ${counted(count, 'time')} in a row`, tone: 'bad' });
  }
  const summary = waiting === 0 ? 'nobody in line' : `${grouped(waiting)} in line`;
  return view({ id: 'queue', station: 'queue', title: 'Work queue', summary, items, section: 'work-queue' });
}

const CREATES_NO_PODS = 'not used: this controller creates no pods itself';

function expectations({ state, machine }: Look): StationView {
  const known = [...((machine === 'replicaset' || machine === 'daemonset' ? state.expectations.get(machine) : undefined) ?? [])];
  const items = known.map(([key, { adds, deletes, since }]): StationItem => {
    const awaited = [adds > 0 && counted(adds, 'creation'), deletes > 0 && counted(deletes, 'deletion')].filter(
      (each) => each !== false,
    );
    return awaited.length === 0
      ? { text: nameOf(key), aside: 'satisfied', tone: 'muted' }
      : {
          text: nameOf(key),
          aside: `${awaited.join(' and ')} awaited for ${ms((state.t - since) * 1000)}: no pod is asked for until then`,
          tone: 'behind',
        };
  });
  items.sort((a, b) => Number(b.tone === 'behind') - Number(a.tone === 'behind'));
  const open = items.filter(({ tone }) => tone === 'behind').length;
  const summary = machine === 'deployment' ? CREATES_NO_PODS : open === 0 ? 'all satisfied' : `${counted(open, 'key')} held back`;
  return view({ id: 'expectations', station: 'expectations', title: 'Expectations', summary, items, section: 'expectations' });
}

/** A slow start is told of at the end of its sync: it is shown once the last of its requests has been sent. */
function slowStartUnderWay({ machine, recorded, position }: Look): ReturnType<typeof latest<'slowStart'>>[number] | undefined {
  const { rows, syncs, syncOf } = recorded;
  const span = syncs[syncOf[position.row] ?? -1];
  if (span === undefined || machineOf(span.queue) !== machine) return undefined;
  for (let index = position.row + 1; index <= span.end; index++) {
    const row = rows[index];
    if (row?.row === 'request' && row.verb === 'create') return undefined;
    if (row?.row === 'slowStart') return { row, index };
  }
  return undefined;
}

function slowStart(look: Look): StationView {
  const { machine, recorded } = look;
  const draft = { id: 'slowStart', station: 'slowStart', title: 'Slow start', section: 'slow-start' } as const;
  if (machine === 'deployment') return view({ ...draft, summary: CREATES_NO_PODS, items: [] });
  const last = slowStartUnderWay(look) ?? latest(look, 'slowStart', ({ controller }) => controller === machine, 1)[0];
  if (last === undefined) return view({ ...draft, summary: 'no pods created lately', items: [] });
  const { wanted, batches, failed, skipped, key } = last.row;
  let left = batches.reduce((sum, size) => sum + size, 0) - failed;
  const items = batches.map((size, index): StationItem => {
    const refused = Math.max(0, size - left);
    left -= size - refused;
    return {
      text: `batch ${index + 1}: ${size}`,
      aside: refused === 0 ? 'created' : `${grouped(refused)} refused`,
      tone: refused === 0 ? undefined : 'bad',
      row: last.index,
    };
  });
  if (skipped > 0) items.push({ text: `${grouped(skipped)} more`, aside: 'not tried after that', tone: 'bad', row: last.index });
  const ago = ms(((recorded.rows[look.position.row]?.t ?? 0) - last.row.t) * 1000);
  return view({ ...draft, summary: `${counted(wanted, 'pod')} for ${nameOf(key)}, ${ago} ago`, items });
}

/** What the sync on show has written, and what it was refused. */
function writes(look: Look): StationView {
  const { recorded, position, machine } = look;
  const span = syncShown(recorded, position, machine);
  const items = span === undefined ? [] : writtenBy(recorded, span, position);
  const summary = items.length === 0 ? 'nothing' : counted(items.length, 'request');
  return view({ id: 'writes', station: 'writes', title: 'Writes back', summary, items, section: 'pod-control' });
}

function writtenBy({ rows }: Recorded, { begin, end }: SyncSpan, position: Position): StationItem[] {
  return rows.slice(begin, Math.min(end, position.row) + 1).flatMap((row, offset): StationItem[] => {
    const index = begin + offset;
    if (row.row === 'write') {
      const sent = row.sentMs === undefined ? '' : `, answered after ${ms(row.sentMs)}`;
      return [{ text: `${row.kind} ${nameOf(row.key)} ${row.type}`, aside: `v${row.version}${sent}`, row: index }];
    }
    return row.row === 'request' && row.error !== undefined
      ? [{ text: `${row.verb} pod ${row.pod}`, aside: `refused: ${row.error}`, tone: 'bad', row: index }]
      : [];
  });
}
