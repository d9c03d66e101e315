import { equal } from '../support/assert';
import { openInWorkspace, ourExtension } from '../support/editor';

describe('the extension in a folder without YAML', () => {
  it('stays inactive, even when a file is opened', async () => {
    const editor = await openInWorkspace('notes.txt');
    equal(editor.document.languageId, 'plaintext');
    equal(ourExtension().isActive, false, 'active although no YAML is open');
  });
});
