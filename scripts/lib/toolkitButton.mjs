import { readFile } from 'node:fs/promises';

/**
 * Of the toolkit only the button is drawn (docs/adr/0003), and yet it would bring the tokens of all, since making one counts as
 * an effect, and containers for design systems, of which there is none. Whoever asked for such a container would be told.
 * @type {import('esbuild').Plugin}
 */
export const toolkitButtonOnly = {
  name: 'toolkit-button-only',
  setup(build) {
    build.onLoad({ filter: /[\\/]webview-ui-toolkit[\\/]dist[\\/]design-tokens\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replace(/ = create\(/g, ' = /* @__PURE__ */ create('), loader: 'js' };
    });
    // Two templates and a table of keys that nobody has asked for since they were deprecated.
    build.onLoad({ filter: /[\\/]patterns[\\/]start-end\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replace(/(?<=^export const (?:start|end)Template = )html `[^`]*`/gm, 'undefined'), loader: 'js' };
    });
    build.onLoad({ filter: /[\\/]fast-web-utilities[\\/]dist[\\/]key-codes\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replace(/(?<=^export var KeyCodes;\s)\(function[^]*?^\}\).*;$/m, ''), loader: 'js' };
    });
    build.onLoad({ filter: /[\\/]fast-foundation[\\/]dist[\\/]esm[\\/]di[\\/]di\.js$/ }, () => ({
      contents:
        "const none = () => { throw new Error('there is no container'); };\nexport const DI = { findResponsibleContainer: none };\nexport const Registration = { instance: none };",
    }));
  },
};
