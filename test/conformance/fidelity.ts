import type { IncidentShare } from '../incidents/judge';
import { counted } from '../../src/model/words';
import type { SuiteResult } from './replay';
import { groupTable, measureShares, percent } from './shares';

/** What each suite compares, for docs/fidelity.md; a suite without a line here fails the test of that page. */
const SUBJECTS: Readonly<Record<string, string>> = {
  'deployment tables': 'single functions of the Deployment and ReplicaSet controllers: input, output',
  'endpoint slices': 'every write of the EndpointSlice controller and when, the slices after each step, events',
  'deployment trajectories': 'every step of both controllers: objects, events, work queues, errors',
  'deployment closed loop': 'whole rollouts of Deployments, half a second at a time',
  'daemonset tables': 'single functions of the DaemonSet controller: input, output',
  'daemonset trajectories': 'every step of the DaemonSet controller: objects, events, expectations, requeues, errors',
  'daemonset closed loop': 'whole rollouts of DaemonSets, second by second',
  'cluster/scheduling': 'feasible nodes, reasons, the complete FailedScheduling message, preemption, scores',
  'disruption budgets and evictions': 'status of budgets, events, evictions allowed and refused, with their texts',
  'quota and limit ranges': 'admission of pods: defaults, limits, quotas, with their texts',
  'kustomize builds':
    'what an overlay gives to the cluster (kustomize v5.8.1): the same objects, the same text, the same warnings, errors by their kind',
  "kubectl's words": 'rollout status, tables, history, undo, restart, pause and resume',
  'helm/templates': 'single templates and functions: the text, or the error with its place and words',
  'helm/charts': 'whole charts: each file, NOTES, the manifest in its order, errors',
  'helm/values':
    'values of charts: files and `--set` forms, coalescing, conditions, tags, aliases, imports, schemas; errors with their texts',
  'manifests/defaults': 'the spec of a manifest after defaulting',
  'manifests/updates': 'what an update changes, whether a rollout starts',
  'manifests/validation': 'strict decoding, errors and warnings with paths and texts, in order',
};

/**
 * What a suite proves beside the product: code that stands in test/conformance, because no entry point of the product has a
 * use for it. What is not named here is proved of what ships (knip --production: all of src is reachable).
 */
const BESIDE: Readonly<Record<string, string>> = {
  'cluster/scheduling':
    "the kubelet's own look at a pod (kubeletAdmit.ts): here every pod is bound on the same facts in the same instant",
  'deployment tables': '`MinAvailable`, which the controller itself does not call',
  'deployment trajectories': 'the merge patches of users (userEdits.ts), on top of the API room',
  'daemonset trajectories': 'the merge patches of users (userEdits.ts), on top of the API room',
  'manifests/updates': "what the review of a change rests on (src/change), with kubectl's words beside it (kubectlApply/)",
  'manifests/validation':
    "kubectl's cutting of a file into documents and its words (kubectlApply/), on top of reading and validation",
};

export const FIDELITY_PAGE = 'docs/fidelity.md';

function subjectOf(suite: string): string {
  const subject = SUBJECTS[suite];
  if (subject === undefined) throw new Error(`test/conformance/fidelity.ts does not say what the suite ${suite} compares`);
  return subject;
}

/** What would have been said before real incidents. */
export function renderIncidents({ given, ours }: Readonly<Record<'given' | 'ours', IncidentShare>>): string {
  const share = ({ named, incidents }: IncidentShare): string => `**${named} of ${incidents}** (${percent(named, incidents)})`;
  return [
    '## Before real incidents',
    '',
    'Public reports of rollouts that went wrong, retold with the manifests as they were. Before anything is applied, problems, lens and simulation name the right',
    `cause of ${share(given)} that were given (\`test/incidents/data\`) and of ${share(ours)} that we looked for ourselves (\`test/incidents/ours\`);`,
    `${counted(given.wrong + ours.wrong, 'incident gets', 'incidents get')} a false statement. \`npm run incidents -- --show\` prints what is said.`,
    '',
  ].join('\n');
}

/** The section of incidents in a page, as it stands there. */
export function incidentsIn(page: string): string {
  return `${/^## Before real incidents\n[^]*?(?=^The suites prove|^## )/m.exec(page)?.[0].trimEnd() ?? ''}\n`;
}

/** The page that publishes how faithful the product is. Suites over material that is not kept here are left out. */
export function renderFidelity(results: readonly SuiteResult[], incidents: string): string {
  const exact = results.filter(({ shares }) => shares.length === 0);
  const rows = exact.map(({ suite, passed, failures }) => ({ suite, passed, total: passed + failures.length }));
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  const total = rows.reduce((sum, row) => sum + row.total, 0);
  return [
    '<!-- Generated by `npm run docs`. Do not edit. -->',
    '# How faithful it is',
    '',
    `Reference: Kubernetes v1.36.4; Helm v3.21.4 for charts. **${passed.toLocaleString('en')} of ${total.toLocaleString('en')}** recorded cases come out the same, with no tolerance and no case treated specially.`,
    '',
    'The cases were recorded from the Go code of Kubernetes itself: controllers, scheduler, API server, quota and disruption admission, kubectl. They are in',
    '`test/conformance/data`, each folder with a FORMAT.md that says how they were made and what was changed for determinism. Replay them with',
    '`npm run conformance`; any other file of these formats can be given as an argument.',
    '',
    '| suite | what is compared | same | cases |',
    '| --- | --- | ---: | ---: |',
    ...rows.map(
      (row) =>
        `| ${row.suite} | ${subjectOf(row.suite)} | ${row.passed.toLocaleString('en')} | ${row.total.toLocaleString('en')} |`,
    ),
    '',
    ...renderScores(results.filter(isScored)),
    ...results.filter((result) => result.shares.length > 0 && !isScored(result)).flatMap(renderSamples),
    ...TEXTS,
    incidents,
    'The suites prove what ships, with these exceptions, which stand beside it in `test/conformance`:',
    '',
    ...Object.entries(BESIDE).map(([suite, what]) => `- ${suite}: ${what}.`),
    '',
    'What deviates on purpose is marked in the source with `DEVIATION:`, quirks of Kubernetes that are kept with `QUIRK:`.',
    '',
  ].join('\n');
}

/** What `npm run fuzz` holds (test/manifest/verdictsCli.ts). */
const TEXTS = [
  '## Texts that are hardly YAML',
  '',
  'Each of 120,000 mutated manifests is read, or refused, as kubectl v1.32 does (`npm run fuzz`; the verdicts of kubectl were recorded). What is behind `...`, behind a',
  'directive or behind a line that is less indented than the first one kubectl leaves out without a word: here as well, with a warning.',
  '',
] as const;

/** What parts the simulation from a live system and stays. */
const REMAINING = [
  'What parts the runs that do not come out, and stays:',
  '',
  '- Ties. Of equal pods, and of the nodes of a DaemonSet, the one goes first with which a loop over a Go map begins: the slots are known, the beginning is not. Of equal',
  '  nodes the scheduler takes the one that the layout of a heap puts on top, from where its search begins. Beginnings are drawn, and only where they decide; when three or',
  '  four must agree, eight seeds are too few. `cordon-5`: of eight old pods first one of the two on the node to be cordoned, then of seven the other one, then three of six',
  '  on three nodes, together 1.4 % (none of 128 seeds). `pressure-4`: of eight equal pods both on one of three nodes, twice, in the order of random UIDs (none). `cordon-2`:',
  '  three choices in a row (5 %). `node-down-2`, `-3`, `-4`: where a search begins and when the silence is noticed (5 %).',
  '- Races of some milliseconds. In `mixed-19` the first new pod has to land on the node that is drained next (one beginning in eight), its successor and that of an old pod',
  '  have to be ready within 10 ms, and of three pods the right one has to have the lowest UID (none of 128 seeds). In `mixed-22` a ReplicaSet that a quota holds back is',
  '  looked at between the news of its two pods, which ends its back-off, so that the look that would find them available falls together with an earlier one (none).',
  '  In `preemption-6` the last pod of a batch comes after the first of another ReplicaSet (11 %). Whether an old pod is chosen before or after the first new one has its node',
  '  is as open (`cordon-3`).',
  '- When pods of a removed node are collected (40 to 80 s, rounds every 20 s) and when a silent node is noticed (50 to 55 s): the place of the rounds is drawn, and',
  '  whether the round at the end of the quarantine comes a moment too early (`remove-node-3`, 2 %).',
  '- How long requests take is drawn as it was measured: log-normal, with medians of 2.5 ms for an update and 3.2 ms for a new pod, slower in some runs than in others,',
  '  and longer by 80 % for each other request that is under way (four at most). From a new pod to its node it takes 8 ms in the first half second of the recordings and',
  '  6 ms later (here 8 and 7), from a lower number of replicas to the first deletion 10 and 6 ms (here 10 and 7).',
  '- All this is chance on a live system, too. Of 141 choices between equal pods of small ReplicaSets in the recordings each beginning of the loop is as frequent as the',
  '  others (log-likelihood −112.3; −116.8 is expected), so nothing tells them ahead. Taken for recordings, our own runs with eight other seeds come out in 163 of',
  '  171 cases: a live system, recorded again, would not do much better. Eight groups of eight seeds that are taken as they come (1 to 64) give 161.1 of them on average,',
  '  single runs 78.8 % (those 107 that match with each of the first eight are taken to match always); here those of 64 are taken first that have the pods where they were before second 0. A little less than that is held.',
  '- What was done to a run is replayed at the time at which it was done, an undo when kubectl was through: in 4,096 replays of the other 64 this changed nothing.',
  '- From the choice of a pod that makes room for one of higher priority to its deletion it takes about 8 ms, more when requests are under way at once: so in a dozen recorded cases, and drawn so.',
  "- The scheduler's workers look at the nodes side by side and sometimes find equal ones in another order. Here the place where a search begins is moved instead.",
  '- kubectl takes 0.04 to 0.14 s to start before it drains (median 0.07 in 25 recorded drains), then 0.01 to 0.04 s to its first eviction; all evictions are under way at',
  '  once, and which comes first is open: drawn so. Before `rollout undo` it takes 0.06 to 0.29 s, too; here an undo comes at once.',
  '- Where the scheduler begins its first search: in 92 of 128 recorded runs with the first node, in 22 with the second, in 12 with the third, in 2 with the fourth. Drawn so.',
  '- A sync that reads a cache older than its own last write fails and comes again, here as there; how often is drawn.',
  '- Without `stopAt: horizon` a crash loop is followed until its back-off no longer grows; what comes then repeats.',
] as const;

/** Charts have two scores: text or error as it is due, and the error's words. */
function isScored({ suite, shares }: SuiteResult): boolean {
  return suite.startsWith('helm/') && shares.length > 0;
}

function renderScores(results: readonly SuiteResult[]): readonly string[] {
  if (results.length === 0) return [];
  const rows = results.map((result) => {
    const scores = measureShares(result).map(({ same }) => same.toLocaleString('en'));
    const cases = (result.passed + result.failures.length).toLocaleString('en');
    return `| ${result.suite} | ${subjectOf(result.suite)} | ${scores.join(' | ')} | ${cases} |`;
  });
  return [
    '## Charts',
    '',
    'Rendered here, without Helm, and compared with Helm v3.21.4. Where an error is due, its words are a score of their own.',
    '',
    '| suite | what is compared | verdict and text | message | cases |',
    '| --- | --- | ---: | ---: | ---: |',
    ...rows,
    '',
    'Random values, certificates and the present time are the same in every rendering; the recorded cases that rest on them are only asked not to fail.',
    '`slice` beyond the end of a list reaches as far as the capacity in Go for lists of values with up to 512 items; of others it ends with the list.',
    'Twenty public charts in 49 variants come out byte for byte (their texts are not kept here).',
    'A schema of values is held as its draft asks, patterns and formats included. What lies at another address, and the draft of a schema inside of a schema, is not read: it lets anything through.',
    'Of a text that has not the format it should have (`email`) it is said only that it has not; Helm also says why.',
    '',
  ];
}

/** Runs of a live system are samples: what is held is a share of them. */
function renderSamples(result: SuiteResult): readonly string[] {
  return [
    '## Whole runs of a live cluster',
    '',
    'Random scenarios, each run once on a running control plane with kubectl, in real time: 10–150 ms of latency everywhere, ties broken at random. Such a run is',
    'a sample, not the only right answer: each is played with eight seeds and the nearest counts. What must hold is a share of them.',
    '',
    '| in this respect | come out | of | share | held |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...measureShares(result).map(({ share: { name, atLeast }, same, cases }) => {
      const held = atLeast === undefined ? '' : `≥ ${percent(atLeast, 1)}`;
      return `| ${name} | ${same} | ${cases} | ${percent(same, cases)} | ${held} |`;
    }),
    '',
    ...groupTable(result),
    '',
    ...REMAINING,
    '',
  ];
}
