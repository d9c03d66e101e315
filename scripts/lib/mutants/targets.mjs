/**
 * The formulas and the parsers, and below test/ who should notice a mistake in each: first the nearest tests, then, if they
 * see nothing, wider ones and recorded cases (in test/conformance/data).
 * @typedef {{ file: string, tests: readonly string[], wider?: readonly string[] }} Target
 */

const scheduler = [
  'clusterFilters',
  'nodeFilters',
  'scheduleOne',
  'scores',
  'volumeFilters',
  'clusterSnapshot',
  'preparePod',
].map((name) => `engine/cluster/scheduler/${name}.test.ts`);
const scheduling = ['cluster/visible/scheduling.jsonl.gz'];
const deployments = ['tables', 'closed-loop', 'trajectories'].map((name) => `deployment/visible/${name}.jsonl.gz`);
const daemonSets = ['daemonset/visible/tables.jsonl.gz', 'daemonset/visible/trajectories.jsonl.gz'];
const quota = ['cluster/visible/quota.jsonl.gz'];
const disruption = ['cluster/visible/disruption.jsonl.gz'];
const kubectl = ['cluster/visible/rollout-status.jsonl.gz'];
const validation = ['manifests/visible/validation.jsonl.gz'];
const yaml = ['dialect', 'source', 'goYaml', 'around', 'manifest', 'split', 'template', 'templateMask', 'edits', 'fragment'].map(
  (name) => `manifest/${name}.test.ts`,
);
const kubectlReads = 'conformance/kubectlApply/readAsKubectl.test.ts';
const scene = ['webviewUnit/stageLayout.test.ts', 'webviewUnit/scene.test.ts'];
const pictures = ['webviewUnit/trapPictures.test.ts'];
const fixes = ['features/quickFixes.test.ts', 'features/fillingIn.test.ts'];
const around = ['features/workspaceIndex.test.ts', 'rules/nearness.test.ts', 'rules/sources.test.ts'];

/** @type {readonly Target[]} */
export const TARGETS = [
  { file: 'src/model/envelope.ts', tests: ['model/envelope.test.ts'], wider: deployments },
  { file: 'src/model/intOrPercent.ts', tests: ['model/intOrPercent.test.ts', 'model/envelope.test.ts'] },
  {
    file: 'src/model/quantity.ts',
    tests: ['model/quantity.test.ts', 'engine/api/decoding/quantityText.test.ts'],
    wider: [...quota, ...validation],
  },
  { file: 'src/model/podResources.ts', tests: ['model/podResources.test.ts'], wider: [...quota, ...scheduling] },
  {
    file: 'src/model/budget.ts',
    tests: ['model/budget.test.ts', 'engine/cluster/disruption/syncBudget.test.ts'],
    wider: disruption,
  },
  { file: 'src/model/labelSelector.ts', tests: ['model/scheduling.test.ts', 'rules/rules.test.ts'], wider: scheduling },
  { file: 'src/model/scheduling.ts', tests: ['model/scheduling.test.ts'], wider: scheduling },
  {
    file: 'src/model/time.ts',
    tests: ['model/time.test.ts', 'engine/api/decoding/goTime.test.ts', 'engine/kubectl/rolloutCommands.test.ts'],
    wider: kubectl,
  },
  { file: 'src/model/words.ts', tests: ['model/words.test.ts'] },
  { file: 'src/model/imageName.ts', tests: ['model/imageName.test.ts'] },
  {
    file: 'src/engine/api/defaults/limitRange.ts',
    tests: ['engine/cluster/limitRanger.test.ts', 'features/limitRanges.test.ts'],
    wider: quota,
  },
  {
    file: 'src/engine/controllers/deployment/rolling.ts',
    tests: [
      'engine/controllers/deployment/deploymentDecisions.test.ts',
      'engine/controllers/deployment/deploymentController.test.ts',
    ],
    wider: deployments,
  },
  {
    file: 'src/engine/controllers/deployment/scale.ts',
    tests: [
      'engine/controllers/deployment/deploymentDecisions.test.ts',
      'engine/controllers/deployment/deploymentController.test.ts',
    ],
    wider: deployments,
  },
  {
    file: 'src/engine/controllers/deployment/progress.ts',
    tests: [
      'engine/controllers/deployment/progress.test.ts',
      'engine/controllers/deployment/deploymentDecisions.test.ts',
      'engine/controllers/deployment/deploymentController.test.ts',
    ],
    wider: deployments,
  },
  {
    file: 'src/engine/controllers/replicaset/manageReplicas.ts',
    tests: ['engine/controllers/replicaset/replicaSetController.test.ts'],
    wider: deployments,
  },
  {
    file: 'src/engine/controllers/replicaset/podRanking.ts',
    tests: ['engine/controllers/replicaset/podRanking.test.ts', 'engine/controllers/replicaset/ownedPods.test.ts'],
    wider: deployments,
  },
  {
    file: 'src/engine/controllers/daemon/rollingUpdate.ts',
    tests: ['engine/controllers/daemon/daemonDecisions.test.ts', 'engine/controllers/daemon/rollouts.test.ts'],
    wider: daemonSets,
  },
  {
    file: 'src/engine/controllers/daemon/judgeNode.ts',
    tests: ['engine/controllers/daemon/incremental.test.ts'],
    wider: daemonSets,
  },
  {
    file: 'src/engine/cluster/disruption/expectedPods.ts',
    tests: ['engine/cluster/disruption/syncBudget.test.ts'],
    wider: disruption,
  },
  {
    file: 'src/engine/cluster/disruption/syncBudget.ts',
    tests: ['engine/cluster/disruption/syncBudget.test.ts'],
    wider: disruption,
  },
  { file: 'src/engine/cluster/eviction/eviction.ts', tests: ['engine/cluster/eviction/eviction.test.ts'], wider: disruption },
  {
    file: 'src/engine/cluster/drain/drain.ts',
    tests: ['engine/cluster/drain/drain.test.ts'],
    wider: ['simulation/policies.test.ts'],
  },
  { file: 'src/engine/cluster/drain/podFilters.ts', tests: ['engine/cluster/drain/drain.test.ts'] },
  { file: 'src/engine/cluster/evictionQueue.ts', tests: ['engine/cluster/nodeLifecycle.test.ts'] },
  {
    file: 'src/engine/cluster/nodeLifecycle.ts',
    tests: ['engine/cluster/nodeLifecycle.test.ts', 'engine/cluster/taintEviction.test.ts'],
  },
  {
    file: 'src/engine/cluster/taintEviction.ts',
    tests: ['engine/cluster/taintEviction.test.ts', 'engine/cluster/nodeLifecycle.test.ts'],
  },
  { file: 'src/engine/cluster/quota/podEvaluator.ts', tests: ['engine/cluster/quota/podAdmission.test.ts'], wider: quota },
  { file: 'src/engine/cluster/quota/quotaAdmission.ts', tests: ['engine/cluster/quota/podAdmission.test.ts'], wider: quota },
  {
    file: 'src/engine/cluster/quota/resourceLists.ts',
    tests: ['engine/cluster/quota/podAdmission.test.ts', 'model/podResources.test.ts'],
    wider: quota,
  },
  ...['nodeResourcesFit', 'balancedAllocation', 'podTopologySpread', 'taintToleration', 'nodeAffinity', 'interPodAffinity'].map(
    (name) => ({
      ...{ file: `src/engine/cluster/scheduler/plugins/${name}.ts`, tests: scheduler, wider: scheduling },
    }),
  ),
  { file: 'src/engine/cluster/scheduler/prioritize.ts', tests: scheduler, wider: scheduling },
  { file: 'src/engine/cluster/scheduler/spreadConstraints.ts', tests: scheduler, wider: scheduling },
  { file: 'src/engine/cluster/scheduler/nodeInfo.ts', tests: scheduler, wider: scheduling },
  { file: 'src/engine/kubectl/duration.ts', tests: ['engine/kubectl/duration.test.ts'], wider: kubectl },
  {
    file: 'src/engine/kubectl/tabbedText.ts',
    tests: ['engine/kubectl/tables.test.ts', 'engine/kubectl/describePodTemplate.test.ts'],
    wider: kubectl,
  },
  { file: 'src/engine/kubectl/workloadTables.ts', tests: ['engine/kubectl/tables.test.ts'], wider: kubectl },
  { file: 'src/engine/kubectl/podTable.ts', tests: ['engine/kubectl/tables.test.ts'], wider: kubectl },
  {
    file: 'src/engine/simulation/words/renderText.ts',
    tests: ['simulation/ownersExample.test.ts', 'simulation/decisions.test.ts', 'simulation/verdict.test.ts'],
  },
  ...['commonYaml', 'commonLine', 'commonScalars'].map((name) => ({
    file: `src/manifest/${name}.ts`,
    tests: ['manifest/commonYaml.test.ts'],
  })),
  { file: 'src/manifest/parse.ts', tests: [...yaml, kubectlReads], wider: ['features/workspaceIndex.test.ts'] },
  ...['compose', 'goLexer', 'outline'].map((name) => ({
    file: `src/manifest/${name}.ts`,
    tests: ['manifest/outline.test.ts', 'manifest/goLexer.test.ts', ...yaml, kubectlReads],
  })),
  { file: 'src/manifest/around.ts', tests: [...yaml, kubectlReads] },
  { file: 'src/manifest/split.ts', tests: [...yaml, kubectlReads] },
  {
    file: 'src/manifest/document.ts',
    tests: [...yaml, kubectlReads],
    wider: ['features/analysis.test.ts', 'features/bigInputs.test.ts'],
  },
  { file: 'src/manifest/json.ts', tests: [...yaml, kubectlReads], wider: ['features/quickFixes.test.ts', 'rules/rules.test.ts'] },
  { file: 'src/manifest/source.ts', tests: [...yaml, kubectlReads], wider: ['features/quickFixes.test.ts'] },
  { file: 'src/manifest/templateMask.ts', tests: [...yaml, kubectlReads] },
  { file: 'src/manifest/edits.ts', tests: ['manifest/edits.test.ts', ...fixes], wider: ['features/jsonManifests.test.ts'] },
  ...['names', 'parser', 'reader', 'scalars', 'scanner'].map((name) => ({
    file: `src/manifest/goYaml/${name}.ts`,
    tests: [...yaml, kubectlReads],
  })),
  { file: 'src/rules/nearness.ts', tests: around },
  { file: 'src/rules/facts.ts', tests: [...around, 'features/neighbors.test.ts', 'rules/rules.test.ts'] },
  { file: 'src/model/similar.ts', tests: ['model/similar.test.ts', 'rules/rules.test.ts'] },
  {
    file: 'src/features/workspaceIndex.ts',
    tests: [...around, 'manifest/fragment.test.ts', 'features/neighbors.test.ts', 'features/nodeList.test.ts'],
  },
  { file: 'src/features/quickFixes.ts', tests: fixes, wider: ['features/jsonManifests.test.ts'] },
  { file: 'src/rules/probeFixes.ts', tests: fixes },
  { file: 'src/features/hover/envelopeText.ts', tests: ['features/hover.test.ts'] },
  { file: 'webview/model/scene.ts', tests: scene, wider: pictures },
  { file: 'webview/model/stageLayout.ts', tests: scene, wider: pictures },
  { file: 'webview/model/storyLayout.ts', tests: scene, wider: pictures },
  { file: 'webview/model/chartData.ts', tests: scene, wider: pictures },
  { file: 'webview/model/axis.ts', tests: ['webviewUnit/axis.test.ts'] },
];
