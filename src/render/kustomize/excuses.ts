/** Ours: why it is no mistake of an overlay that it cannot be built as it lies there. */
import { hasPlaceholder, signOfTemplate } from '../../manifest/placeholders';
import type { FileTree } from '../builtManifest';
import { GitIgnores } from '../gitIgnore';
import type { KustomizeError } from './error';
import { joinPath } from './loader';

/** What a file is called from which another one is made: `patch.yaml.in`, `secret.enc.yaml`, `example.env`. */
const SOURCE = /^(?:in|te?m?pl|template|j2|example|sample|dist|enc|sops|age|gpg)$/i;

/** Folders of what is copied elsewhere before it is built. */
const SKELETON = /^(?:templates?|tmpl|skeletons?|skel|scaffold(?:s|ing)?|boilerplates?|archetypes?|cookiecutters?)$/i;

/** Jinja, Go, ERB. */
const TAG = /\{\{|\{%|<%/;
/** Tags where YAML has none: what is between quotes is for others. */
const BARE_TAG = /^[ \t]*\{\{|[:-][ \t]+\{\{|\{%|<%/m;

/** Where people write how they call kustomize, and what lifts its restriction. */
const RECIPES = ['Makefile', 'GNUmakefile', 'Tiltfile', 'justfile', 'Justfile'];
const SCRIPT = /^[a-z][\w-]*$|\.(?:ba|z)?sh$/;
const SCRIPTS = ['', 'hack', 'scripts', 'bin'];
const UNRESTRICTED = /\bLoadRestrictionsNone\b/;

/** What is said before the name of a file that is written, and what says it at the end. */
const WRITES = /^(?:>|tee|-[oO]|--output)$/;
const COPIES = /^(?:cp|mv|ln|rsync)$/;
const MAX_RECIPE = 50_000;

export class Excuses {
  readonly #files: FileTree;
  readonly #read: (path: string) => string | undefined;
  readonly #ignores: GitIgnores;
  readonly #recipes = new Map<string, readonly Recipe[]>();
  /** Templates among what a kustomization names. */
  readonly #templates = new Map<string, string>();

  readonly #leftOutBy: string | undefined;

  /** `leftOutBy`: a kustomization that has the one that is built commented out. */
  constructor(files: FileTree, read: (path: string) => string | undefined, leftOutBy?: string) {
    this.#files = files;
    this.#read = read;
    this.#leftOutBy = leftOutBy;
    this.#ignores = new GitIgnores(read);
  }

  /** Whoever asks for all of a kustomization asks for what is there first: what fills that in may bring the rest. */
  excuseFor(error: KustomizeError): string | undefined {
    return this.#excuseFor(error) ?? (this.#leftOutBy && `${lastOf(this.#leftOutBy)} has it commented out`);
  }

  #excuseFor({ missing, unread, at }: KustomizeError): string | undefined {
    const from = at?.file ?? '';
    if (unread !== undefined) {
      const name = unread.slice(unread.lastIndexOf('/') + 1);
      const text = this.#files.read(unread) ?? '';
      if (!BARE_TAG.test(text) && signOfTemplate(text) === undefined) return undefined;
      const excuse = `${name} is a template, which something else fills in first`;
      this.#templates.set(from, excuse);
      return excuse;
    }
    if (missing === undefined) return undefined;
    return (
      this.#templates.get(from) ??
      this.#excuseForMissing(missing) ??
      this.#skeletonExcuse(missing, from) ??
      this.#copyExcuse(missing, from) ??
      this.#recipeExcuse(missing, from)
    );
  }

  #excuseForMissing(path: string): string | undefined {
    const ignoring = this.#ignores.ignoring(path);
    if (ignoring !== undefined) return `/${ignoring} keeps it out of the repository, so that something else has to make it`;
    const slash = path.lastIndexOf('/');
    const name = path.slice(slash + 1);
    const source = this.#files.list?.(path.slice(0, Math.max(slash, 0))).find((other) => {
      const parts = other.split('.');
      return parts.some((part, index) => SOURCE.test(part) && parts.toSpliced(index, 1).join('.') === name);
    });
    return source === undefined ? undefined : `something has to make it of ${source}, which is there`;
  }

  /** Whether a kustomization, or a recipe in its folder or above, says that kustomize is called without its restriction. */
  isUnrestricted(file: string): boolean {
    const all = foldersOf(file).flatMap((folder) => this.#recipesIn(folder));
    return UNRESTRICTED.test(this.#read(file) ?? '') || all.some(([, text]) => UNRESTRICTED.test(text));
  }

  #recipesIn(folder: string): readonly Recipe[] {
    let recipes = this.#recipes.get(folder);
    if (recipes === undefined) this.#recipes.set(folder, (recipes = this.#findRecipes(folder)));
    return recipes;
  }

  #findRecipes(folder: string): readonly Recipe[] {
    const read = (path: string): readonly Recipe[] => {
      const text = this.#read(path);
      return text === undefined || text.length > MAX_RECIPE ? [] : [[path, text]];
    };
    const scripts = SCRIPTS.map((name) => joinPath(folder, name)).flatMap((place) =>
      (this.#files.isFolder(place) ? (this.#files.list?.(place) ?? []) : [])
        .filter((name) => SCRIPT.test(name))
        .flatMap((name) => read(joinPath(place, name)))
        .filter(([path, text]) => lastOf(path).includes('.') || text.startsWith('#!')),
    );
    return [...RECIPES.flatMap((name) => read(joinPath(folder, name))), ...scripts];
  }

  /** What a recipe copies to its own folder before it is built finds there what it names. */
  #copyExcuse(missing: string, from: string): string | undefined {
    const [home = '', ...above] = foldersOf(from).toReversed();
    if (!missing.startsWith(`${home}/`)) return undefined;
    const written = missing.slice(home.length + 1);
    for (const folder of above) {
      const [recipe] =
        this.#recipesIn(folder).find(([, text]) => text.includes(from.slice(folder === '' ? 0 : folder.length + 1))) ?? [];
      if (recipe === undefined) continue;
      const there = joinPath(folder, written);
      if (this.#read(there) !== undefined || this.#files.isFolder(there))
        return `seen from the folder of ${lastOf(recipe)} it is there, which names this kustomization`;
    }
    return undefined;
  }

  /** What a recipe in the folder, or above it, writes: `kustomize build … > $(DIR)/all.yaml`, `cp -R base "$DIR"/web/base`. */
  #recipeExcuse(missing: string, from: string): string | undefined {
    const isMeant = (word: string): boolean => {
      // Behind the folder that a variable stands for.
      const known = word.includes('$') ? word.slice(word.indexOf('/', word.lastIndexOf('$')) + 1) : word;
      const path = `/${known.replace(/^\.{1,2}\//, '')}`;
      // A folder that is there is not made.
      const end = missing.lastIndexOf(`${path}/`) + path.length;
      return missing.endsWith(path) || (end >= path.length && !this.#files.isFolder(missing.slice(0, end)));
    };
    for (const folder of foldersOf(from)) {
      const lacking = this.#lackingBelow(folder, missing);
      for (const [path, text] of this.#recipesIn(folder)) {
        const targets = targetsIn(text);
        const isCopied = targets.some((word) => lacking.some((each) => word.endsWith(`/${each}`)));
        if (isCopied || generates(text, missing, folder) || targets.some(isMeant)) return `${lastOf(path)} makes it`;
      }
    }
    return undefined;
  }

  /** What is not there, and the folders of it that are not, as seen from a folder above them: in a copy they lie alike. */
  #lackingBelow(folder: string, missing: string): readonly string[] {
    const steps = missing.slice(folder === '' ? 0 : folder.length + 1).split('/');
    if (steps.length > MOST_STEPS) return [];
    return steps
      .map((_, index) => steps.slice(0, index + 1).join('/'))
      .filter((path, index) => index > 0 && !this.#files.isFolder(joinPath(folder, path)));
  }

  /** Of what a folder of templates lacks, and of names that something fills in. */
  #skeletonExcuse(missing: string, from: string): string | undefined {
    if (TAG.test(missing) || hasPlaceholder(missing)) return 'something else fills in its name first';
    const folders = from.split('/').slice(0, -1);
    const depth = folders.findIndex((name, index) => {
      // What lies above the workspace is called as somebody liked.
      return SKELETON.test(name) && this.#files.isFolder(folders.slice(0, index + 1).join('/'));
    });
    return depth < 0 ? undefined : `what lies in ${folders[depth] ?? ''}/ may be there to be copied to where it is`;
  }
}

type Recipe = readonly [path: string, text: string];

/** By script, as each overlay that lacks something asks about the same ones. */
const knownTargets = new Map<string, readonly string[]>();
const MOST_KNOWN = 200;

/** What the lines of a script write or copy to. */
function targetsIn(script: string): readonly string[] {
  let targets = knownTargets.get(script);
  if (targets === undefined) {
    if (knownTargets.size >= MOST_KNOWN) knownTargets.clear();
    knownTargets.set(script, (targets = findTargets(script)));
  }
  return targets;
}

function findTargets(script: string): readonly string[] {
  return script.split('\n').flatMap((line) => {
    const words = line
      .replace(/["']/g, '')
      .replaceAll('>', ' > ')
      .split(/[\s=]+/)
      .filter(Boolean);
    const copies = words.some((word) => COPIES.test(word));
    return words.filter((_, at) => WRITES.test(words[at - 1] ?? '') || (copies && at === words.length - 1));
  });
}

/** The top first. */
function foldersOf(file: string): readonly string[] {
  const parts = file.split('/').slice(0, -1);
  return [...parts.keys(), parts.length].map((depth) => parts.slice(0, depth).join('/'));
}

/** No path has more: one that has would be taken to pieces for too long. */
const MOST_STEPS = 100;

/** What the Operator SDK and controller-gen make, as far as a recipe calls them. */
function generates(recipe: string, missing: string, folder: string): boolean {
  if (missing.endsWith('.clusterserviceversion.yaml')) return recipe.includes('generate kustomize manifests');
  if (!/\bcontroller-gen\b/.test(recipe)) return false;
  const path = missing.slice(folder === '' ? 0 : folder.length + 1);
  const isOf = (generator: RegExp, file: string): boolean => path === `config/${file}` && generator.test(recipe);
  if (isOf(/\brbac:roleName\b/, 'rbac/role.yaml') || isOf(/\bwebhook paths?=/, 'webhook/manifests.yaml')) return true;
  return [...recipe.matchAll(/\boutput:[\w:]{1,40}=(?:\.\/)?([\w./-]{1,200})/g)].some(
    ([, output = '']) => path.slice(0, path.lastIndexOf('/')) === output.replace(/\/$/, ''),
  );
}

/** A file with the folder that it is in. */
function lastOf(path: string): string {
  return path.split('/').slice(-2).join('/');
}
