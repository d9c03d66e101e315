import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { cacheFolder, HumanError, projectRoot } from '../lib/project.mjs';
import { resultAmong, showIfOurs } from './inEditor.mjs';

/** @typedef {import('./inEditor.mjs').Counts} Counts */

const DOWNLOAD_PATIENCE_MS = 4000;
const RUN_PATIENCE_MS = 180_000;

/**
 * Whether a desktop VS Code is available here, and from where.
 * @returns {Promise<{ found: string } | { missing: string }>}
 */
export async function findDesktop() {
  const given = process.env['VSCODE_EXECUTABLE_PATH'];
  if (given !== undefined && given !== '') {
    return existsSync(given)
      ? { found: 'VSCODE_EXECUTABLE_PATH' }
      : { missing: `VSCODE_EXECUTABLE_PATH names ${given}, which does not exist.` };
  }
  if (process.platform === 'linux' && process.env['DISPLAY'] === undefined && process.env['WAYLAND_DISPLAY'] === undefined) {
    return { missing: 'there is no display to show it on (set DISPLAY, or run under xvfb-run).' };
  }
  if (hasCachedDownload()) return { found: 'a download in .vscode-test/' };
  const reason = await downloadRefused();
  return reason === undefined ? { found: 'the download server answers' } : { missing: reason };
}

/** test-electron keeps its downloads as vscode-PLATFORM-VERSION. */
function hasCachedDownload() {
  return existsSync(cacheFolder) && readdirSync(cacheFolder).some((name) => /^vscode-(linux|darwin|win32)/.test(name));
}

/** Why VS Code cannot be downloaded, undefined when it can. */
async function downloadRefused() {
  const address = 'https://update.code.visualstudio.com/api/releases/stable';
  try {
    const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(DOWNLOAD_PATIENCE_MS) });
    return ok ? undefined : `update.code.visualstudio.com answered ${status}.`;
  } catch {
    return `update.code.visualstudio.com did not answer within ${DOWNLOAD_PATIENCE_MS / 1000} s.`;
  }
}

async function acquireDesktop() {
  const given = process.env['VSCODE_EXECUTABLE_PATH'];
  if (given !== undefined && given !== '') return given;
  if (!hasCachedDownload())
    console.log('Downloading the desktop VS Code, in which the extension is tested (once, into .vscode-test/) …');
  const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
  return downloadAndUnzipVSCode({ cachePath: cacheFolder, version: 'stable' });
}

/**
 * Runs a test module in a desktop VS Code of its own, apart from the user's settings and extensions.
 * @param {string} scratch
 * @param {string} workspace
 * @param {string} tests
 * @returns {Promise<Counts>}
 */
export async function runTestsOnDesktop(scratch, workspace, tests) {
  const program = await acquireDesktop();
  const args = [
    workspace,
    '--no-sandbox',
    '--disable-gpu-sandbox',
    '--disable-updates',
    '--disable-workspace-trust',
    '--skip-welcome',
    '--skip-release-notes',
    `--user-data-dir=${join(scratch, 'user')}`,
    `--extensions-dir=${join(scratch, 'extensions')}`,
    `--extensionDevelopmentPath=${projectRoot}`,
    `--extensionTestsPath=${tests}`,
  ];
  const { code, lines } = await watchProgram(program, args);
  const result = resultAmong(lines);
  if (result !== undefined) return result;
  throw new HumanError(
    `VS Code's test run ended with code ${code} and no result. Its last words:\n${lines.slice(-20).join('\n')}`,
  );
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, lines: string[] }>}
 */
function watchProgram(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: RUN_PATIENCE_MS });
    /** @type {string[]} */
    const lines = [];
    for (const stream of [child.stdout, child.stderr]) {
      let rest = '';
      stream.on('data', (/** @type {Buffer} */ chunk) => {
        const complete = (rest + chunk.toString()).split(/\r?\n/);
        rest = complete.pop() ?? '';
        for (const line of complete) {
          lines.push(line);
          showIfOurs(line);
        }
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code: code ?? 1, lines });
    });
  });
}
