import assert from 'node:assert/strict';
import { pageHtml } from '../../src/simulator/pageHtml';

const html = pageHtml({
  cspSource: 'https://x.vscode-cdn.net',
  nonce: 'abc123',
  scriptUri: 'https://x/main.js',
  styleUri: 'https://x/main.css',
  workerUri: 'https://x/worker.js?a="b"&c=<d>',
  inside: { scriptUri: 'https://x/inside.js', styleUri: 'https://x/inside.css?"', recorderUri: 'https://x/recorder.js' },
});
const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';

describe('The simulator’s page', () => {
  it('allows nothing by default, and no inline script or style', () => {
    assert.match(policy, /^default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*/);
  });

  it('runs only the script with the nonce, and workers from blobs', () => {
    assert.match(policy, /script-src 'nonce-abc123'/);
    assert.match(policy, /worker-src blob:/);
    assert.equal((html.match(/<script/g) ?? []).length, 1);
  });

  it('names every directive that is open, and lets nobody move its addresses or send a form', () => {
    assert.deepEqual(policy.split('; '), [
      `default-src 'none'`,
      `script-src 'nonce-abc123'`,
      `style-src https://x.vscode-cdn.net 'nonce-abc123'`,
      `font-src https://x.vscode-cdn.net`,
      `img-src https://x.vscode-cdn.net blob: data:`,
      `connect-src https://x.vscode-cdn.net`,
      `worker-src blob:`,
      `base-uri 'none'`,
      `form-action 'none'`,
    ]);
  });

  it('escapes addresses', () => {
    assert.match(html, /data-inside-style="https:\/\/x\/inside\.css\?&quot;"/);
    assert.match(html, /data-worker="https:\/\/x\/worker\.js\?a=&quot;b&quot;&amp;c=&lt;d&gt;"/);
  });
});
