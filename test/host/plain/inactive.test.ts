import { equal } from '../support/assert';
import { openInWorkspace, ourExtension } from '../support/editor';
import { say } from '../support/runSuite';

describe('the extension in a folder without YAML', () => {
  it('stays inactive, even when a file is opened', async () => {
    const editor = await openInWorkspace('notes.txt');
    equal(editor.document.languageId, 'plaintext');
    equal(ourExtension().isActive, false, 'active although no YAML is open');
  });

  it('can be woken by hand', async () => {
    const startedAt = performance.now();
    const { activationMs } = await ourExtension().activate();
    const wholeMs = performance.now() - startedAt;
    equal(ourExtension().isActive, true);
    // With reading and evaluating the bundle, and the editor's own work: for information, as the latter is not ours.
    say(`    activation: ${wholeMs.toFixed(1)} ms seen from outside, ${activationMs.toFixed(1)} ms of it ours`);
  });
});
