import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { HumanError, inProject } from '../lib/project.mjs';
import { run, runNode } from '../lib/run.mjs';
import { downloadOnce } from './download.mjs';
import { freePort } from './ports.mjs';

/** 4.139.1 carries VS Code 1.139.1 and wants Node 24. */
const CODE_SERVER = '4.139.1';
const NODE_MAJOR = 24;

/** @typedef {{ node: string, main: string }} ServerProgram */

/** npm's packages that hold nothing but a Node binary; the `node` package would fetch one of them in an install script. */
function nodePackage() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${process.arch}`;
}

/**
 * A Node for the server: ours when it is the right one, else one from npm.
 */
async function acquireNode() {
  if (Number(process.versions.node.split('.')[0]) === NODE_MAJOR) return process.execPath;
  const name = nodePackage();
  const folder = await downloadOnce(`node-${NODE_MAJOR}`, `Node ${NODE_MAJOR}, which the VS Code server wants`, [
    `${name}@${NODE_MAJOR}`,
  ]);
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(program))
    throw new HumanError(`npm's ${name} brought no ${program}. Run this with Node ${NODE_MAJOR} instead.`);
  return program;
}

/** @returns {Promise<ServerProgram>} */
async function acquireCodeServer() {
  const node = await acquireNode();
  const vscode = (/** @type {string} */ folder) => join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  const folder = await downloadOnce(
    `code-server-${CODE_SERVER}`,
    `the VS Code server, code-server ${CODE_SERVER}, in which the extension is tried and tested`,
    [`code-server@${CODE_SERVER}`],
    (unfinished) => [vscode(unfinished)],
  );
  return { node, main: join(vscode(folder), 'out', 'server-main.js') };
}

/** A quiet editor: no welcome page, no trust question, no assistants. */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Files are not trusted, and nobody asks whether they should be. */
const untrustedSettings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
};

/**
 * @param {string} dataFolder
 * @param {boolean} isTrusted
 */
function writeSettings(dataFolder, isTrusted) {
  const file = join(dataFolder, 'data', 'User', 'settings.json');
  if (existsSync(file)) return;
  mkdirSync(join(dataFolder, 'data', 'User'), { recursive: true });
  writeFileSync(file, JSON.stringify(isTrusted ? quietSettings : { ...quietSettings, ...untrustedSettings }, undefined, 2));
}

/**
 * @typedef {object} ServerOptions
 * @property {string} dataFolder the server's own data: settings, installed extensions
 * @property {number} [port] a free one by default
 * @property {boolean} [isTrusted] whether workspaces are trusted; they are by default
 * @property {boolean} [isDriven] by a test: it may load an extension unpacked, and nobody is notified; so by default
 *
 * @typedef {object} RunningServer
 * @property {number} port
 * @property {(page: EditorAddress) => string} address
 * @property {() => Promise<void>} stop
 * @property {Promise<number>} ended resolves with the exit code
 *
 * @typedef {object} EditorAddress
 * @property {string} workspace absolute path of the folder to open, or the address of one in another file system
 * @property {string} [extension] absolute path of an extension under development
 * @property {string} [tests] absolute path of a module that exports run()
 */

/**
 * Starts the server and waits until it answers.
 * @param {ServerOptions} options
 * @returns {Promise<RunningServer>}
 */
export async function startCodeServer({ dataFolder, port: wantedPort, isTrusted = true, isDriven = true }) {
  const program = await acquireCodeServer();
  writeSettings(dataFolder, isTrusted);
  const port = wantedPort ?? (await freePort());
  const child = spawn(program.node, [program.main, ...serverArguments(dataFolder, port, { isTrusted, isDriven })], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A caller that crashes before it can stop the server must not leave it behind.
  const killAtExit = () => child.kill();
  process.once('exit', killAtExit);
  let log = '';
  const collect = (/** @type {Buffer} */ chunk) => (log = (log + chunk.toString()).slice(-20_000));
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.on('exit', (code) => {
      resolve(code ?? 0);
    });
  });
  const stop = async () => {
    child.kill();
    const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(timer);
    process.off('exit', killAtExit);
  };
  const isUp = await Promise.race([answers(port), ended.then(() => false)]);
  if (!isUp) {
    await stop();
    throw new HumanError(`The VS Code server did not start on port ${port}. Its last words:\n${log}`);
  }
  return { port, ended, stop, address: (page) => editorAddress(port, page) };
}

/**
 * @param {string} dataFolder
 * @param {number} port
 * @param {{ readonly isTrusted: boolean, readonly isDriven: boolean }} how
 */
const serverArguments = (dataFolder, port, { isTrusted, isDriven }) => [
  '--accept-server-license-terms',
  '--without-connection-token',
  ...(isTrusted ? ['--disable-workspace-trust'] : []),
  // Without it the built workbench ignores the development payload of the address.
  ...(isDriven ? ['--enable-smoke-test-driver'] : []),
  ...['--host', '127.0.0.1'],
  ...['--port', String(port)],
  ...['--server-data-dir', dataFolder],
  ...['--telemetry-level', 'off'],
];

/**
 * @param {number} port
 * @param {number} [patienceMs]
 */
async function answers(port, patienceMs = 60_000) {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/version`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/**
 * @param {number} port
 * @param {EditorAddress} page
 */
function editorAddress(port, { workspace, extension, tests }) {
  const remote = (/** @type {string} */ path) => `vscode-remote://127.0.0.1:${port}${urlPath(path)}`;
  const payload = [['skipWelcome', 'true']];
  if (extension !== undefined) payload.push(['extensionDevelopmentPath', remote(extension)]);
  if (tests !== undefined) payload.push(['extensionTestsPath', remote(tests)]);
  const folder = /^[a-z][a-z-]+:/.test(workspace) ? workspace : urlPath(workspace);
  const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
  return `http://127.0.0.1:${port}/?${query.toString()}`;
}

/** `C:\x` becomes `/C:/x`. @param {string} path */
const urlPath = (path) => (path.startsWith('/') ? path : `/${path.replaceAll('\\', '/')}`);

/**
 * Packs an extension of ours that is only for trying out.
 * @param {string} folder
 * @param {string} file
 */
export async function packHelper(folder, file) {
  const vsce = inProject('node_modules', '@vscode', 'vsce', 'vsce');
  const args = [vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', file];
  const { code, output } = await runNode(args, { cwd: folder, quiet: true });
  if (code !== 0) throw new HumanError(`vsce could not pack ${folder}:\n${output}`);
}

/**
 * Installs a packed extension into a data folder.
 * @param {string} vsix
 * @param {string} dataFolder
 */
export async function installVsix(vsix, dataFolder) {
  const { node, main } = await acquireCodeServer();
  const args = [main, '--accept-server-license-terms', '--install-extension', vsix, '--server-data-dir', dataFolder];
  const { code, output } = await run(node, args, { quiet: true });
  if (code !== 0 || !output.includes('successfully installed')) {
    throw new HumanError(`The VS Code server did not install ${vsix}:\n${output}`);
  }
}
