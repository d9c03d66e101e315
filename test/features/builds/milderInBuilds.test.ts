import assert from 'node:assert/strict';
import { computeDiagnostics } from '../../../src/features/diagnostics';
import { installedAs, OpenWorkspace } from './openWorkspace';

type Files = Readonly<Record<string, string>>;

interface Written {
  readonly selector?: string;
  readonly labels?: string;
  readonly extra?: string;
}

const manifest = ({ selector = 'app: web', labels = 'app: web', extra = '' }: Written): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {${selector}}}
  template:
    metadata: {labels: {${labels}}}
    spec:
      containers:
        - {name: web, image: 'web:1'${extra}}
`;

const TEMPLATE = 'charts/web/templates/web.yaml';

const chart = (written: Written, others: Files = {}): Files => ({
  'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  [TEMPLATE]: manifest(written),
  ...others,
});

const RELEASED = installedAs('shop');

const OVERLAY: Files = { 'kustomization.yaml': 'resources: [web.yaml]\n', 'web.yaml': manifest({ extra: ', fsGroup: 1' }) };

function said(files: Files, path: string): string {
  return computeDiagnostics(new OpenWorkspace(files).open(path))
    .filter(({ ruleId }) => ['selector-mismatch', 'unknown-field'].includes(ruleId))
    .map(({ severity, message }) => `${severity}: ${message}`)
    .join('\n');
}

describe('What is said of a chart', () => {
  const NAME = '{{ .Release.Name }}';
  const CASES: readonly (readonly [what: string, files: Files, says: RegExp])[] = [
    [
      'selects by the name of a release that is not known what is labeled otherwise',
      chart({ selector: `app: ${NAME}` }),
      /^information: .*“release-name” is an assumed name of the release: under its own one they may be the same\.$/,
    ],
    [
      'has a field that Kubernetes does not know, and cannot be rendered without values',
      chart({ extra: ', fsGroup: 1, workingDir: "{{ .Values.group.name }}"' }),
      /^warning: kubectl apply fails: unknown field .*fsGroup/,
    ],
    [
      'labels by the name of a release that is not known what is selected otherwise',
      chart({ labels: `app: "${NAME}-web"` }),
      /^information: .*assumed name/,
    ],
    [
      'selects by the name of a release that is known what is labeled otherwise',
      chart({ selector: `app: ${NAME}` }, RELEASED),
      /^error: .*“app: shop” is not among them\.$/,
    ],
    [
      'selects by the name of a release what has no such label',
      chart({ selector: `app: web, release: ${NAME}` }),
      /^error: (?!.*assumed)/,
    ],
    [
      'selects by another label that differs as well',
      chart({ selector: `app: ${NAME}, tier: a`, labels: 'app: web, tier: b' }),
      /^error: (?!.*assumed)/,
    ],
    [
      'has a field that nobody knows, which Helm 3 leaves out',
      chart({ extra: ', fsGroup: 1' }),
      /^warning: Helm 3 leaves this out, Helm 4 and kubectl apply fail: unknown field "spec\.template\.spec\.containers\[0\]\.fsGroup"/,
    ],
    [
      'has a field that nobody knows, and Argo CD applies it',
      chart({ extra: ', fsGroup: 1' }, RELEASED),
      /^error: kubectl apply fails: unknown field/,
    ],
  ];
  for (const [what, files, says] of CASES)
    it(`is as bad as it is where it ${what}`, () => {
      assert.match(said(files, TEMPLATE), says);
    });

  it('is not said of an overlay', () => {
    assert.match(said(OVERLAY, 'web.yaml'), /^error: kubectl apply fails: unknown field/);
  });
});
