import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { filesBelow, specialFolders, testFiles, unitTestFiles, type SpecialSuite } from '../scripts/lib/suites.mjs';
import { inProject, readManifest } from '../scripts/lib/project.mjs';
import { expectedPackageFiles, packageFiles } from '../scripts/lib/vsix.mjs';

/** What the repository promises about itself, checked like everything else. */

const GIT_FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: inProject(),
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(inProject(file)));

const isText = (file: string): boolean => !/\.(png|gz|gif|vsix)$/.test(file);
const isData = (file: string): boolean => file.startsWith('test/conformance/data/') || file.startsWith('test/fixtures/');
const read = (file: string): string => readFileSync(inProject(file), 'utf8');

const sources = GIT_FILES.filter((file) => isText(file) && !isData(file) && file !== 'package-lock.json');

/** Lines of the files that match, as `file:line: text`. */
function linesWith(pattern: RegExp, files: readonly string[]): string[] {
  return files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

describe('tidy: tests', () => {
  it('every *.test.ts belongs to exactly one runner', () => {
    const claimed = [...unitTestFiles(), ...(Object.keys(specialFolders) as SpecialSuite[]).flatMap(testFiles)];
    assert.deepEqual(claimed.toSorted(), filesBelow('test', '.test.ts'));
  });

  it('no test is focused or switched off', () => {
    const tests = sources.filter((file) => file.endsWith('.test.ts') && file !== 'test/tidy.test.ts');
    assert.deepEqual(linesWith(/\b(it|describe)\.(only|skip)\(|\bx(it|describe)\(/, tests), []);
  });

  it('tests are in test/, nowhere else', () => {
    assert.deepEqual(
      sources.filter((file) => /\.(test|spec)\.[mc]?[jt]s$/.test(file) && !file.startsWith('test/')),
      [],
    );
  });
});

describe('tidy: what is shipped', () => {
  it('the package holds exactly the files of the golden list (those of dist/ are compared when it is packed)', () => {
    const outsideDist = (file: string): boolean => !file.startsWith('dist/');
    assert.deepEqual(packageFiles().filter(outsideDist), expectedPackageFiles().filter(outsideDist));
  });

  it('every command it contributes has a title and a category', () => {
    const { contributes } = JSON.parse(read('package.json')) as {
      contributes: { commands: { command: string; title?: string; category?: string }[] };
    };
    for (const { command, title, category } of contributes.commands) {
      assert.match(command, /^rolloutLens\./);
      assert.ok(title, `${command} has no title`);
      assert.equal(category, 'Rollout Lens', command);
    }
  });

  it('the changelog speaks of this version', () => {
    assert.ok(read('CHANGELOG.md').includes(`## ${readManifest().version}`));
  });

  it('it wakes for YAML and templates of charts only: no other activation event', () => {
    const { activationEvents } = JSON.parse(read('package.json')) as { activationEvents: string[] };
    const allowed = /^(onLanguage:(?:yaml|helm)|onCommand:rolloutLens\.\w+|onWebviewPanel:rolloutLens\.\w+)$/;
    assert.deepEqual(
      activationEvents.filter((event) => !allowed.test(event)),
      [],
    );
  });
});

describe('tidy: dependencies', () => {
  it('the lockfile names no registry', () => {
    assert.deepEqual(linesWith(/"resolved"|https?:\/\/[^"]*registry/, ['package-lock.json']), []);
  });

  it('the lockfile knows the optional packages of every platform, or `npm ci` refuses it', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const known = new Set(
      Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
    );
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
    assert.deepEqual(
      wanted.filter((name) => !known.has(name)),
      [],
    );
  });

  it('installing runs no script of a dependency', () => {
    assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
  });

  it('the types of the editor are those of the oldest editor it runs in', () => {
    const { engines, devDependencies } = JSON.parse(read('package.json')) as {
      engines: { vscode: string };
      devDependencies: Record<string, string>;
    };
    assert.equal(engines.vscode, `^${devDependencies['@types/vscode'] ?? ''}`);
  });

  it('the archived toolkit, where it is used, has an exact version', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
    assert.match(devDependencies['@vscode/webview-ui-toolkit'] ?? '1.4.0', /^\d+\.\d+\.\d+$/);
  });
});

describe('tidy: sources', () => {
  it('no path of somebody’s machine', () => {
    const code = sources.filter((file) => file !== 'test/tidy.test.ts');
    assert.deepEqual(linesWith(/(?<![\w.-])\/(home|Users|root|work)\/[\w.-]+\/|[A-Z]:\\Users\\/, code), []);
  });

  it('no carriage returns, no tabs, no spaces at the end of a line, a newline at the end of a file', () => {
    const kept = sources.filter((file) => !file.startsWith('test/golden/'));
    assert.deepEqual(
      linesWith(
        /\r$|[ \t]+$/,
        kept.filter((file) => !file.endsWith('.md')),
      ),
      [],
    );
    assert.deepEqual(
      kept.filter((file) => read(file) !== '' && !read(file).endsWith('\n')),
      [],
    );
  });

  it('npm scripts start Node programs, not a shell', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const shellish = Object.entries(scripts).filter(([, script]) => /[;|<>$]|\b(rm|cp|mv|cat|bash|sh|export)\b/.test(script));
    assert.deepEqual(shellish, []);
  });

  it('every relative link of the documents leads somewhere', () => {
    const documents = sources.filter((file) => file.endsWith('.md'));
    const broken = documents.flatMap((file) => {
      const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : '';
      const links = [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = '']) => link);
      return links.filter((link) => !existsSync(inProject(folder + link))).map((link) => `${file} → ${link}`);
    });
    assert.deepEqual(broken, []);
  });

  it('every file and folder of ours that the documents name exists', () => {
    const documents = sources.filter((file) => file.endsWith('.md') && !file.startsWith('test/') && file !== 'CHANGELOG.md');
    const paths =
      /`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|mjs|cjs|md|json|css)|(?:src|webview|test|scripts|docs|examples)\/[\w./-]+?)\/?`/g;
    const files = GIT_FILES.map((file) => `/${file}`);
    const exists = (path: string): boolean => files.some((file) => file.endsWith(`/${path}`) || file.includes(`/${path}/`));
    const missing = documents.flatMap((document) =>
      [...read(document).matchAll(paths)]
        .map(([, path = '']) => path)
        .filter((path) => !/^(dist|test\/out)\b/.test(path) && !path.startsWith('.') && !exists(path))
        .map((path) => `${document} → ${path}`),
    );
    assert.deepEqual(missing, []);
  });
});

/**
 * Folders with ports of Kubernetes’ Go code. Each of their files begins with a comment that says where it comes from and,
 * where its shape differs, why: `Upstream: pkg/controller/… .go (v1.36.4)`. A file without a counterpart begins with
 * `Ours:` and what it is there for.
 */
const PORTED_FOLDERS = [
  'src/engine/api/',
  'src/engine/client/',
  'src/engine/cluster/',
  'src/engine/controllers/',
  'src/engine/kubectl/',
  'src/manifest/goYaml/',
];

describe('tidy: ports', () => {
  it('each file says which file of Kubernetes it ports, or that it is ours', () => {
    const ported = sources.filter((file) => PORTED_FOLDERS.some((folder) => file.startsWith(folder)));
    assert.deepEqual(
      ported.filter((file) => {
        const text = read(file);
        const header = /^\/\*\*[\s*]+(.*?)\s*\*\//s.exec(text)?.[1] ?? '';
        return !text.startsWith('// Generated') && !/^Ours: \S|^Upstream: .*\/[\w{},]+\.go.*\(v1\.36\.4\)/s.test(header);
      }),
      [],
    );
  });
});

describe('tidy: size and names', () => {
  const code = sources.filter((file) => /^(src|webview|test|scripts)\/.*\.(ts|mjs|css)$/.test(file));

  it('no source file has more than 300 lines, unless its first line says that it is generated', () => {
    const long = code.filter((file) => read(file).split('\n').length > 301);
    assert.deepEqual(
      long.filter((file) => !/generated/i.test(read(file).split('\n')[0] ?? '')),
      [],
    );
  });

  it('no base name is used three times', () => {
    const times = new Map<string, number>();
    for (const name of code.map((file) => file.slice(file.lastIndexOf('/') + 1))) times.set(name, (times.get(name) ?? 0) + 1);
    assert.deepEqual(
      [...times].filter(([, count]) => count > 2),
      [],
    );
  });

  it('no name in a domain of Kubernetes is written in two files: src/model/wellKnown.ts has those that several speak of', () => {
    const writtenIn = new Map<string, Set<string>>();
    for (const file of code.filter(
      (name) => /^(src|webview)\//.test(name) && !/generated/i.test(read(name).split('\n')[0] ?? ''),
    )) {
      for (const [name] of read(file).matchAll(/(?<=['`])[\w.-]*\bkubernetes\.io\/[\w./-]+(?=['`])/g)) {
        writtenIn.set(name, (writtenIn.get(name) ?? new Set()).add(file));
      }
    }
    assert.deepEqual(
      [...writtenIn].filter(([, files]) => files.size > 1),
      [],
    );
  });

  it('no comment is wider than the code may be', () => {
    const { printWidth } = JSON.parse(read('.prettierrc.json')) as { printWidth: number };
    const commented = sources.filter((file) => /\.(ts|mjs|cjs)$/.test(file));
    assert.deepEqual(linesWith(new RegExp(`^(?=\\s*(//|/?\\*)).{${printWidth + 1}}`, 'u'), commented), []);
  });
});

describe('tidy: words', () => {
  it('what the glossary has retired is used nowhere', () => {
    const [, table = ''] = read('docs/glossary.md').split('## Retired words');
    const cells = [...table.matchAll(/^\| ([^|]+?) +\|/gm)].slice(2).map(([, cell = '']) => cell);
    const retired = cells.flatMap((cell) => cell.split(', ')).map((word) => word.replace('\\*', '\\w*'));
    assert.ok(retired.length > 20);
    const pattern = new RegExp(`\\b(?:${retired.join('|')})\\b`, 'i');
    const written = sources.filter((file) => /^(src|webview|scripts|docs)\//.test(file) && file !== 'docs/glossary.md');
    const spaced = (line: string): string => line.replace(/([a-z])([A-Z])/g, '$1 $2');
    assert.deepEqual(
      linesWith(/./, written).filter((line) => pattern.test(line) || pattern.test(spaced(line))),
      [],
    );
  });
});

describe('tidy: ARCHITECTURE.md', () => {
  it('numbers its invariants without gaps, and each names its check', () => {
    const rows = read('ARCHITECTURE.md')
      .split('\n')
      .filter((line) => /^\| \d+ +\|/.test(line));
    assert.ok(rows.length > 0, 'no table of invariants');
    rows.forEach((row, index) => {
      const [, number = '', , check = ''] = row.split('|').map((cell) => cell.trim());
      assert.equal(number, String(index + 1), row);
      assert.match(check, /`|knip|depcruise/, `no check: ${row}`);
    });
  });

  it('names only import rules that exist', () => {
    const rules = read('.dependency-cruiser.cjs');
    const named = [...read('ARCHITECTURE.md').matchAll(/depcruise `([\w-]+)`/g)].map(([, name = '']) => name);
    assert.ok(named.length > 0);
    for (const name of named) assert.ok(rules.includes(`'${name}'`), `.dependency-cruiser.cjs has no rule ${name}`);
  });

  it('its code map names folders that exist', () => {
    const map = read('ARCHITECTURE.md').split('## Code map')[1]?.split('\n## ')[0] ?? '';
    const folders = [...map.matchAll(/^\| `([\w/.]+\/)`/gm)].map(([, folder = '']) => folder);
    assert.ok(folders.length > 0);
    assert.deepEqual(
      folders.filter((folder) => !existsSync(inProject(folder))),
      [],
    );
  });
});
