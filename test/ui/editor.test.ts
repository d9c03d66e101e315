import { strict as assert } from 'node:assert';
import { startWorkbench, type Workbench } from '../browser/workbench';

describe('the editor with the extension', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await startWorkbench();
  });

  after(async () => {
    await workbench.close();
  });

  it('opens an example as YAML', async () => {
    await workbench.open('deployment.yaml');
    const language = workbench.page.locator('.statusbar-item[id="status.editor.mode"]');
    assert.match(await language.innerText(), /YAML/);
    await workbench.screenshot('editor');
  });

  it('offers its command in the palette', async () => {
    await workbench.page.keyboard.press('F1');
    await workbench.page.keyboard.type('Rollout Lens');
    const entries = workbench.page.locator('.quick-input-list .monaco-list-row');
    await entries.filter({ hasText: 'Rollout Lens: Simulate Rollout' }).waitFor();
    await workbench.screenshot('palette');
    await workbench.page.keyboard.press('Escape');
  });
});
