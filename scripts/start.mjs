/** `npm start [-- --port N] [--desktop] [--no-open]`: an editor in which the extension is installed, on the examples. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { isFree } from './host/ports.mjs';
import { ensureDependencies } from './lib/install.mjs';
import { cacheFolder, HumanError, inProject, option, projectRoot, runMain } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const DEFAULT_PORT = 8123;

await runMain(async () => {
  const args = process.argv.slice(2);
  await ensureDependencies();
  // Loaded only now: what it needs has just been installed.
  const { buildProduct } = await import('./lib/bundles.mjs');
  const isDesktop = args.includes('--desktop');
  await buildProduct(!isDesktop);
  console.log('Built the extension.');
  await (isDesktop ? startDesktop() : startServer(args));
});

async function startDesktop() {
  const args = [`--extensionDevelopmentPath=${projectRoot}`, inProject('examples')];
  const isWindows = process.platform === 'win32';
  // On Windows `code` is a .cmd file, which only a shell can start.
  const [file, fileArgs] = isWindows ? ['cmd.exe', ['/c', 'code', ...args]] : ['code', args];
  const result = await run(file, fileArgs).catch(() => undefined);
  if (result?.code === 0) console.log('The desktop VS Code opens with the extension on examples/.');
  else
    throw new HumanError(
      'There is no `code` on the PATH. In VS Code run "Shell Command: Install \'code\' command in PATH", or leave out --desktop.',
    );
}

/** @param {readonly string[]} args */
async function choosePort(args) {
  const given = option(args, 'port');
  if (given === undefined) {
    for (let port = DEFAULT_PORT; port < DEFAULT_PORT + 20; port++) {
      if (await isFree(port)) return port;
      console.log(`Port ${port} is taken; trying ${port + 1}.`);
    }
  }
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new HumanError('Choose a port between 1 and 65535: npm start -- --port 9000');
  if (await isFree(port)) return port;
  throw new HumanError(`Port ${port} is taken. Choose another: npm start -- --port ${port + 1}`);
}

/** @param {readonly string[]} args */
async function startServer(args) {
  const port = await choosePort(args);
  const dataFolder = join(cacheFolder, 'start');
  await installAll(dataFolder);
  const { startCodeServer } = await import('./host/codeServer.mjs');
  const server = await startCodeServer({ port, dataFolder, isDriven: false });
  const address = server.address({ workspace: inProject('examples') });
  console.log(`\nVS Code with Rollout Lens is running on examples/. Open\n\n  ${address}\n\nCtrl-C stops it.`);
  if (!args.includes('--no-open')) openInBrowser(address);
  const stopping = new AbortController();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      stopping.abort();
      void server.stop();
    });
  }
  const code = await server.ended;
  if (!stopping.signal.aborted)
    throw new HumanError(`The VS Code server ended by itself (exit code ${code}). Run npm start again.`);
  console.log('\nStopped.');
}

/**
 * As a user gets it: packed and installed. What an earlier start has left behind is replaced, settings stay.
 * @param {string} dataFolder
 */
async function installAll(dataFolder) {
  const { installVsix, packHelper } = await import('./host/codeServer.mjs');
  const { packVsix } = await import('./lib/vsix.mjs');
  rmSync(join(dataFolder, 'extensions'), { recursive: true, force: true });
  const starter = inProject('out', 'starter.vsix');
  await packHelper(inProject('scripts', 'host', 'starter'), starter);
  for (const file of [await packVsix(), starter]) await installVsix(file, dataFolder);
  console.log('Installed it.');
}

/** @param {string} address */
function openInBrowser(address) {
  if (process.platform === 'linux' && process.env['DISPLAY'] === undefined && process.env['WAYLAND_DISPLAY'] === undefined)
    return;
  const opener = { darwin: 'open', win32: 'explorer.exe' }[/** @type {string} */ (process.platform)] ?? 'xdg-open';
  const child = spawn(opener, [address], { stdio: 'ignore', detached: true });
  // Without an opener the printed address has to do.
  child.on('error', () => undefined);
  child.unref();
}
