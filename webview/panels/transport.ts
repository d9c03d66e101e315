import { comparisonOf } from '../model/beforeEdit';
import { applicableValues } from '../model/edits';
import { formatMoment } from '../../src/model/words';
import { STEP_KINDS, type StepKind } from '../model/happenings';
import { LANES, type LaneName } from '../model/lanes';
import { SPEEDS, type State } from '../model/state';
import { button, select, type ButtonControl } from '../ui/controls';
import { h, setAttribute, setHidden, setText } from '../ui/dom';
import { menu, type MenuItem } from '../ui/menu';
import type { Store, View } from '../ui/store';

export interface TransportOptions {
  readonly applyToYaml: () => void;
  readonly copyCard: () => void;
  /** Plays the same change with the strategy of what runs, and pins it. */
  readonly compareWithBefore: () => void;
  readonly exports: readonly MenuItem[];
}

export interface TransportView extends View {
  readonly element: HTMLElement;
}

/** Play, step, speed, what is in sight, and what leaves the simulator: one row, whose end is a menu where it is narrow. */
export function createTransport(store: Store, options: TransportOptions): TransportView {
  const { applyToYaml, compareWithBefore, exports } = options;
  const steps = createSteps(store);
  const pace = createPace(store);
  const togglePin = (): void => {
    store.dispatch({ type: store.state.pinned === undefined ? 'pinned' : 'unpinned' });
  };
  const pin = button({ label: 'Pin', id: 'pin', onClick: togglePin });
  const compare = button({ label: COMPARE, id: 'compare', onClick: compareWithBefore });
  setAttribute(compare, 'title', 'Plays the same change with the strategy of what runs, as pale lines');
  const apply = button({ label: 'Apply', title: 'Apply to YAML', id: 'apply', onClick: applyToYaml });
  apply.append(h('span', { class: 'when-room' }, ' to YAML'));
  const view = viewItems(store);
  const leave = leaveItems(store, options, togglePin);
  // Both menus are in the page: what is in both has an id for each.
  const narrow = [...stepItems(store), ...[...view, ...leave, ...exports].map((item) => ({ ...item, id: `more-${item.id}` }))];
  const more = menu('More', narrow);
  more.classList.add('when-narrow');
  const bar = h(
    'div',
    { class: 'transport', role: 'toolbar', 'aria-label': 'Playback' },
    steps.element,
    pace.element,
    h(
      'div',
      { class: 'group end' },
      ...[menu('View', view), compare, pin].map(whenWide),
      apply,
      whenWide(menu('Export', exports)),
      more,
    ),
  );
  return {
    element: h('footer', {}, bar),
    update: (state, frame) => {
      steps.update(state, frame);
      pace.update(state, frame);
      showApply(apply, state);
      showPin(pin, state);
      setHidden(compare, !canCompare(state));
      return false;
    },
  };
}

/** What else can be done with a run. */
function leaveItems(
  store: Store,
  { copyCard, compareWithBefore, applyToYaml }: TransportOptions,
  togglePin: () => void,
): MenuItem[] {
  return [
    { id: 'copy', label: 'Copy the card', run: copyCard, now: () => ({ isDisabled: store.state.shown === undefined }) },
    { id: 'compare', label: COMPARE, run: compareWithBefore, now: () => ({ isDisabled: !canCompare(store.state) }) },
    {
      id: 'pin',
      label: 'Pin',
      run: togglePin,
      now: () => ({ label: pinWords(store.state).name, isDisabled: store.state.shown === undefined }),
    },
    {
      id: 'apply',
      label: 'Apply to YAML',
      run: applyToYaml,
      now: () => ({ isDisabled: !canApply(store.state) }),
    },
  ];
}

const COMPARE = 'Compare with before';

function canCompare(state: State): boolean {
  return state.pinned === undefined && comparisonOf(state) !== undefined;
}

function whenWide(element: HTMLElement): HTMLElement {
  element.classList.add('when-wide');
  return element;
}

/** What the steps go by, where there is no room for its list. */
function stepItems(store: Store): MenuItem[] {
  return STEP_KINDS.map((kind) => ({
    id: `step-by-${kind.replaceAll(' ', '-')}`,
    label: `Step by ${kind}`,
    run: () => {
      store.dispatch({ type: 'stepKindSet', kind });
    },
    now: () => ({ isChecked: store.state.stepKind === kind }),
  }));
}

const LANE_WORDS: Readonly<Record<LaneName, string>> = { pods: 'Pods', story: 'Story', chart: 'Chart', requests: 'Requests' };

/** What is drawn, and how time is. */
function viewItems(store: Store): MenuItem[] {
  const isOpen = (lane: LaneName): boolean => document.querySelector(`[data-lane="${lane}"]:not([hidden])`) !== null;
  const lanes = LANES.map((lane): MenuItem => ({
    id: `lane-${lane}`,
    label: LANE_WORDS[lane],
    run: () => {
      store.dispatch({ type: 'laneShown', lane, open: !isOpen(lane) });
    },
    now: () => ({
      isChecked: isOpen(lane),
      isDisabled: lane === 'requests' && store.state.shown?.traffic === undefined,
    }),
  }));
  const quiet: MenuItem = {
    id: 'shorten-quiet',
    label: 'Shorten quiet time',
    run: () => {
      store.dispatch({ type: 'quietSet', shorten: !store.state.shortenQuiet });
    },
    now: () => ({ isChecked: store.state.shortenQuiet }),
  };
  const inside: MenuItem = {
    id: 'stage-inside',
    label: 'Inside the controllers',
    run: () => {
      store.dispatch({ type: 'stageShown', stage: store.state.stage === 'inside' ? 'pods' : 'inside' });
    },
    now: () => ({ isChecked: store.state.stage === 'inside' }),
  };
  return [inside, ...lanes, quiet];
}

/** Play, the steps with what they go by, and the clock. */
function createSteps(store: Store): TransportView {
  const play = button({
    label: 'Play',
    appearance: 'primary',
    id: 'play',
    onClick: () => {
      store.dispatch({ type: store.state.playback.playing ? 'paused' : 'played' });
    },
  });
  const step = (label: string, id: string, direction: 1 | -1): ButtonControl =>
    button({
      label,
      id,
      onClick: () => {
        store.dispatch({ type: 'stepped', direction });
      },
    });
  const back = step('◀', 'step-back', -1);
  const forward = step('▶', 'step-forward', 1);
  const kind = select<StepKind>({
    label: 'Step by',
    options: STEP_KINDS.map((value) => ({ value, label: value })),
    value: store.state.stepKind,
    onChange: (value) => {
      store.dispatch({ type: 'stepKindSet', kind: value });
    },
  });
  kind.classList.add('step-kind');
  const now = h('span', {});
  const end = h('span', { class: 'aside' });
  const time = h('output', { class: 'clock', 'aria-label': 'Time' }, now, end);
  let drawn: State | undefined;
  return {
    element: h('div', { class: 'group' }, play, back, kind, forward, time),
    update: (state) => {
      const { playback, shown } = state;
      setText(now, shown === undefined ? '' : formatMoment(Math.max(0, playback.time)));
      setText(end, shown === undefined ? '' : ` / ${formatMoment(shown.timeline.end)}`);
      if (drawn?.playback.playing !== playback.playing || drawn.shown !== shown) showPlay(play, state);
      if (drawn?.stepKind !== state.stepKind) showStepKind(kind, back, forward, state.stepKind);
      back.disabled = forward.disabled = play.disabled = shown === undefined;
      drawn = state;
      return false;
    },
  };
}

/** How fast time passes. */
function createPace(store: Store): TransportView {
  const speed = select({
    label: 'Speed',
    options: SPEEDS.map((value) => ({ value: String(value), label: `${value}×` })),
    value: '1',
    onChange: (value) => {
      store.dispatch({ type: 'speedSet', speed: Number(value) });
    },
  });
  speed.classList.add('speed');
  let drawn: State | undefined;
  return {
    element: h('div', { class: 'group' }, speed),
    update: (state) => {
      if (drawn?.playback.speed !== state.playback.speed) speed.value = String(state.playback.speed);
      drawn = state;
      return false;
    },
  };
}

function showPlay(play: HTMLElement, { playback }: State): void {
  setText(play, playback.playing ? 'Pause' : 'Play');
  setAttribute(play, 'aria-label', playback.playing ? 'Pause' : 'Play');
  setAttribute(play, 'data-playing', String(playback.playing));
}

function showStepKind(kind: { value: string }, back: HTMLElement, forward: HTMLElement, value: StepKind): void {
  kind.value = value;
  for (const [element, word] of [
    [back, 'Previous'],
    [forward, 'Next'],
  ] as const) {
    setAttribute(element, 'aria-label', `${word} ${value}`);
    setAttribute(element, 'title', `${word} ${value}`);
  }
}

interface PinWords {
  readonly label: string;
  readonly name: string;
  readonly title: string;
}

function pinWords({ pinned }: State): PinWords {
  return pinned === undefined
    ? { label: 'Pin', name: 'Pin this run to compare', title: 'Keep this run as pale lines to compare others with' }
    : { label: 'Unpin', name: 'Unpin the compared run', title: 'Compare no longer' };
}

function showPin(pin: ButtonControl, state: State): void {
  const { label, name, title } = pinWords(state);
  pin.disabled = state.shown === undefined;
  setText(pin, label);
  setAttribute(pin, 'aria-label', name);
  setAttribute(pin, 'title', title);
}

const changedFields = ({ edits }: State): readonly string[] => Object.keys(applicableValues(edits.tuning));

function canApply(state: State): boolean {
  return state.session?.canApply === true && changedFields(state).length > 0;
}

function showApply(apply: HTMLElement & { disabled: boolean }, state: State): void {
  const { session } = state;
  const changed = changedFields(state);
  const reason =
    session?.canApply !== true
      ? 'This scenario has no manifest to write to'
      : changed.length === 0
        ? 'No value differs from the manifest'
        : `Write ${changed.join(', ')} into the manifest`;
  apply.disabled = !canApply(state);
  apply.hidden = session !== undefined && session.origin !== 'manifest';
  setAttribute(apply, 'title', reason);
}
