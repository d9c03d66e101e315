/** What a scenario applies, in the words of a review. */
import type { Scenario } from '../engine/simulation/scenario/scenario';
import { isAssumedTemplate } from '../model/otherTemplate';
import { allOf, counted } from '../model/words';
import type { Change } from './change';
import { changeFacts, changeTitle } from './changeWords';

/** `restarts 10 pods: image 1.8 → 1.9`. `change`: undefined where the API server takes none of it. */
export function changesText({ workload: { before, after } }: Scenario, pods: number, change: Change | undefined): string {
  const kind = after.kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment';
  if (before === undefined) return `${counted(pods, 'new pod')}: nothing ran before`;
  if (isAssumedTemplate(before, after)) return `replaces ${allOf(pods, 'pod')} (assumed: a new template)`;
  if (change?.kind === 'none') return 'nothing';
  return (change && changeTitle(change, changeFacts(kind, pods, pods, true))) ?? 'nothing';
}
