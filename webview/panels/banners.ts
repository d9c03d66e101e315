import { formatMoment, grouped } from '../../src/model/words';
import type { State } from '../model/state';
import { button, progressRing } from '../ui/controls';
import { h, setAttribute, setHidden, setMessage, setText } from '../ui/dom';
import type { View } from '../ui/store';

export interface BannersView extends View {
  readonly element: HTMLElement;
}

interface BannerActions {
  readonly cancelRun: () => void;
  readonly retry: () => void;
  /** Back from a trap to what the panel is about. */
  readonly leaveTrap: () => void;
}

/** A run shorter than this shows no progress: it would only flicker. */
const QUIET_START_MS = 150;

/** What stands between the picture and the truth: a run under way or failed, a source that cannot be read, what was left out. */
export function createBanners({ cancelRun, retry, leaveTrap }: BannerActions): BannersView {
  const trapText = h('span', {});
  const trap = h(
    'div',
    { class: 'banner trap-banner', role: 'status', hidden: true },
    trapText,
    button({ label: 'Back to my workload', id: 'back-to-source', onClick: leaveTrap }),
  );
  const problem = h('p', { class: 'banner warning', role: 'status', hidden: true });
  const failure = h('p', { class: 'banner error', role: 'alert', hidden: true });
  const omissions = h('p', { class: 'banner', hidden: true });
  const runText = h('span', {});
  const running = h(
    'div',
    { class: 'banner running', role: 'status', hidden: true },
    progressRing('Simulating'),
    runText,
    button({ label: 'Cancel', id: 'cancel-run', onClick: cancelRun }),
  );
  const again = h(
    'div',
    { class: 'banner', role: 'status', hidden: true },
    'The run was canceled. ',
    button({ label: 'Run again', onClick: retry }),
  );
  const notice = h('p', { class: 'banner notice', hidden: true });
  const element = h('div', { class: 'banners' }, trap, problem, failure, running, again, omissions, notice);
  let runningSince: number | undefined;
  return {
    element,
    update: (state, { now }) => {
      const { run, session } = state;
      setHidden(trap, session?.origin !== 'trap');
      setText(trapText, `You are watching a trap, not your workload: ${session?.title ?? ''}.`);
      // Without a picture both are told where it would be.
      setMessage(problem, state.shown && state.problem && `${state.problem.message} Shown is the last good state.`);
      setMessage(failure, state.shown && failureText(state));
      setMessage(omissions, state.shown?.timeline.omissions.join(' '));
      setMessage(notice, state.notice?.text);
      setAttribute(notice, 'data-tone', state.notice?.tone);
      setHidden(again, run.status !== 'canceled');
      if (run.status !== 'running') {
        runningSince = undefined;
        setHidden(running, true);
        return false;
      }
      runningSince ??= now;
      setHidden(running, now - runningSince < QUIET_START_MS);
      setText(runText, progressText(state));
      return running.hidden !== false;
    },
  };
}

/** Where in the scenario it is wrong says nothing to who changed a value of a manifest. */
const PLACE = /^scenario\.workload\.(?:before|after): /;

export function failureText({ run, shown }: State): string | undefined {
  if (run.status !== 'failed') return undefined;
  const kept = shown === undefined ? '' : ' Shown is the last good run.';
  return `This cannot be simulated: ${run.message.replace(PLACE, '')}.${kept}`.replace('..', '.');
}

function progressText({ run }: State): string {
  if (run.status !== 'running' || run.progress === undefined) return 'Simulating…';
  const { second, steps } = run.progress;
  return second < 0
    ? `Setting up the running version… ${grouped(steps)} steps`
    : `Simulating… at ${formatMoment(second)}, ${grouped(steps)} steps`;
}
