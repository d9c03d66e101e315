/** Ours: what becomes of requests, in words. */
import { DATA_PLANE_NAMES, senderName } from '../../model/dataPlaneNames';
import { DATA_PLANES } from '../../model/dataPlanes';
import type { Load } from '../../model/load';
import { formatDuration, formatMoment, grouped, listed, percentText } from '../../model/words';
import { LOSS_CAUSES, lostShare, NONE, type LossCause } from './losses';
import type { TrafficReport } from './trafficReport';

/** What of a report there are words for. */
export type TrafficCounts = Omit<TrafficReport, 'rows' | 'lives'>;

/** As the heading of a column, or of a line in a legend. */
export const CAUSE_NAMES: Readonly<Record<LossCause, string>> = {
  noEndpoint: 'no endpoint',
  stopped: 'sent to a pod that has stopped',
  notYet: 'sent to a pod that does not answer yet',
  cut: 'cut by the end of the process',
  overload: 'more than the pods can take',
};

const REASONS: Readonly<Record<LossCause, (sender: string) => string>> = {
  noEndpoint: () => 'there is no pod to send them to',
  stopped: (sender) => `pods stop before ${sender} knows`,
  notYet: () => 'pods count as ready before they answer',
  cut: () => 'processes end before they have answered',
  overload: () => 'the pods that are left cannot take as many',
};

/** `About 180 of 30,000 requests fail (0.6 %), worst 7 % at 0:12: pods stop before kube-proxy knows.` */
export function trafficSentence(report: TrafficCounts): string {
  return report.staysOnNode ? `${lossSentence(report)} ${STAYS_ON_NODE}` : lossSentence(report);
}

const STAYS_ON_NODE = 'Its traffic policy is Local: what nodes without a pod lose comes on top and is not counted.';

function lossSentence(report: TrafficCounts): string {
  const { failed, requests, worst, load } = report;
  if (lostShare(report) === 0) return `No request to Service ${report.service} fails, as far as is assumed.`;
  const share = `${about(failed)} of ${grouped(Math.round(requests))} requests fail (${percentText(failed / requests)})`;
  const peak = worst === undefined ? '' : `, worst ${percentText(worst.share)} at ${formatMoment(worst.t)}`;
  return `About ${share}${peak}: ${listed(reasons(report, load))}.`;
}

/** Those that matter, the first one most. */
function reasons({ losses, failed }: TrafficCounts, { dataPlane }: Load): string[] {
  return LOSS_CAUSES.filter((cause) => losses[cause] > failed / 20)
    .sort((a, b) => losses[b] - losses[a])
    .map((cause) => REASONS[cause](senderName(dataPlane)));
}

function about(failed: number): string {
  return failed < 9.95 ? String(Math.round(failed * 10) / 10) : grouped(Math.round(failed));
}

/** What all of it rests on: each part is the reader's to change. */
export function loadText({
  requestsPerSecond,
  requestSeconds,
  podCapacity,
  keptAlive,
  retries,
  dataPlane,
  onTerm,
}: Load): string {
  const { name, source } = DATA_PLANE_NAMES[dataPlane];
  const { learns } = DATA_PLANES[dataPlane];
  const parts = [
    `${grouped(Math.round(requestsPerSecond))} requests per second of ${formatDuration(requestSeconds)} each`,
    `by ${name}, which learns of a pod's end within ${learns[0]} to ${formatDuration(learns[1])} (${source})`,
    ON_TERM_TEXTS[onTerm],
    ...(podCapacity === undefined ? [] : [`a pod takes ${grouped(Math.round(podCapacity))} requests per second`]),
    ...(keptAlive === 0 ? [] : [`${percentText(keptAlive)} of them on connections that stay open`]),
    retries === 0 ? 'nobody tries again' : `a refused request is tried at ${grouped(retries)} more`,
  ];
  return `Assumed: ${parts.join('; ')}.`;
}

export const ON_TERM_TEXTS: Readonly<Record<Load['onTerm'], string>> = {
  exits: 'on SIGTERM the process ends at once',
  drains: 'on SIGTERM the process takes nothing new and ends what it has begun',
  serves: 'on SIGTERM the process goes on until it is killed',
};

const WIDTH = 40;

/** For a terminal: the sentence, each cause, and what it rests on. */
export function trafficText(report: TrafficReport): string {
  const { losses, requests, otherServices } = report;
  const lost = LOSS_CAUSES.filter((cause) => losses[cause] > requests * NONE);
  return [
    `Requests to Service ${report.service}`,
    trafficSentence(report),
    ...lost.map((cause) => `  ${CAUSE_NAMES[cause].padEnd(WIDTH)} ${about(losses[cause])}`),
    loadText(report.load),
    ...(otherServices.length === 0
      ? []
      : [
          `${listed(otherServices)} also ${otherServices.length === 1 ? 'sends' : 'send'} to these pods: --traffic service=NAME asks for another one.`,
        ]),
    '',
  ].join('\n');
}
