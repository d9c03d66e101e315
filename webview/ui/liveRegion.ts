import { lostShare } from '../../src/engine/traffic/losses';
import { verdictText } from '../../src/engine/simulation/verdict/verdict';
import { answerOf } from '../../src/engine/simulation/words/card';
import { sentenceOf } from '../../src/engine/simulation/words/describeDecision';
import { trafficSentence } from '../../src/engine/traffic/trafficText';
import { isNotable } from '../model/happenings';
import { failingText } from '../model/requests';
import type { Shown, State } from '../model/state';
import { currentGroup } from '../model/why';
import { announcement } from '../model/words';
import { h } from './dom';
import type { View } from './store';

export interface LiveRegionView extends View {
  readonly element: HTMLElement;
}

/** A jump is told when no other follows it at once. */
const SETTLE_MS = 250;

/** Tells what happens to those who hear the page: the verdict of a new run, notices, and where a jump has led. */
export function createLiveRegion(): LiveRegionView {
  const element = h('div', { class: 'sr-only', role: 'status', 'aria-live': 'polite', id: 'live' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (text: string, delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      element.textContent = text;
    }, delay);
  };
  return {
    element,
    update: (state, { previous }) => {
      if (state.notice !== previous.notice && state.notice !== undefined) say(state.notice.text, 0);
      else if (state.shown !== previous.shown && state.shown !== undefined) say(runText(state.shown), SETTLE_MS);
      else if (state.playback !== previous.playback && !state.playback.playing && state.stage === 'pods')
        say(momentText(state), SETTLE_MS);
      return false;
    },
  };
}

function runText({ timeline, traffic }: Shown): string {
  const { answer } = answerOf(timeline, traffic && lostShare(traffic));
  return [`${answer}: ${verdictText(timeline)}`, ...(traffic === undefined ? [] : [trafficSentence(traffic)])].join(' ');
}

function momentText({ shown, playback }: State): string {
  if (shown === undefined) return '';
  const group = currentGroup(shown.timeline, playback.time);
  const isHere = group !== undefined && Math.abs(group.to - playback.time) < 0.05;
  const steps = isHere ? group.decisions.flatMap((decision) => decision.steps.filter(isNotable)) : [];
  const said = steps.slice(0, 4).map((step) => `${sentenceOf(step)}.`);
  const failing = shown.traffic === undefined ? '' : failingText(shown.traffic, playback.time);
  return [announcement(shown.timeline, playback.time), failing, ...said].filter((text) => text !== '').join(' ');
}
