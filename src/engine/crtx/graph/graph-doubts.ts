import * as z from 'zod';
import { type CortexError, describeError } from '../../platform/errors.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { inNamedFolder } from '../../platform/suggested.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { GraphGaps, UncertainImport, UnreadFile, UnresolvedImport } from './graph-gaps.ts';
import { extensionOf, mayMeanOneOf } from './import-meaning.ts';
import { mayLeadTo } from './import-relevance.ts';
import { notExported } from './unresolved-reason.ts';

/** Maximum number of listed imports that may refer to the requested paths. */
const MAX_CONCERNING = 5;

/**
 * Reasons why an answer of the graph may be incomplete. `known`: whether unresolved imports are known; `unresolved`, `unread`: how many
 * imports and files of the same languages are missing in the graph; `changed`: how many files have changed since the graph was built;
 * `concerning`: the first unresolved imports that may refer to the requested paths, and imports of names that the file `definer` may define in
 * another way, if one of the paths is not there; `moreConcerning`: how many more there are, omitted if none.
 */
export const doubtsOutput = onDemand(() =>
  z.object({
    known: z.boolean(),
    fault: z.string().optional(),
    unresolved: z.int(),
    unread: z.int(),
    changed: z.int(),
    concerning: z.array(
      z.object({ path: z.string(), line: z.int(), specifier: z.string(), reason: z.string(), definer: z.string().optional() }),
    ),
    moreConcerning: z.int().optional(),
  }),
);
export type Doubts = Checked<typeof doubtsOutput>;

/** Extensions, grouped by languages whose files import each other. */
const FAMILIES: readonly ReadonlySet<string>[] = [
  ['ts', 'mts', 'cts', 'tsx', 'js', 'mjs', 'cjs', 'jsx', 'vue', 'svelte', 'astro', 'mdx', 'coffee'],
  ['java', 'kt', 'kts', 'scala', 'groovy'],
  ['py', 'pyi', 'pyw', 'pyx', 'pxd', 'ipynb'],
  ['go'],
  ['rs'],
].map((extensions) => new Set(extensions));
const familyOf = (path: string): ReadonlySet<string> | undefined => FAMILIES.find((each) => each.has(extensionOf(path)));

/** Whether a file is in a language whose files import each other. */
export const isSource = (path: string): boolean => familyOf(path) !== undefined;

/** Scripts may also import files of other kinds: `./logo.svg`, `./page.css`. */
const SCRIPTS = FAMILIES[0];
/** Folders and configuration files may concern any language. */
const ANY_LANGUAGE: ReadonlySet<string> = new Set(['', 'toml', 'cfg', 'ini', 'mod', 'xml', 'gradle', 'json', 'yaml', 'yml']);

/** Whether a file is a manifest, as far as its extension shows. */
const isManifest = (file: string): boolean => extensionOf(file) !== '' && ANY_LANGUAGE.has(extensionOf(file));

/** Whether imports of any file may concern the given paths; none: the whole project. */
const isForAnyLanguage = (asked: readonly string[]): boolean =>
  asked.length === 0 || asked.some((each) => ANY_LANGUAGE.has(extensionOf(each)));

/** Returns a filter for files whose language can import one of the given paths. */
function importFilter(asked: readonly string[]): (path: string) => boolean {
  if (isForAnyLanguage(asked)) return () => true;
  const families = new Set(asked.map((each) => familyOf(each) ?? SCRIPTS));
  // The name of a script without an extension does not show its language.
  return (path) => extensionOf(path) === '' || families.has(familyOf(path));
}

/** Returns the places of modules that paths mean: without extension, and for the file of a package its folder. */
const placesOf = (asked: readonly string[]): ReadonlySet<string> =>
  new Set(
    asked.map((each) =>
      each
        .replace(/\/$/, '')
        .replace(/\.(?:py[iw]?|rs)$/, '')
        .replace(/\/(?:__init__|mod)$/, ''),
    ),
  );

/** How a file may define a name that its text does not show. */
const otherWay = (definer: string): string => (definer.endsWith('.rs') ? 'by a macro or a glob import' : 'at run time');

const asConcerning = ({ path, line, specifier, definer }: UncertainImport): Doubts['concerning'][number] => {
  return { path, line, specifier, reason: `possibly defined ${otherWay(definer)}`, definer };
};

const asNamed = ({ path, line, specifier, reason, names, candidates }: UnresolvedImport): Doubts['concerning'][number] => {
  return { path, line, specifier, reason: reason === 'not exported' ? notExported(names, candidates) : reason };
};

const NONE: Doubts = { known: true, unresolved: 0, unread: 0, changed: 0, concerning: [] };

const faultOf = (error: CortexError | null): Pick<Doubts, 'fault'> => (error === null ? {} : { fault: describeError(error) });

/** What is known besides the gaps. */
interface Known {
  /** How many files have changed since the graph was built. */
  readonly changed?: number;
  /** Returns why the graph cannot be rebuilt; called only if the gaps are unknown. */
  fault?(): CortexError | null;
  /** Returns the files in a folder; empty for a file or an unknown folder. */
  inside?(folder: string): readonly string[];
  /**
   * Returns the files to which an import must lead to change the answer, besides the asked ones: those that depend on them. Default: unknown.
   */
  reached?(): readonly string[];
}

/**
 * Returns why the graph's answer about some files may be incomplete.
 * @param gaps of the graph; `null`: unknown
 * @param asked paths of files and folders; empty: the whole project
 */
export function findDoubts(
  gaps: GraphGaps | null,
  asked: readonly string[],
  { changed = 0, fault = () => null, inside = () => [], reached }: Known = {},
): Doubts {
  if (gaps === null) return { ...NONE, known: false, changed, ...faultOf(fault()) };
  const all = asked.flatMap((each) => (inside(each).length > 0 ? inside(each) : [each]));
  const maySee = importFilter(all);
  const isSeen = ({ path, language }: Partial<UnreadFile> & Pick<UnreadFile, 'path'>): boolean =>
    maySee(language === undefined ? path : `.${language}`);
  const isOfAll = reached === undefined || isForAnyLanguage(all);
  const imports = gaps.imports.filter(isSeen).filter(isOfAll ? () => true : mayLeadTo([...all, ...reached()]));
  const places = placesOf(asked);
  const first = new Set(asked);
  // Those in the asked files come first: of two files, one may import the other.
  const concerning = [
    ...imports.filter(mayMeanOneOf(asked, all)).map(asNamed),
    ...(gaps.uncertain ?? []).filter(({ place }) => place !== undefined && places.has(place)).map(asConcerning),
  ].sort((one, other) => Number(first.has(other.path)) - Number(first.has(one.path)));
  return {
    known: true,
    unresolved: imports.length,
    unread: gaps.files.filter((each) => isSeen(each) && !asked.includes(each.path)).length,
    changed,
    concerning: concerning.slice(0, MAX_CONCERNING),
    ...(concerning.length > MAX_CONCERNING ? { moreConcerning: concerning.length - MAX_CONCERNING } : {}),
  };
}

const counted = (count: number, one: string, more: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : more}`];

/** Effect of gaps on answers other than lists of dependents. */
export const DOUBT_SUBJECTS = {
  path: 'a connection may be missing',
  couplings: 'connected files may be listed here',
  deadEnds: 'imported files may be listed here',
  stats: 'edges may be missing',
  hotspots: 'the risks may differ',
  owners: 'files may be missing or gone',
  lock: 'more files may be affected',
} as const;

/** Shown instead of an empty list if nothing is known. */
export const UNKNOWN_IMPACT = 'The impact of a change is unknown';

/** Options for texts about doubts. */
interface Saying {
  /** Text for an unknown graph. Default: it is unknown which imports are unresolved. */
  readonly unknown?: string | undefined;
  /** Effect on the answer. Default: the list may be incomplete. */
  readonly effect?: string | undefined;
  /** Value of `--root` for suggested commands. */
  readonly root?: string | undefined;
}

/** Returns a function that adds the root to a command. */
const withRoot =
  ({ root }: Saying) =>
  (command: string): string =>
    root === undefined ? command : `${command} --root ${shellWord(root)}`;

/** Describes how many files have changed since the graph was built, without a full stop; empty if none. */
export function describeChanged(changed: number, saying: Saying = {}): string[] {
  const { effect = 'the list may be incomplete' } = saying;
  const build = withRoot(saying)('cortex graph build');
  return counted(changed, 'file', 'files').map((files) => `${files} changed since the graph was built; ${effect}. Rebuild it: ${build}`);
}

/** Says which names an import does not get from the file. */
const lacking = (reason: string): string => (/ not (?:declared|exported)$/.test(reason) ? ` (${reason})` : '');

/** Describes the doubts, one sentence each, without full stops; empty if there are none. */
export function describeDoubts(doubts: Doubts, saying: Saying = {}): string[] {
  const { known, fault, unresolved, unread, changed, concerning, moreConcerning = 0 } = doubts;
  const { effect = 'the list may be incomplete', root } = saying;
  const { unknown: what = `It is unknown which imports are unresolved; ${effect}` } = saying;
  const typed = withRoot(saying);
  const missing = [
    ...counted(unresolved, 'import unresolved', 'imports unresolved'),
    ...counted(unread, 'file not fully read', 'files not fully read'),
  ];
  const build = `Build the graph: ${typed('cortex graph build')}`;
  const unknown = known ? [] : [`${what}. ${fault === undefined ? build : inNamedFolder(fault, root ?? null)}`];
  const listed = missing.length === 0 ? [] : [`${missing.join(', ')}; ${effect}. Details: ${typed('cortex graph unresolved')}`];
  const named = concerning.map(({ path, line, specifier, reason, definer }) =>
    definer === undefined
      ? `Unresolved import that may mean this file: ${path}:${line} ${isManifest(path) ? 'names' : 'imports'} ${specifier}${lacking(reason)}`
      : `Import that needs this file unless ${definer} defines the name ${otherWay(definer)}: ${path}:${line} imports ${specifier}`,
  );
  const more = moreConcerning === 0 ? [] : [`and ${moreConcerning.toLocaleString('en')} more: ${typed('cortex graph unresolved')}`];
  return [...unknown, ...listed, ...named, ...more, ...describeChanged(changed, saying)];
}
