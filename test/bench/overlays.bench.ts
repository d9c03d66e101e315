/**
 * What an edit costs in a base that 20 overlays with 60 resources each are built from: the overlay in force, as the editor waits
 * for it, and the slices of the others, which are made while nobody types. `npm run bench -- overlays`.
 */
import process from 'node:process';
import { Analysis } from '../../src/features/analysis';
import { WorkspaceBuilds } from '../../src/features/builds/workspaceBuilds';
import { computeCodeLenses } from '../../src/features/codeLens';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';

/** Milliseconds of the processor: what else the machine does is not counted, what the collector of garbage does is. */
function clock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const OVERLAYS = 20;
const RESOURCES = 60;
const EDITS = 30;
const BASE = 'base/app-0.yaml';

function application(name: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: {app: ${name}}
spec:
  replicas: 3
  strategy:
    rollingUpdate: {maxSurge: 25%, maxUnavailable: 1}
  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
      - name: main
        image: registry.example.com/${name}:1.0
        ports:
        - {name: http, containerPort: 8080}
        env:
        - {name: LOG_LEVEL, value: info}
        resources:
          requests: {cpu: 100m, memory: 100Mi}
        readinessProbe:
          httpGet: {path: /, port: http}
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector: {app: ${name}}
  ports: [{port: 80, targetPort: http}]
`;
}

function overlay(index: number): string {
  return `namePrefix: o${index}-
namespace: team-${index}
resources: [../../base]
labels: [{pairs: {overlay: "${index}"}, includeSelectors: true}]
replicas: [{name: app-1, count: ${index + 2}}]
images: [{name: registry.example.com/app-2, newTag: "${index}"}]
patches: [{path: scale.yaml}]
`;
}

const files = new Map<string, string>();
for (let index = 0; index < RESOURCES / 2; index += 1) files.set(`base/app-${index}.yaml`, application(`app-${index}`));
files.set('base/kustomization.yaml', `resources: [${[...files.keys()].map((path) => path.slice('base/'.length)).join(', ')}]\n`);
for (let index = 0; index < OVERLAYS; index += 1) {
  files.set(`overlays/o${index}/kustomization.yaml`, overlay(index));
  files.set(
    `overlays/o${index}/scale.yaml`,
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: app-0}\nspec: {replicas: ${index + 5}}\n`,
  );
}

const index = new WorkspaceIndex();
const builds = new WorkspaceBuilds({
  uriOf: (path) => `file:///${path}`,
  pathOf: (uri) => uri.slice('file:///'.length),
  factsFor: (uri) => index.factsFor(uri),
  settingsFor: () => DEFAULT_SETTINGS,
  now: clock,
});
const folders = new Set([...files.keys()].map((path) => path.slice(0, path.lastIndexOf('/'))));
for (const [path, text] of files) {
  index.updateText(`file:///${path}`, text);
  builds.define(path, text);
}

function settle(slices: number[]): void {
  for (;;) {
    const start = clock();
    if (builds.step([BASE])) {
      slices.push(clock() - start);
      continue;
    }
    const { wanted } = builds.files;
    if (wanted.length === 0) return;
    for (const path of wanted) {
      const text = files.get(path);
      if (text !== undefined) builds.update(path, text);
      else builds.tell(path, folders.has(path) ? 'folder' : 'none');
    }
  }
}

let last: Analysis | undefined;

/** What the editor asks for after a key: the lenses, with the overlay in force. */
function look(): number {
  const uri = `file:///${BASE}`;
  const start = clock();
  const surroundings = last?.surroundings ?? { settings: DEFAULT_SETTINGS, facts: index.factsFor(uri) };
  const alone = new Analysis(uri, files.get(BASE) ?? '', surroundings, last);
  const seen = new Analysis(uri, alone.manifest, surroundings, alone, builds.viewOf(BASE, alone));
  const lenses = computeCodeLenses(seen);
  const time = clock() - start;
  if (!lenses.some(({ title }) => title.includes('o0'))) throw new Error('the overlay in force is not shown');
  last = alone;
  return time;
}

function at(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN).toFixed(1);
}

builds.update(BASE, files.get(BASE) ?? '');
settle([]);
look();
const inForce: number[] = [];
const slices: number[] = [];
const problems: number[] = [];
for (let edit = 0; edit < EDITS; edit += 1) {
  files.set(BASE, (files.get(BASE) ?? '').replace(/maxUnavailable: \d+/, `maxUnavailable: ${edit + 1}`));
  builds.update(BASE, files.get(BASE) ?? '');
  inForce.push(look());
  settle(slices);
  if (last !== undefined) {
    const seen = new Analysis(last.uri, last.manifest, last.surroundings, last, builds.viewOf(BASE, last));
    const start = clock();
    computeDiagnostics(seen);
    problems.push(clock() - start);
  }
}
console.log(`an edit in a base of ${OVERLAYS} overlays with ${RESOURCES} resources each, ${EDITS} times:`);
console.log(`  the overlay in force, with its lenses: p50 ${at(inForce, 0.5)} ms, p95 ${at(inForce, 0.95)} ms (bar 20 ms p50)`);
console.log(
  `  slices of the others: p50 ${at(slices, 0.5)} ms, p95 ${at(slices, 0.95)} ms (bar 15 ms); ${slices.length} of them`,
);
console.log(`  the problems of the file in all overlays: p50 ${at(problems, 0.5)} ms, p95 ${at(problems, 0.95)} ms`);
if (Number(at(inForce, 0.5)) > 20 || Number(at(slices, 0.5)) > 15) process.exitCode = 1;
