/** The import rules of ARCHITECTURE.md. Each message says why, so that nobody has to guess what to do instead. */

const inEngine = (...folders) => `^src/engine/(${folders.join('|')})/`;

/**
 * A folder and everything it may import; all else is forbidden.
 * @param {string} name @param {string} from @param {string} to @param {string} comment
 */
const only = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { pathNot: to },
});

/** What a scenario is, and how it is checked: data that every program may read. */
const schemas =
  '^src/engine/(kernel/(schema|engineError)|simulation/scenario/(checkForm|checkScenario|scenario|scenarioValues|surroundingKinds|actions|actionWords))\\.ts$';
/** The façade's modules that only read a finished timeline, or the figures of many: cheap, and pulling in no controller. */
const timelineReaders =
  '^src/engine/(simulation/(timeline/timeline\\w*|inside/inside(Rows|State|Text)|verdict/verdict|words/\\w+|batch/(statistics|causes|knownSpread|strategy\\w*))|traffic/(losses|trafficText))\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle has no layer. Move what both sides need into the lower one.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'Nobody imports this module, and it imports nobody: delete it, or use it.',
      from: {
        orphan: true,
        pathNot: ['\\.d\\.ts$', '^src/extension\\.ts$', '^src/cli/main\\.ts$', '^webview/(main|worker|inside)\\.ts$'],
      },
      to: {},
    },
    {
      name: 'nobody-imports-the-root',
      severity: 'error',
      comment: 'extension.ts is the composition root: it knows everybody, nobody knows it. Pass what you need as an argument.',
      from: {},
      to: { path: '^src/extension\\.ts$' },
    },
    only(
      'model-is-alone',
      '^src/model/',
      '^src/model/',
      'The model is plain data about Kubernetes objects and depends on nothing.',
    ),
    only(
      'engine-knows-the-model-only',
      '^src/engine/',
      '^src/(engine|model)/',
      'The engine is Kubernetes on a virtual clock: no YAML, no rules, no editor. Its callers translate.',
    ),
    only(
      'kernel-is-lowest',
      inEngine('kernel'),
      '^src/(model|engine/kernel)/',
      'kernel ← api ← client ← controllers: the kernel knows time and chance, not Kubernetes’ machinery.',
    ),
    only(
      'api-below-client',
      inEngine('api'),
      '^src/(model|engine/(kernel|api))/',
      'kernel ← api ← client ← controllers: the store serves its clients and does not know them.',
    ),
    only(
      'client-below-controllers',
      inEngine('client'),
      '^src/(model|engine/(kernel|api|client))/',
      'kernel ← api ← client ← controllers: queues and informers work for any controller.',
    ),
    only(
      'controllers-meet-the-cluster-in-the-store',
      inEngine('controllers'),
      '^src/(model|engine/(kernel|api|client|controllers))/',
      'Controllers meet scheduler, kubelet and simulation only in the store, as in a real cluster.',
    ),
    only(
      'cluster-meets-controllers-in-the-store',
      inEngine('cluster'),
      '^src/(model|engine/(kernel|api|client|cluster))/',
      'Scheduler, kubelet and faults meet the controllers only in the store, as in a real cluster.',
    ),
    only(
      'manifest-reads-yaml',
      '^src/manifest/',
      '^(src/(manifest|model)/|node_modules/yaml/)',
      'The manifest layer turns text into workloads; what is done with them is decided above it.',
    ),
    {
      name: 'yaml-in-one-place',
      severity: 'error',
      comment:
        'Only src/manifest/parse.ts, with its compose.ts and goLexer.ts, knows the YAML library. Take documents from it, so that the dialect is decided once.',
      from: { path: '^(src|webview)/', pathNot: '^src/manifest/(?:parse|compose|goLexer)\\.ts$' },
      to: { path: '^node_modules/yaml/' },
    },
    only(
      'render-is-pure',
      '^src/render/',
      '^src/(render|manifest|model)/|^src/engine/api/',
      'Charts and overlays become manifests with provenance; of the engine they know the API room’s merge only.',
    ),
    only(
      'go-templates-know-no-helm',
      '^src/render/goTemplate/',
      '^src/(render/goTemplate/|model/(utf8|goQuote|slices)\\.ts$)',
      'text/template is Go’s: what Helm adds comes in as a table of functions.',
    ),
    only(
      'change-compares-objects',
      '^src/change/',
      '^src/(change|model)/|^src/engine/(api|simulation)/|^src/engine/kernel/jsonEqual\\.ts$',
      'Two versions of an object become what applying the second does: as JSON, without texts, files or version control.',
    ),
    only(
      'rules-are-pure',
      '^src/rules/',
      '^src/(rules|model|manifest|engine/simulation)/',
      'A rule sees the workload and may ask the simulation façade; never the engine’s insides or the editor.',
    ),
    only(
      'snapshots-are-data',
      '^src/snapshot/',
      '^src/(snapshot|model|manifest)/|^src/engine/simulation/',
      'What kubectl printed becomes API objects and measured times; files, tasks and the clock are the callers’.',
    ),
    only(
      'features-are-pure',
      '^src/features/',
      `^src/(features|rules|model|manifest|render|change|snapshot|shared|engine/(simulation|traffic|api))/|^src/engine/kernel/jsonEqual\\.ts$|${schemas}`,
      'Features return plain data with offsets; src/editor turns it into the editor’s types. Of the engine they know the façade and what the API server says of a manifest.',
    ),
    only(
      'shared-is-data',
      '^src/shared/',
      `^src/(shared|model|engine/simulation)/|${schemas}`,
      'The protocol is read by two programs: it may speak of plain data only.',
    ),
    {
      name: 'shared-takes-types-only',
      severity: 'error',
      comment: 'The protocol may check scenarios and name the façade’s types, but not pull its code into both programs.',
      from: { path: '^src/shared/' },
      to: { path: '^src/engine/', pathNot: schemas, dependencyTypesNot: ['type-only'] },
    },
    only(
      'editor-adapts-features',
      '^src/(editor|simulator)/',
      '^(src/(editor|simulator|agents|features|shared|model|manifest|rules|snapshot|engine/simulation)/|src/render/builtManifest\\.ts$|vscode$|node_modules/@types/vscode/)',
      'Adapters join features and the editor. Arithmetic and Kubernetes knowledge belong into features, rules or the engine.',
    ),
    {
      name: 'adapters-do-not-simulate',
      severity: 'error',
      comment: 'Adapters may name the façade’s types; the work is asked of features or done in the webview’s worker.',
      from: { path: '^src/(editor|simulator)/' },
      to: { path: '^src/engine/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'vscode-only-in-adapters',
      severity: 'error',
      comment: '`vscode` exists only in the extension host. Return plain data and let src/editor or src/simulator adapt it.',
      from: { pathNot: '^(src/(editor|simulator)/|src/extension\\.ts$|test/host/)' },
      to: { path: '^vscode$|^node_modules/@types/vscode/' },
    },
    {
      name: 'webview-is-a-program-of-its-own',
      severity: 'error',
      comment: 'The webview talks with the extension by the protocol of src/shared only.',
      from: { path: '^webview/' },
      to: { path: '^src/', pathNot: `^src/(shared|model|change|engine/(simulation|traffic))/|${schemas}` },
    },
    {
      name: 'webview-simulates-in-its-worker',
      severity: 'error',
      comment:
        'The page must not block: it reads timelines, puts changes in words and may name the façade’s types; only the worker runs the engine and compares versions.',
      from: { path: '^webview/', pathNot: '^webview/worker(\\.ts$|/)' },
      to: {
        path: '^src/(engine|change)/',
        pathNot: [timelineReaders, schemas, '^src/change/changesText\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'toolkit-in-one-place',
      severity: 'error',
      comment:
        'The archived control toolkit is contained in webview/ui/controls.ts, so that it can be exchanged (docs/adr/0003).',
      from: { path: '^(src|webview)/', pathNot: '^webview/ui/controls\\.ts$' },
      to: { path: '^node_modules/@vscode/webview-ui-toolkit/' },
    },
    only(
      'check-is-pure',
      '^src/check/',
      '^src/(check|features|rules|manifest|model)/',
      'What the editor says, for whoever reads it elsewhere: files come in as texts, reports go out as texts.',
    ),
    only(
      'agents-are-pure',
      '^src/agents/',
      '^src/(agents|features|rules|manifest|model|engine/simulation)/|^src/engine/kernel/engineError\\.ts$',
      'What coding agents are told, in the editor and over a protocol: as texts, without either.',
    ),
    only(
      'cli-is-thin',
      '^src/cli/',
      '^(package\\.json$|node_modules/@modelcontextprotocol/server/|src/(cli|agents|check|features|change|render|rules|manifest|model|shared|snapshot|engine/(simulation|traffic))/|src/engine/kernel/engineError\\.ts$|node:|(crypto|fs|module|path|process|url|tty|util|os|v8|worker_threads|zlib)(/|$))',
      'The command line is one more caller of the façade and the rules.',
    ),
    {
      name: 'only-the-cli-knows-node',
      severity: 'error',
      comment: 'One bundle serves desktop and web (docs/adr/0001), and the web has no Node.',
      from: { path: '^(src|webview)/', pathNot: '^src/cli/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'declared-dependencies-only',
      severity: 'error',
      comment: 'This package is not in package.json, or cannot be found. Declare it, or correct the path.',
      from: {},
      to: { dependencyTypes: ['unknown', 'undetermined', 'npm-no-pkg', 'npm-unknown'], pathNot: '^vscode$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    builtInModules: { add: [] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.d.ts', '.js', '.mjs'],
    },
  },
};
