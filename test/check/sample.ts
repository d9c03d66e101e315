import type { CheckedFiles } from '../../src/check/checkedFiles';
import { checkInSteps } from '../../src/check/check';
import type { CheckResult } from '../../src/check/finding';
import type { Report } from '../../src/check/report';
import { DEFAULT_SETTINGS, type FeatureSettings } from '../../src/features/settings';

/** A workspace of files that are on no disk. */
function filesOf(texts: Readonly<Record<string, string>>, top = 'shop/'): CheckedFiles {
  const inside = (path: string): string => (path.startsWith(top) ? path.slice(top.length) : path);
  const isFolder = (path: string): boolean => Object.keys(texts).some((each) => each.startsWith(`${inside(path)}/`));
  return {
    paths: Object.keys(texts)
      .filter((path) => /\.(?:ya?ml|json)$/.test(path))
      .sort(),
    top,
    textOf: (path) => texts[path],
    uriOf: (path) => `file:///${top}${path}`,
    lookAt(path) {
      const text = texts[inside(path)];
      if (text !== undefined) return { text };
      return isFolder(path) ? 'folder' : 'none';
    },
    list: () => [],
  };
}

export function checked(
  texts: Readonly<Record<string, string>>,
  wanted = Object.keys(texts),
  settings: FeatureSettings = DEFAULT_SETTINGS,
): CheckResult {
  const steps = checkInSteps({ files: filesOf(texts), wanted, settings });
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } }
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: "web:1" }]
      volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
`;

/** A file with findings that rest on another one, an overlay that breaks it, one that is no YAML, and one that is fine. */
export const SAMPLE: Readonly<Record<string, string>> = {
  'base/web.yaml': WEB,
  'base/claim.yaml':
    'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data }\nspec: { accessModes: [ReadWriteOnce] }\n',
  'base/kustomization.yaml': 'resources: [web.yaml, claim.yaml]\n',
  'overlays/prod/kustomization.yaml': 'resources: [../../base]\npatches:\n- path: stuck.yaml\n',
  'overlays/prod/stuck.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  strategy:
    rollingUpdate:
      maxUnavailable: 0
`,
  'data/db.yaml': WEB.replaceAll('web', 'db')
    .replace(/ {2}strategy: .*\n/, '')
    .replace('replicas: 3', 'replicas: 1'),
  'data/claims.yaml':
    'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data }\nspec: { accessModes: [ReadWriteOnce] }\n',
  'broken <&> 100%.yaml': 'apiVersion: apps/v1\nkind: Deployment\n  metadata: {}\n',
  'package.json': '{"name": "shop"}',
};

export function reportOf(result: CheckResult): Report {
  return { ...result, known: 0, failOn: 'warning', version: '1.2.3' };
}
