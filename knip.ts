import type { KnipConfig } from 'knip';

/**
 * Two looks at what is not used: by anybody, and with `--production` by what ships, which begins at the entries marked `!`.
 * What ships may export for tests what it uses itself; what only tests use belongs to the tests.
 */
export default ({ production }: { readonly production?: boolean }): KnipConfig => ({
  entry: [
    'src/extension.ts!',
    // Otherwise the script that starts it says so.
    ...(production === true ? ['src/cli/main.ts!'] : []),
    // The façade's first function: what ships plays the same in steps.
    'src/engine/simulation/simulate.ts!',
    'webview/main.ts!',
    'webview/worker.ts!',
    'webview/inside.ts!',
    'webview/worker/recorder.ts!',
    'scripts/*.mjs',
    'scripts/lib/mochaReporter.cjs',
    'scripts/lib/mutants/runProgram.mjs',
    'scripts/host/webWorkspace/extension.js',
    'scripts/host/starter/extension.cjs',
    'test/**/*.test.ts',
    'test/host/support/runSuite.ts',
    'test/bench/**/*.bench.ts',
    // A process of its own.
    'test/bench/engineBeforePlayer.ts',
  ],
  project: ['src/**/*.ts!', 'webview/**/*.ts!', 'test/**/*.ts', 'scripts/**/*.{mjs,cjs,js}', '*.mjs'],
  ignoreExportsUsedInFile: production === true ? true : { interface: true, type: true },
  // Only to record what it says.
  ignoreBinaries: ['kubectl'],
  ignoreDependencies: ['@vscode/vsce', 'yaml-language-server', 'vscode-languageserver-textdocument'],
});
