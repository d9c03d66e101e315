import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { COMMANDS } from '../../src/features/commands';
import { ASSUMPTION_NAMES, assumptionsFrom, DEFAULT_SETTINGS, NUMBER_SETTINGS } from '../../src/features/settings';
import { OTHER_PROBLEMS } from '../../src/features/otherProblems';
import { RULES } from '../../src/rules/registry';
import { TOOLS } from '../../src/agents/tools';

interface Contributions {
  readonly commands: readonly { readonly command: string }[];
  readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>>;
  readonly configuration: {
    readonly properties: Readonly<
      Record<
        string,
        {
          readonly default: unknown;
          minimum?: number;
          maximum?: number;
          propertyNames?: { enum: string[]; enumDescriptions: string[] };
        }
      >
    >;
  };
  readonly walkthroughs: readonly { readonly steps: readonly Step[] }[];
}
interface Step {
  readonly id: string;
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as { contributes: Contributions };
const commands = new Set(contributes.commands.map(({ command }) => command));
const settings = contributes.configuration.properties;

describe('what package.json contributes', () => {
  it('names all commands that features link to', () => {
    for (const command of Object.values(COMMANDS)) assert.ok(commands.has(command), command);
  });

  it('knows every rule by its name (npm run docs:rules)', () => {
    const names = settings['rolloutLens.rules']?.propertyNames;
    assert.deepEqual(
      names?.enum,
      [...OTHER_PROBLEMS, ...RULES].map(({ id }) => id),
    );
    assert.equal(names.enumDescriptions.length, names.enum.length);
  });

  it('takes the numbers that the features take (npm run docs:rules)', () => {
    for (const [name, { min, max }] of Object.entries(NUMBER_SETTINGS)) {
      const { minimum, maximum } = settings[`rolloutLens.${name}`] ?? {};
      assert.deepEqual([minimum, maximum], [min, max], name);
    }
  });

  it('has the defaults that the features have', () => {
    assert.equal(settings['rolloutLens.codeLens.enabled']?.default, DEFAULT_SETTINGS.codeLens);
    assert.equal(settings['rolloutLens.inlayHints.enabled']?.default, DEFAULT_SETTINGS.inlayHints);
    assert.equal(settings['rolloutLens.nodeCount']?.default ?? undefined, DEFAULT_SETTINGS.nodeCount);
    const assumed = assumptionsFrom((name) => settings[`rolloutLens.assumptions.${name}`]?.default);
    assert.deepEqual(assumed, DEFAULT_SETTINGS.assumptions);
    for (const name of ASSUMPTION_NAMES)
      assert.equal(typeof settings[`rolloutLens.assumptions.${name}`]?.default, 'number', name);
  });

  it('puts into menus only what it contributes, and never everywhere', () => {
    for (const entry of Object.values(contributes.menus).flat()) {
      assert.ok(commands.has(entry.command), entry.command);
      assert.match(
        entry.when,
        /^(editorLangId == yaml|resource|explorerResourceIsFolder|active(WebviewPanel|CustomEditor)Id|view|false$)/,
        entry.command,
      );
    }
  });

  it('has a walkthrough whose pictures exist and whose links and events are commands', () => {
    const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    assert.ok(steps.length > 0);
    for (const { id, description, media, completionEvents } of steps) {
      assert.ok(existsSync(media.svg), media.svg);
      // The editor drops styles from pictures, which then are black.
      assert.doesNotMatch(readFileSync(media.svg, 'utf8'), /<style|style=|class=|xml:space/, media.svg);
      assert.ok(media.altText.length > 0 && completionEvents.length > 0, id);
      const events = completionEvents.map((event) => event.replace(/^onCommand:/, ''));
      const links = [...description.matchAll(/\(command:([\w.]+)\)/g)].map(([, command = '']) => command);
      for (const name of [...events, ...links])
        assert.ok(commands.has(name) || /^(editor\.action\.|onContext:rolloutLens\.)/.test(name), `${id}: ${name}`);
    }
  });
});

describe('the tools of coding agents in package.json', () => {
  interface Contributed {
    readonly name: string;
    readonly displayName: string;
    readonly modelDescription: string;
    readonly inputSchema: unknown;
  }
  const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    contributes: { languageModelTools: readonly Contributed[] };
  };

  it('are those that the protocol serves, word for word', () => {
    assert.deepEqual(
      contributes.languageModelTools.map(({ name, displayName, modelDescription, inputSchema }) => ({
        name,
        title: displayName,
        description: modelDescription,
        inputSchema,
      })),
      TOOLS,
    );
  });
});
