import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Code that must give the same answer everywhere and every time. */
const core = ['model', 'engine', 'manifest', 'render', 'rules', 'features', 'shared'].map((folder) => `src/${folder}/**/*.ts`);

const noBarrels = {
  selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]',
  message: 'No barrels: import each name from the module that defines it, so that the import rules see who needs whom.',
};
const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name, so that a thing has one name everywhere.',
};
const noLongArrow = {
  selector:
    ':matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator[id.typeAnnotation=undefined] > ArrowFunctionExpression[body.type="BlockStatement"]',
  message: 'A module’s function with a body is a declaration; an arrow is for one expression, or for a type that it must have.',
};
const noPrivateKeyword = {
  selector: ':matches(PropertyDefinition, MethodDefinition:not([kind="constructor"]), AccessorProperty)[accessibility="private"]',
  message: 'What is private is #private: nobody gets at it, and minifiers shorten its name.',
};
const oneDialect = [noBarrels, noDefaultExport, noLongArrow, noPrivateKeyword];
const noNewDate = {
  selector: 'NewExpression[callee.name="Date"]',
  message: 'Time is an argument: take it from the virtual clock.',
};

export default defineConfig(
  globalIgnores(['dist/', 'out/', '.vscode-test/', 'test/out/', 'test/fixtures/', 'test/golden/', 'test/conformance/data/']),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      // A ratchet at the longest function there is.
      'max-lines-per-function': ['error', { max: 57, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/max-params': ['error', { max: 5 }],
      'no-restricted-syntax': ['error', ...oneDialect],
      // One import per module: `import type` when it takes types only, `type` on the name when it takes both.
      'no-duplicate-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // tsc reports these already, with the same exceptions for a leading underscore.
      'no-unused-vars': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      'no-undef': 'off',
    },
  },
  {
    files: core,
    rules: {
      'no-restricted-globals': ['error', { name: 'Date', message: 'Time is an argument: take it from the virtual clock.' }],
      'no-restricted-properties': [
        'error',
        {
          object: 'Math',
          property: 'random',
          message: 'Chance is an argument: draw from a named stream of the seeded random source.',
        },
      ],
      'no-restricted-syntax': ['error', ...oneDialect, noNewDate],
    },
  },
  {
    // The kernel owns time, and src/model/time.ts translates the API's timestamps.
    files: ['src/engine/kernel/**/*.ts', 'src/model/time.ts'],
    rules: { 'no-restricted-globals': 'off', 'no-restricted-syntax': ['error', ...oneDialect] },
  },
  {
    files: ['test/**/*.ts', 'scripts/**', '*.mjs', '*.cjs'],
    rules: {
      // A describe block is a table of contents, not a function to be read at once.
      'max-lines-per-function': 'off',
      // A test that awaits nothing may still have to be asynchronous in form.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // typescript-eslint does not see JSDoc casts; tsc, which does, checks these files as strictly as the others.
    files: ['**/*.mjs'],
    rules: Object.fromEntries(
      ['assignment', 'return', 'member-access', 'call', 'argument'].map((what) => [
        `@typescript-eslint/no-unsafe-${what}`,
        'off',
      ]),
    ),
  },
  {
    files: ['eslint.config.mjs', 'knip.ts', 'playwright.config.mjs', 'scripts/lib/countingReporter.mjs'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // CommonJS, because the programs that load them want it; without types.
    files: ['**/*.cjs', 'scripts/host/webWorkspace/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
