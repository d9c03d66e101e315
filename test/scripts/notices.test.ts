import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import * as esbuild from 'esbuild';
import { extensionBundle, webviewBundle } from '../../scripts/lib/bundles.mjs';
import { noticesFor } from '../../scripts/lib/notices.mjs';
import { inProject } from '../../scripts/lib/project.mjs';

describe('THIRD_PARTY_NOTICES.txt', () => {
  it('has the text of the license of every package that is in the bundles', async () => {
    const options = [extensionBundle(false), webviewBundle(false)];
    const built = await Promise.all(options.map((bundle) => esbuild.build({ ...bundle, write: false, metafile: true })));
    const notices = noticesFor(built.map(({ metafile }) => metafile)).split(`\n${'-'.repeat(80)}\n\n`);
    const bundled = new Set<string>();
    for (const { metafile } of built)
      for (const { inputs } of Object.values(metafile.outputs))
        for (const input of Object.keys(inputs)) {
          const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
          if (folder !== undefined) bundled.add(folder);
        }
    assert.ok(
      bundled.has('node_modules/yaml') && bundled.has('node_modules/@vscode/webview-ui-toolkit'),
      [...bundled].join(', '),
    );
    assert.equal(notices.length - 1, bundled.size);
    for (const folder of bundled) {
      const { name, version } = JSON.parse(readFileSync(inProject(folder, 'package.json'), 'utf8')) as Record<string, string>;
      const notice = notices.find((text) => text.startsWith(`${name} ${version} (`)) ?? '';
      assert.match(notice, /Copyright \(c\)|^Copyright /m, `${folder} names nobody`);
      assert.doesNotMatch(notice, /Rollout Lens authors/);
      assert.match(notice, /permission[\s\S]*(?:warranty|warranties)/i, `${folder} has no license`);
    }
  });
});
