import type { Locator, Page } from '@playwright/test';

/** A chart as many are written, with a second set of values that the API server refuses. */
export const SHOP: Readonly<Record<string, string>> = {
  'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\nappVersion: "4.2"\n',
  'shop/values.yaml': `# How many pods there are.
replicas: 10
maxSurge: 25%
maxUnavailable: 0

image:
  repository: example.com/shop
  tag: ""

hostNetwork: false
resources:
  requests: { cpu: 200m, memory: 256Mi }
`,
  'shop/values-staging.yaml': 'replicas: 2\nmaxSurge: 0\n',
  'shop/templates/_helpers.tpl': `{{- define "shop.labels" -}}
app.kubernetes.io/name: shop
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
`,
  'shop/templates/shop.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}-shop
spec:
  replicas: {{ .Values.replicas }}
  strategy:
    rollingUpdate:
      maxSurge: {{ .Values.maxSurge }}
      maxUnavailable: {{ .Values.maxUnavailable }}
  selector:
    matchLabels:
      {{- include "shop.labels" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "shop.labels" . | nindent 8 }}
    spec:
      {{- if .Values.hostNetwork }}
      hostNetwork: true
      dnsPolicy: ClusterFirstWithHostNet
      {{- end }}
      containers:
        - name: shop
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
          readinessProbe: { httpGet: { path: /healthz, port: 8080 } }
          resources:
            {{- toYaml .Values.resources | nindent 12 }}
`,
};

export const editor = (page: Page): Locator => page.locator('.editor-group-container.active .monaco-editor').first();
export const lens = (page: Page, text: string | RegExp): Locator =>
  editor(page).locator('.codelens-decoration a').filter({ hasText: text }).first();

export const lineIn = (side: Locator, text: string): Locator => side.locator('.view-line').filter({ hasText: text }).first();
