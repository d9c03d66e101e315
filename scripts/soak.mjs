/** `npm run soak [-- --only NAME]`: hours of work in minutes, and strange workspaces, in a real editor. */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { runTestsInPage } from './host/inEditor.mjs';
import { buildProduct, bundle, hostTestBundle } from './lib/bundles.mjs';
import { withScratch, withServer } from './lib/hostTests.mjs';
import { inProject, option, projectRoot, runMain } from './lib/project.mjs';
import { writeManifests, writeWorkspace } from './lib/soakWorkspace.mjs';

/** A machine that does much else takes its time. */
const PATIENCE_MS = 3_600_000;

/**
 * What is opened in each run; the tests are the suite of that name.
 * @type {Readonly<Record<string, (scratch: string) => string>>}
 */
const workspaces = {
  indexing: (scratch) => {
    writeWorkspace(join(scratch, 'many'), 25_000);
    return join(scratch, 'many');
  },
  cluster: (scratch) => {
    writeManifests(join(scratch, 'beside'), 20);
    execFileSync(process.execPath, [
      '--import',
      'tsx',
      inProject('scripts/generate-snapshot.mjs'),
      join(scratch, 'largest.json'),
    ]);
    return join(scratch, 'beside');
  },
  editing: (scratch) => {
    writeManifests(join(scratch, 'edited'), 200);
    return join(scratch, 'edited');
  },
  // Not by a file that names the folder: read over the connection, it leaves the window without one now and then, for good.
  flaky: () => 'flaky:/workspace',
  untrusted: (scratch) => {
    cpSync(inProject('examples'), join(scratch, 'untrusted'), { recursive: true });
    return join(scratch, 'untrusted');
  },
};

await runMain(async () => {
  const only = option(process.argv.slice(2), 'only') ?? '';
  await buildProduct(true);
  await bundle(
    hostTestBundle({
      indexing: 'suite:indexing',
      cluster: 'suite:cluster',
      editing: 'suite:editing',
      flaky: 'suite:flaky',
      untrusted: 'suite:untrusted',
    }),
  );
  let failed = 0;
  for (const [name, workspaceIn] of Object.entries(workspaces).filter(([name]) => name.includes(only))) {
    console.log(`\n── ${name} ──`);
    const counts = await withScratch((scratch) => {
      const address = {
        workspace: workspaceIn(scratch),
        extension: projectRoot,
        tests: inProject('out/test', `${name}.js`),
      };
      return withServer(
        join(scratch, 'data'),
        (browser, server) => runTestsInPage(browser, server.address(address), PATIENCE_MS),
        name !== 'untrusted',
      );
    });
    failed += counts.failed;
  }
  return failed === 0 ? 0 : 1;
});
