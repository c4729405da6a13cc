import * as z from 'zod';
import { type CortexError, describeError } from '../../platform/errors.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { GraphGaps, UnreadFile, UnresolvedImport } from './graph-gaps.ts';

/** So many imports that may mean what was asked about are named. */
const MOST_CONCERNING = 5;

/**
 * Why an answer of the graph may be incomplete. `known`: whether it is known which imports are unresolved; `unresolved`, `unread`: how many
 * imports and files of the same languages are not in the graph; `changed`: how many files have changed since the graph was built;
 * `concerning`: the unresolved imports that may mean what was asked about.
 */
export const doubtsOutput = onDemand(() =>
  z.object({
    known: z.boolean(),
    fault: z.string().optional(),
    unresolved: z.int(),
    unread: z.int(),
    changed: z.int(),
    concerning: z.array(z.object({ path: z.string(), line: z.int(), specifier: z.string(), reason: z.string() })),
  }),
);
export type Doubts = Checked<typeof doubtsOutput>;

/** Extensions of languages whose files import each other. */
const FAMILIES: readonly ReadonlySet<string>[] = [
  ['ts', 'mts', 'cts', 'tsx', 'js', 'mjs', 'cjs', 'jsx', 'vue', 'svelte', 'astro', 'mdx', 'coffee'],
  ['java', 'kt', 'kts', 'scala', 'groovy'],
  ['py', 'pyi', 'pyw', 'pyx', 'pxd', 'ipynb'],
  ['go'],
  ['rs'],
].map((extensions) => new Set(extensions));
/** A file with this name stands for its folder. */
const FOR_ITS_FOLDER = new Set(['index', 'mod', 'lib', 'main', '__init__', 'package']);
/** The folder of a package that holds its sources. */
const SOURCES = /^(?:src|lib)$/;
/** In these languages a name that is imported may be a file. */
const NAMES_ARE_FILES = /\.(?:py|pyi|pyw|rs)$/i;
/** By custom the name of a class. */
const TYPE = /^[A-Z]/;

const extensionOf = (path: string): string => /\.(?<extension>[^./]+)$/.exec(path)?.groups?.extension?.toLowerCase() ?? '';

const familyOf = (path: string): ReadonlySet<string> | undefined => FAMILIES.find((each) => each.has(extensionOf(path)));

/** Whether a file is written in a language whose files import each other. */
export const isSource = (path: string): boolean => familyOf(path) !== undefined;

/** Scripts also load files of no language that is read: `./logo.svg`, `./page.css`. */
const SCRIPTS = FAMILIES[0];
/** What lies in folders, and what configurations are about, may be in any language. */
const ANY_LANGUAGE: ReadonlySet<string> = new Set(['', 'toml', 'cfg', 'ini', 'mod', 'xml', 'gradle', 'json', 'yaml', 'yml']);

/** Which files can import any of these, as far as their languages go. */
function seers(asked: readonly string[]): (path: string) => boolean {
  if (asked.length === 0 || asked.some((each) => ANY_LANGUAGE.has(extensionOf(each)))) return () => true;
  const families = new Set(asked.map((each) => familyOf(each) ?? SCRIPTS));
  return (path) => families.has(familyOf(path));
}

/** The names by which others would import a file or a folder: its own without extensions, and its folder's. */
function calledBy(path: string): string[] {
  const segments = path.split('/').filter(Boolean);
  const [name = '', folder = ''] = [segments.at(-1), segments.at(-2)];
  const stem = name.replace(/(?<=.)\..*$/, '');
  const isOfPackage = /\.(?:go|java)$/.test(name);
  // `packages/ui/src/index.ts` stands for `packages/ui`.
  const around = SOURCES.test(folder) ? [segments.at(-3) ?? ''] : [];
  if (FOR_ITS_FOLDER.has(stem) || isOfPackage) return [stem, folder, ...around];
  return stem === name ? [name, `${name}/`] : [stem, name];
}

/** Of Java the classes, and their package as a folder: no other class of it is meant. Of `a.b.*` the package. */
function meantInJava({ specifier, names }: UnresolvedImport): string[] {
  const parts = specifier.split('.');
  const first = parts.findIndex((part) => TYPE.test(part));
  const packageName = parts.at(first < 0 ? -1 : first - 1) ?? '';
  const types = [...parts, ...names].filter((part) => TYPE.test(part));
  return types.length > 0 ? [...types, `${packageName}/`] : [packageName];
}

/** The last name of what is imported, and of Python and Rust the names that are taken. */
function meantBy(unresolved: UnresolvedImport): string[] {
  const { path, specifier, names } = unresolved;
  if (path.endsWith('.java')) return meantInJava(unresolved);
  const bare = specifier.replace(/(?<=.)[?#].*$/, '').replace(/\/$/, '');
  const last = bare.split(/[/\\]|::/).at(-1) ?? '';
  const stem = last.replace(/(?<=.)\.[^.]*$/, '');
  return NAMES_ARE_FILES.test(path) ? [...bare.split(/[/.]|::/).slice(-1), last, ...names] : [last, stem, last.replace(/^[@~#]/, '')];
}

function mayMean(each: UnresolvedImport, asked: ReadonlySet<string>): boolean {
  return each.reason === 'not found' && meantBy(each).some((name) => name !== '' && asked.has(name));
}

const NONE: Doubts = { known: true, unresolved: 0, unread: 0, changed: 0, concerning: [] };

const faultOf = (error: CortexError | null): Pick<Doubts, 'fault'> => (error === null ? {} : { fault: describeError(error) });

/**
 * Why what a graph says of some files may be incomplete.
 * @param gaps of the graph; `null`: unknown
 * @param asked paths of files and folders; none: the whole project
 * @param changed how many files have changed since the graph was built
 * @param fault why it cannot be built anew; asked only where the gaps are unknown
 * @param inside the files in a folder; none: a file, or a folder of which nothing is known
 */
export function doubtsAbout(
  gaps: GraphGaps | null,
  asked: readonly string[],
  changed = 0,
  fault: () => CortexError | null = () => null,
  inside: (folder: string) => readonly string[] = () => [],
): Doubts {
  if (gaps === null) return { ...NONE, known: false, changed, ...faultOf(fault()) };
  const maySee = seers(asked.flatMap((each) => (inside(each).length > 0 ? inside(each) : [each])));
  const isSeen = ({ path }: UnreadFile | UnresolvedImport): boolean => maySee(path);
  const imports = gaps.imports.filter(isSeen);
  const names = new Set(asked.flatMap(calledBy));
  const concerning = imports.filter((each) => mayMean(each, names)).slice(0, MOST_CONCERNING);
  return {
    known: true,
    unresolved: imports.length,
    unread: gaps.files.filter((each) => isSeen(each) && !asked.includes(each.path)).length,
    changed,
    concerning: concerning.map(({ path, line, specifier, reason }) => ({ path, line, specifier, reason })),
  };
}

const counted = (count: number, one: string, more: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : more}`];

/** What doubts mean for answers that are no list of what depends on something. */
export const DOUBT_OF = {
  path: 'a connection may be missing',
  couplings: 'what they connect may be listed here',
  deadEnds: 'what they lead to may be listed here',
  stats: 'edges may be missing',
} as const;

/** What is said instead of an answer where nothing is known that could be listed. */
export const UNKNOWN_IMPACT = 'It is unknown what a change here may break';

/** What doubts mean for an answer, and how its commands are typed. */
interface Saying {
  /** What is unknown where the graph was not built here. Default: which imports are unresolved. */
  readonly unknown?: string | undefined;
  /** Default: the list may be incomplete. */
  readonly effect?: string | undefined;
  /** What the command was given as `--root`. */
  readonly root?: string | undefined;
}

/** The same in words, a sentence without full stop each; empty where nothing speaks against the answer. */
export function doubtsInWords({ known, fault, unresolved, unread, changed, concerning }: Doubts, saying: Saying = {}): string[] {
  const { effect = 'the list may be incomplete', root } = saying;
  const { unknown: what = `It is unknown which imports are unresolved; ${effect}` } = saying;
  const typed = (command: string): string => (root === undefined ? command : `${command} --root ${shellWord(root)}`);
  const missing = [
    ...counted(unresolved, 'import unresolved', 'imports unresolved'),
    ...counted(unread, 'file not fully read', 'files not fully read'),
  ];
  const since = counted(changed, 'file', 'files').map(
    (files) => `${files} changed since the graph was built; ${effect}. Rebuild it: ${typed('cortex graph build')}`,
  );
  const build = `Build the graph: ${typed('cortex graph build')}`;
  const unknown = known ? [] : [`${what}. ${fault ?? build}`];
  const listed = missing.length === 0 ? [] : [`${missing.join(', ')}; ${effect}. List them: ${typed('cortex graph unresolved')}`];
  const named = concerning.map(({ path, line, specifier }) => `Unresolved, but may mean this: ${path}:${line} imports ${specifier}`);
  return [...unknown, ...listed, ...named, ...since];
}
