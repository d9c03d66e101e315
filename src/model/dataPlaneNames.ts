import type { DataPlaneId } from './dataPlaneIds';

interface DataPlaneName {
  /** As people call it. */
  readonly name: string;
  /** Where its seconds are from, in a few words. */
  readonly source: string;
}

/** What stands between the clients and the pods, in words. */
export const DATA_PLANE_NAMES: Readonly<Record<DataPlaneId, DataPlaneName>> = {
  'kube-proxy': {
    name: 'kube-proxy (iptables or nftables)',
    source: 'its rules are written at most once a second, some 100 ms after the change at the earliest',
  },
  ipvs: {
    name: 'kube-proxy (IPVS)',
    source: 'it writes each change at once; the requests to the API server take some 100 ms (estimated)',
  },
  'ingress-nginx': {
    name: 'ingress-nginx',
    source: 'its controller syncs once in 3.3 s, its workers look once a second; it tries 3 endpoints',
  },
  istio: {
    name: 'Istio (or another mesh with Envoy)',
    source: 'istiod waits until changes are quiet for 100 ms, and Envoy applies them; it tries 3 endpoints',
  },
  'load-balancer': {
    name: 'cloud load balancer (pods as targets)',
    source: 'teams calculate with 10 to 30 s; a new target has to pass 2 checks, 15 s apart',
  },
  dns: {
    name: 'DNS (a headless Service)',
    source: 'the names of a Service may be kept for 30 s, as kubeadm sets up CoreDNS',
  },
};

/** In a sentence: without what it comes in. */
export function senderName(id: DataPlaneId): string {
  const [name = ''] = DATA_PLANE_NAMES[id].name.split(' (');
  return id === 'load-balancer' ? `the ${name}` : name;
}
