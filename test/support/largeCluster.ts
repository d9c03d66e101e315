import { formatTime } from '../../src/model/time';

export interface ClusterSize {
  readonly nodes: number;
  /** About so many, of which every fifth of the nodes' number is a DaemonSet's. */
  readonly pods: number;
}

type Json = Readonly<Record<string, unknown>>;

const START = Date.parse('2026-03-01T00:00:00Z');
const NAMESPACES = 100;
const DAEMONS = 5;
const PODS_PER_DEPLOYMENT = 25;
const REVISIONS = 3;
const IMAGES_PER_NODE = 10;

/** A large cluster as `kubectl get … -A -o json` prints it, in pieces: all kinds, four spaces of indentation. */
export function* largeCluster(size: ClusterSize): Generator<string> {
  let isFirst = true;
  yield '{\n    "apiVersion": "v1",\n    "items": [\n';
  for (const object of objectsOf(size)) {
    const text = JSON.stringify(object, undefined, 4).replaceAll('\n', '\n        ');
    yield `${isFirst ? '' : ',\n'}        ${text}`;
    isFirst = false;
  }
  yield '\n    ],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n';
}

function* objectsOf({ nodes, pods }: ClusterSize): Generator<Json> {
  const daemonPods = Math.min(nodes * DAEMONS, Math.floor(pods / 2));
  const deployments = Math.ceil((pods - daemonPods) / PODS_PER_DEPLOYMENT);
  for (let node = 0; node < nodes; node++) yield nodeObject(node);
  for (let daemon = 0; daemon < DAEMONS; daemon++) {
    const own = Math.floor(daemonPods / DAEMONS);
    yield workload('DaemonSet', `agent-${daemon}`, 'kube-system', template(`agent-${daemon}`, 1), {});
    for (let node = 0; node < own; node++) yield daemonPod(daemon, node);
  }
  for (let index = 0; index < deployments; index++) yield* deploymentObjects(index, nodes);
  for (let space = 0; space < NAMESPACES; space++) yield* namespaceObjects(space);
}

function metadata(name: string, namespace: string | undefined, rest: Json = {}): Json {
  const resourceVersion = String(100_000 + name.length);
  const created = at(0);
  return {
    creationTimestamp: created,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    resourceVersion,
    uid: uid(`${namespace ?? ''}/${name}`),
    ...rest,
  };
}

const APPLIED = { 'kubectl.kubernetes.io/last-applied-configuration': `{"kind":"${'x'.repeat(600)}"}` };

/** One after the other, so that hardly two objects share a time. */
let clock = 0;
function at(seconds: number): string {
  clock += 1;
  return formatTime(START + (clock + seconds) * 1000);
}

function uid(text: string): string {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const hex = hash.toString(16).padStart(8, '0');
  return `${hex}-${hex.slice(0, 4)}-4${hex.slice(1, 4)}-8${hex.slice(2, 5)}-${hex}${hex.slice(0, 4)}`;
}

function nodeObject(index: number): Json {
  const name = `node-${index}.compute.internal`;
  const types = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'];
  const images = Array.from({ length: IMAGES_PER_NODE }, (_, image) => ({
    names: [
      `registry.example/team/service-${(index * 7 + image) % 900}@sha256:${'ab12'.repeat(16)}`,
      `registry.example/team/service-${image}:1.${image}`,
    ],
    sizeBytes: 50_000_000 + image,
  }));
  const zone = `zone-${index % 3}`;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: metadata(name, undefined, {
      labels: {
        'kubernetes.io/hostname': name,
        'topology.kubernetes.io/zone': zone,
        'node.kubernetes.io/instance-type': 'm5.4xlarge',
        'kubernetes.io/os': 'linux',
      },
    }),
    spec: { podCIDR: `10.${index >> 8}.${index & 255}.0/24`, providerID: `aws:///${zone}/i-${index}` },
    status: {
      addresses: [{ address: `10.0.${index >> 8}.${index & 255}`, type: 'InternalIP' }],
      allocatable: { cpu: '15890m', 'ephemeral-storage': '95551679124', memory: '62Gi', pods: '110' },
      capacity: { cpu: '16', 'ephemeral-storage': '104845292Ki', memory: '64Gi', pods: '110' },
      conditions: types.map((type) => ({
        lastHeartbeatTime: at(0),
        lastTransitionTime: at(0),
        message: `kubelet has ${type}`,
        reason: `Kubelet${type}`,
        status: type === 'Ready' ? 'True' : 'False',
        type,
      })),
      images,
      nodeInfo: { architecture: 'amd64', kernelVersion: '6.1.0', kubeletVersion: 'v1.34.1', machineID: uid(name) },
    },
  };
}

function template(name: string, revision: number): Json {
  const probe = {
    failureThreshold: 3,
    httpGet: { path: '/healthz', port: 'http', scheme: 'HTTP' },
    periodSeconds: 10,
    successThreshold: 1,
    timeoutSeconds: 1,
  };
  const env = Array.from({ length: 2 }, (_, index) => ({ name: `SETTING_${index}`, value: `value ${index} of ${name}` }));
  return {
    metadata: { creationTimestamp: null, labels: { app: name } },
    spec: {
      containers: [
        {
          env,
          image: `registry.example/team/${name}:1.${revision}`,
          imagePullPolicy: 'IfNotPresent',
          name: 'app',
          ports: [{ containerPort: 8080, name: 'http', protocol: 'TCP' }],
          readinessProbe: probe,
          resources: { limits: { memory: '512Mi' }, requests: { cpu: '250m', memory: '256Mi' } },
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
        },
      ],
      dnsPolicy: 'ClusterFirst',
      restartPolicy: 'Always',
      schedulerName: 'default-scheduler',
      securityContext: {},
      terminationGracePeriodSeconds: 30,
    },
  };
}

function workload(kind: string, name: string, namespace: string, podTemplate: Json, rest: Json): Json {
  const spec = { ...rest, selector: { matchLabels: { app: name.replace(/-\w{10}$/, '') } }, template: podTemplate };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: metadata(name, namespace, { annotations: APPLIED, generation: 3 }),
    spec,
    status: { observedGeneration: 3 },
  };
}

function daemonPod(daemon: number, node: number): Json {
  const name = `agent-${daemon}`;
  const nodeName = `node-${node}.compute.internal`;
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [nodeName] }];
  const affinity = {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] } },
  };
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name, uid: uid(`kube-system/${name}`) };
  return pod({ name, revision: 1, suffix: suffix(node), namespace: 'kube-system', nodeName, affinity, owner });
}

interface PodParts {
  readonly name: string;
  readonly revision: number;
  readonly suffix: string;
  readonly namespace: string;
  readonly nodeName: string;
  readonly affinity?: Json;
  readonly owner: Json;
}

/** As long as those of Kubernetes. */
function suffix(index: number): string {
  return uid(`${index}`).slice(3, 8);
}

function pod({ name, revision, suffix: end, namespace, nodeName, affinity, owner }: PodParts): Json {
  const made = template(name, revision) as { readonly spec: Json & { readonly containers: readonly Json[] } };
  const token = `kube-api-access-${end}`;
  const mounts = [{ mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', name: token, readOnly: true }];
  const types = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata(`${String(owner['name'])}-${end}`, namespace, {
      generateName: `${String(owner['name'])}-`,
      labels: { app: name, 'pod-template-hash': suffix(revision) },
      ownerReferences: [{ ...owner, blockOwnerDeletion: true, controller: true }],
    }),
    spec: {
      ...(affinity === undefined ? {} : { affinity }),
      ...made.spec,
      containers: made.spec.containers.map((container) => ({ ...container, volumeMounts: mounts })),
      nodeName,
      tolerations: [{ effect: 'NoExecute', key: 'node.kubernetes.io/not-ready', operator: 'Exists', tolerationSeconds: 300 }],
      volumes: [{ name: token, projected: { sources: [{ serviceAccountToken: { expirationSeconds: 3607, path: 'token' } }] } }],
    },
    status: {
      conditions: types.map((type) => ({ lastProbeTime: null, lastTransitionTime: at(0), status: 'True', type })),
      containerStatuses: [
        {
          containerID: `containerd://${'0f'.repeat(32)}`,
          image: `registry.example/team/${name}:1.${revision}`,
          imageID: `registry.example/team/${name}@sha256:${'cd34'.repeat(16)}`,
          lastState: {},
          name: 'app',
          ready: true,
          restartCount: 0,
          started: true,
          state: { running: { startedAt: at(0) } },
        },
      ],
      hostIP: '10.0.0.1',
      phase: 'Running',
      podIP: `10.1.${clock & 255}.${(clock >> 8) & 255}`,
      qosClass: 'Burstable',
      startTime: at(0),
    },
  };
}

function* deploymentObjects(index: number, nodes: number): Generator<Json> {
  const name = `service-${index}`;
  const namespace = `team-${index % NAMESPACES}`;
  yield workload('Deployment', name, namespace, template(name, REVISIONS), { replicas: PODS_PER_DEPLOYMENT });
  for (let revision = 1; revision <= REVISIONS; revision++) {
    const replicas = revision === REVISIONS ? PODS_PER_DEPLOYMENT : 0;
    yield workload('ReplicaSet', `${name}-${uid(name).slice(0, 8)}${revision}x`, namespace, template(name, revision), {
      replicas,
    });
  }
  const owner = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: `${name}-${uid(name).slice(0, 8)}${REVISIONS}x`,
    uid: uid(name),
  };
  for (let replica = 0; replica < PODS_PER_DEPLOYMENT; replica++) {
    const nodeName = `node-${(index * PODS_PER_DEPLOYMENT + replica) % nodes}.compute.internal`;
    yield pod({ name, revision: REVISIONS, suffix: suffix(index * 100 + replica), namespace, nodeName, owner });
  }
}

function* namespaceObjects(space: number): Generator<Json> {
  const namespace = `team-${space}`;
  yield { apiVersion: 'v1', kind: 'Namespace', metadata: metadata(namespace, undefined) };
  const hard = { 'requests.cpu': '100', pods: '500' };
  yield {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: metadata('team', namespace),
    spec: { hard },
    status: { hard, used: { 'requests.cpu': '62500m', pods: '250' } },
  };
}
