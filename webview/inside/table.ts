import type { StationView } from '../model/inside/stationViews';
import type { SyncView } from '../model/inside/syncView';
import { grouped } from '../../src/model/words';
import { h } from '../ui/dom';

type Row = readonly [station: string, what: string, how: string];

/** The picture as a table: the same facts for those who do not see it. */
export class InsideTable {
  readonly element = h('table', { class: 'inside-table' });
  #drawn = '';

  draw(views: readonly StationView[], sync: SyncView | undefined): void {
    const rows = views.flatMap((view) => (view.id === 'queue' ? [...rowsOf(view), ...rowsOfSync(sync)] : rowsOf(view)));
    const drawn = JSON.stringify(rows);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.element.replaceChildren(
      h('caption', { class: 'sr-only' }, 'Each station of the machine at this moment'),
      h('thead', {}, h('tr', {}, ...['station', 'what', 'how it stands'].map((name) => h('th', { scope: 'col' }, name)))),
      h(
        'tbody',
        {},
        ...rows.map(([station, what, how]) => h('tr', {}, h('th', { scope: 'row' }, station), cell(what), cell(how))),
      ),
    );
  }
}

const cell = (text: string): HTMLElement => h('td', {}, text);

function rowsOf({ title, summary, items, more }: StationView): Row[] {
  const rest: Row[] = more > 0 ? [[title, `and ${grouped(more)} more`, '']] : [];
  return [[title, '', summary], ...items.map(({ text, aside = '' }): Row => [title, text, aside]), ...rest];
}

function rowsOfSync(sync: SyncView | undefined): Row[] {
  if (sync === undefined) return [['Sync', '', 'none yet']];
  const { span, steps } = sync;
  const error = span.error === undefined ? '' : `failed: ${span.error}`;
  return [
    ['Sync', span.key, error],
    ...steps.map(({ name, state, why, phase }): Row => {
      const outcome = phase === 'coming' && state === 'taken' ? 'to come' : state === 'unknown' ? 'not known' : state;
      return ['Sync', name, [phase === 'current' ? 'at this step' : outcome, why ?? ''].filter((word) => word !== '').join(': ')];
    }),
  ];
}
