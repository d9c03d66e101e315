import { isJsonText } from '../manifest/around';
import { documentAt, type Manifest } from '../manifest/manifest';
import type { TextRange } from '../manifest/source';

/** An object that runs pods and is not simulated. */
export interface OtherKind {
  readonly kind: string;
  /** What Rollout Lens knows of it, and what its own controller does, in words. */
  readonly text: string;
  /** Where it says what it is, and where it begins. */
  readonly range: TextRange;
  readonly start: number;
}

/** Why nothing is said of a kind. Nothing of this is a problem: it is told where somebody looks for it. */
const KINDS: Readonly<Record<string, { readonly group: string; readonly text: string }>> = {
  StatefulSet: {
    group: 'apps/',
    text: 'Its controller replaces its pods one after the other, from the highest number down to `partition`, and waits until each is ready: one that never becomes ready stops the update. What is looked at: whether the Services, budgets and selectors of the workspace take its pods.',
  },
  CronJob: {
    group: 'batch/',
    text: 'Nothing of it is rolled out: a change counts from the next run on, and jobs that are running go on as they are.',
  },
  Job: {
    group: 'batch/',
    text: 'Nothing of it is rolled out: the template of a Job cannot be changed. To run another one, delete it and create it again.',
  },
  Rollout: {
    group: 'argoproj.io/',
    text: 'The controller of Argo Rollouts replaces its pods in steps of its own (canary, blue-green), so nothing that holds for a Deployment holds for it.',
  },
  ReplicaSet: {
    group: 'apps/',
    text: 'Nothing of it is rolled out: a changed template counts for new pods only, and those that run stay as they are.',
  },
};

/** All of them in a file. */
export function otherKindsIn(manifest: Manifest): OtherKind[] {
  const { text } = manifest;
  const found: OtherKind[] = [];
  const take = (at: number): void => {
    const other = kindAt(manifest, at);
    if (other !== undefined) found.push(other);
  };
  if (isJsonText(text)) {
    const head = JSON_KIND.exec(text.slice(0, MAX_HEAD));
    if (head !== null) take(head[0].length - (head[1]?.length ?? 0));
  }
  if (text.startsWith('kind:')) take(0);
  for (let at = text.indexOf('\nkind:'); at >= 0; at = text.indexOf('\nkind:', at + 1)) take(at + 1);
  return found;
}

const MAX_HEAD = 5000;
const JSON_KIND = /^[\s\uFEFF]*\{[^{}[\]]{0,2000}?("kind"\s{0,20}:\s{0,20}"\w{1,50}")/;
const KIND = /"?kind"?\s{0,20}:[ \t]{0,20}["']?(\w{1,50})["']?/y;
const VERSION = /(?:^|[\n{,])[ \t]{0,20}"?apiVersion"?\s{0,20}:\s{0,20}["']?([\w./-]{1,100})/;
const BEGINNING = /^(?![ \t\r]*(?:#|$)|---|%)/m;

function kindAt(manifest: Manifest, at: number): OtherKind | undefined {
  KIND.lastIndex = at;
  const match = KIND.exec(manifest.text);
  const kind = match?.[1] ?? '';
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  const placed = known === undefined ? undefined : documentAt(manifest, at);
  if (match === null || known === undefined || placed === undefined) return undefined;
  const document = manifest.text.slice(placed.start, Math.min(placed.end, at + MAX_HEAD));
  // One of the same name in another group is another thing.
  if (VERSION.exec(document)?.[1]?.startsWith(known.group) !== true) return undefined;
  return {
    kind,
    text: `${kind}s are not simulated: Rollout Lens knows the controllers of Deployments and DaemonSets. ${known.text}`,
    range: { start: at, end: at + match[0].length },
    start: placed.start + (BEGINNING.exec(document)?.index ?? 0),
  };
}
