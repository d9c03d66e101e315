import type { Timeline, TimelineEvent } from '../../../src/engine/simulation/timeline/timeline';
import { countUntil } from '../../../src/engine/simulation/timeline/timelineQueries';
import { formatMoment } from '../../../src/model/words';
import { checkbox } from '../../ui/controls';
import { h } from '../../ui/dom';
import { link, type WhyActions, type WhyPart } from './parts';

/** Only a window around the moment is in the page: a large rollout has tens of thousands of events. */
const EVENTS_SHOWN = 60;

/** Kubernetes' events, the one of this moment in sight. */
export function createEvents({ seek }: WhyActions, refresh: () => void): WhyPart & { readonly heading: HTMLElement } {
  let all = false;
  const everything = checkbox('every event', (checked) => {
    all = checked;
    refresh();
  });
  const element = h('ol', { class: 'events', 'aria-label': 'Kubernetes events', tabindex: '0' });
  return {
    heading: h('div', { class: 'decision-head section' }, h('h2', {}, 'Events'), everything.element),
    element,
    key: (timeline, t) => `${all} ${countUntil(eventsOf(timeline, all), t)}`,
    draw: (timeline, t) => {
      const list = eventsOf(timeline, all);
      const past = countUntil(list, t);
      const first = Math.max(0, past - EVENTS_SHOWN);
      const items = list.slice(first, past + EVENTS_SHOWN).map((event, offset) => {
        const index = first + offset;
        return eventItem(event, seek, index >= past ? 'is-future' : index === past - 1 ? 'is-current' : '');
      });
      element.replaceChildren(...(items.length === 0 ? [h('li', { class: 'empty' }, 'None.')] : items));
      const current = items[Math.max(0, past - first - 1)];
      if (current !== undefined) element.scrollTop = current.offsetTop - element.offsetTop - element.clientHeight / 2;
    },
  };
}

const workloadEvents = new WeakMap<Timeline, Timeline['events']>();

/**
 * Without those of single pods: 1,000 pods were each created, assigned, pulled and started. Of what they warn of, each kind of
 * warning once: a probe that fails until the pod is up is no news the second time.
 */
function eventsOf(timeline: Timeline, all: boolean): Timeline['events'] {
  if (all) return timeline.events;
  const known = workloadEvents.get(timeline);
  if (known !== undefined) return known;
  const told = new Set<string>();
  const events = timeline.events.filter(({ type, kind, reason, message }) => {
    if (type !== 'Warning') return kind !== 'Pod' && !/^Successful/.test(reason);
    const warning = `${reason} ${message.slice(0, 40)}`;
    if (told.has(warning)) return false;
    told.add(warning);
    return true;
  });
  workloadEvents.set(timeline, events);
  return events;
}

function eventItem(
  { t, type, reason, message, name, kind }: TimelineEvent,
  seek: (t: number) => void,
  place: string,
): HTMLElement {
  const isWarning = type === 'Warning';
  const go = link(formatMoment(Math.max(0, t)), () => {
    seek(t);
  });
  const text = h(
    'span',
    {},
    isWarning ? '! ' : '',
    h('b', {}, reason),
    ` ${message}`,
    kind === 'Pod' && h('span', { class: 'aside' }, ` ${name}`),
  );
  return h('li', { class: `${isWarning ? 'is-warning ' : ''}${place}` }, go, text);
}
