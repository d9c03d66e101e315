import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { HumanError } from '../lib/project.mjs';
import { run } from '../lib/run.mjs';

/** Names on the PATH and usual places, Chromium first. */
const namesOnPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
  'chrome',
];

/** @returns {string[]} */
function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform !== 'win32') return [];
  const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .map((name) => process.env[name] ?? '')
    .filter((root) => root !== '');
  const programs = [
    'Chromium/Application/chrome.exe',
    'Google/Chrome/Application/chrome.exe',
    'Microsoft/Edge/Application/msedge.exe',
  ];
  return roots.flatMap((root) => programs.map((program) => join(root, program)));
}

/** @returns {string | undefined} the browser's path, if there is one */
function findBrowser() {
  const given = process.env['CHROME_PATH'];
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new HumanError(`CHROME_PATH names ${given}, which does not exist. Correct or unset it.`);
  }
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = namesOnPath.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
  return [...onPath, ...usualPlaces()].find((path) => existsSync(path));
}

const canInstallByApt = () => process.platform === 'linux' && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/** Installs Debian's Chromium; only where we are root on a Debian-like system. */
async function installByApt() {
  console.log(
    'Installing Chromium with apt-get: the tests drive a browser, and none was found (CHROME_PATH names one that lies elsewhere) …',
  );
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  const { code, output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    env,
    quiet: true,
  });
  if (code !== 0)
    throw new HumanError(
      `apt-get could not install chromium:\n${output}\nInstall a Chromium, Chrome or Edge, or set CHROME_PATH.`,
    );
}

/** The path of a browser; where there is none and one is available, it is installed. */
export async function acquireBrowser() {
  const found = findBrowser();
  if (found !== undefined) return found;
  if (canInstallByApt()) await installByApt();
  const installed = findBrowser();
  if (installed !== undefined) return installed;
  throw new HumanError(
    'No browser was found, and the tests need one. Install Chromium, Chrome or Edge, or set CHROME_PATH to the program, then run the same command again.',
  );
}

/** No sandbox, because tests run as root, too; and nothing of what a browser does on its own. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a headless browser; the caller closes it. */
export async function launchBrowser() {
  const executablePath = await acquireBrowser();
  const { chromium } = await import('@playwright/test');
  return chromium.launch({ executablePath, args: browserArguments });
}
