/**
 * Upstream: pkg/scheduler/apis/config/v1/default_plugins.go, pkg/scheduler/profile/profile.go (v1.36.4). The default
 * profile only.
 */
import type { ClusterScorePlugin, FilterPlugin, LocalScorePlugin } from './framework';
import { balancedAllocation } from './plugins/balancedAllocation';
import { imageLocality } from './plugins/imageLocality';
import { interPodAffinity, interPodAffinityScore } from './plugins/interPodAffinity';
import { nodeAffinity, nodeAffinityScore } from './plugins/nodeAffinity';
import { nodeName } from './plugins/nodeName';
import { nodePorts } from './plugins/nodePorts';
import { nodeResourcesFit, nodeResourcesFitScore } from './plugins/nodeResourcesFit';
import { nodeUnschedulable } from './plugins/nodeUnschedulable';
import { nodeVolumeLimits } from './plugins/nodeVolumeLimits';
import { podTopologySpread, podTopologySpreadScore } from './plugins/podTopologySpread';
import { taintToleration, taintTolerationScore } from './plugins/taintToleration';
import { volumeBinding } from './plugins/volumeBinding';
import { volumeRestrictions } from './plugins/volumeRestrictions';
import { volumeZone } from './plugins/volumeZone';

/*
 * The default profile of kube-scheduler v1.36.4, as far as nodes and pods decide. The filters that look at nothing but the pod
 * and one node come first; what they say of a node stays true until that node changes.
 */

/** Filters of one node, in order. */
export const LOCAL_FILTERS: readonly FilterPlugin[] = [
  nodeUnschedulable,
  nodeName,
  taintToleration,
  nodeAffinity,
  nodePorts,
  nodeResourcesFit,
];

/** Filters that look at the rest of the cluster too, in order, after the others. */
export const CLUSTER_FILTERS: readonly FilterPlugin[] = [
  volumeRestrictions,
  nodeVolumeLimits,
  volumeBinding,
  volumeZone,
  podTopologySpread,
  interPodAffinity,
];

/** Scores whose raw value follows from the pod and one node. */
export const LOCAL_SCORES: readonly LocalScorePlugin[] = [
  taintTolerationScore,
  nodeAffinityScore,
  nodeResourcesFitScore,
  balancedAllocation,
];

export const CLUSTER_SCORES: readonly ClusterScorePlugin[] = [podTopologySpreadScore, interPodAffinityScore, imageLocality];
