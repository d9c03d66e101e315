/**
 * The packed command over 2,000 manifests with 4,000 workloads and their Services, laid out in three ways, each time in a process
 * of its own: `npm run bench -- check`. On a machine at rest; `--strict` fails when a bar is missed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { publish, type Figure } from './figures';

const TEAMS = 40;
const MANIFESTS_PER_TEAM = 50;
const ROUNDS = 3;
const MAX_OUTPUT = 1e9;
const COMMAND = resolve('dist/cli/rollout-lens.js');

/** Two workloads with their Services; every tenth manifest has a mistake. */
function manifest(team: number, index: number): string {
  const namespace = `team-${team}`;
  const part = (name: string, kind: 'Deployment' | 'DaemonSet'): string => {
    const rolling = index % 10 === 0 ? '{ maxUnavailable: 0, maxSurge: 0 }' : '{ maxUnavailable: 1 }';
    const how = kind === 'Deployment' ? `  replicas: 4\n  strategy: { rollingUpdate: ${rolling} }` : '  minReadySeconds: 5';
    return `apiVersion: apps/v1
kind: ${kind}
metadata:
  name: ${name}
  namespace: ${namespace}
  labels:
    app.kubernetes.io/name: ${name}
    app.kubernetes.io/part-of: ${namespace}
spec:
${how}
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: ${name}
        app.kubernetes.io/part-of: ${namespace}
    spec:
      terminationGracePeriodSeconds: 30
      containers:
        - name: ${name}
          image: registry.example.com/${namespace}/${name}:1.${index}
          ports:
            - name: http
              containerPort: 8080
          env:
            - name: LOG_LEVEL
              value: info
            - name: REGION
              value: eu-${index % 3}
          resources:
            requests:
              cpu: 100m
              memory: 128Mi
            limits:
              memory: 256Mi
          readinessProbe:
            httpGet:
              path: /ready
              port: http
            periodSeconds: 5
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: ${namespace}
spec:
  selector:
    app.kubernetes.io/name: ${name}
  ports:
    - name: http
      port: 80
      targetPort: http
`;
  };
  return `${part(`app-${team}-${index}`, 'Deployment')}---\n${part(`agent-${team}-${index}`, index % 5 === 0 ? 'DaemonSet' : 'Deployment')}`;
}

/** Ways to lay out the same manifests: what surrounds a workload is looked for in other places. */
const LAYOUTS: Readonly<
  Record<string, { readonly pathOf: (team: number, index: number) => string; readonly hasNamespaces: boolean }>
> = {
  'a folder for each of 40 teams': { pathOf: (team, index) => `team-${team}/app-${index}.yaml`, hasNamespaces: true },
  'a folder for each manifest': { pathOf: (team, index) => `apps/team-${team}/app-${index}/app.yaml`, hasNamespaces: true },
  'all in one folder, no namespaces': { pathOf: (team, index) => `app-${team}-${index}.yaml`, hasNamespaces: false },
};

function writeRepository({ pathOf, hasNamespaces }: (typeof LAYOUTS)[string]): string {
  const folder = mkdtempSync(join(tmpdir(), 'check-bench-'));
  mkdirSync(join(folder, '.git'));
  for (let team = 0; team < TEAMS; team++) {
    for (let index = 0; index < MANIFESTS_PER_TEAM; index++) {
      const path = join(folder, pathOf(team, index));
      const text = manifest(team, index);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, hasNamespaces ? text : text.replace(/^ {2}namespace: .*\n/gm, ''));
    }
  }
  return folder;
}

/** Starts Node anew, as a shell would. */
function started(args: readonly string[], cwd: string): { readonly ms: number; readonly out: string; readonly error: string } {
  const from = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: MAX_OUTPUT });
  const ms = performance.now() - from;
  if (status !== 0 && status !== 1) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return { ms, out: stdout, error: stderr };
}

/** The most memory that it has held at once, as the process says of itself at its end. */
const TELLING = "process.on('exit', () => require('fs').writeSync(2, `rss=${process.resourceUsage().maxRSS}`));\n";

function mostMegabytes(folder: string): number {
  const file = join(folder, 'telling.cjs');
  writeFileSync(file, TELLING);
  const { error } = started(['--require', file, COMMAND, 'check', '.'], folder);
  rmSync(file);
  return Number(/rss=(\d+)/.exec(error)?.[1]) / 1024;
}

const least = (run: () => number): number => Math.min(...Array.from({ length: ROUNDS }, run));

function measureLayout(name: string, layout: (typeof LAYOUTS)[string]): Figure[] {
  const folder = writeRepository(layout);
  try {
    const [said = ''] = started([COMMAND, 'check', '.'], folder).out.trimEnd().split('\n').slice(-1);
    if (!said.startsWith('2,000 files, 4,000 workloads: ')) throw new Error(`something else was checked: ${said}`);
    const check = least(() => started([COMMAND, 'check', '.'], folder).ms);
    const megabytes = mostMegabytes(folder);
    return [
      { bench: 'check', name: `check: 4,000 workloads, ${name}`, value: check, bar: 4000 },
      { bench: 'check', name: 'the most memory held meanwhile', value: megabytes, unit: 'MB', bar: 300 },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measureProgram(): Figure[] {
  const bare = least(() => started(['-p', '0'], tmpdir()).ms);
  const version = least(() => started([COMMAND, '--version'], tmpdir()).ms);
  const beside = { what: 'Node that does nothing', ratio: version / bare };
  return [
    { bench: 'check', name: '--version', value: version, bar: 80, beside },
    { bench: 'check', name: 'the one file', value: statSync(COMMAND).size / 1000, unit: 'kB', bar: 900 },
  ];
}

execFileSync(process.execPath, ['scripts/pack-cli.mjs', '--build'], { stdio: 'inherit' });
const figures = [...Object.entries(LAYOUTS).flatMap(([name, layout]) => measureLayout(name, layout)), ...measureProgram()];
publish(figures);
for (const { name, value, unit = 'ms', bar = Infinity } of figures) {
  console.log(`${name.padEnd(56)} ${value.toFixed(0)} ${unit} of ${bar}  ${value > bar ? 'OVER' : 'within'} the bar`);
  if (value > bar && process.argv.includes('--strict')) process.exitCode = 1;
}
