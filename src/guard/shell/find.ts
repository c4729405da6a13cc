import { type Expanded, literal, patternWord } from './expand.ts';

const EXECUTES = new Set(['-exec', '-execdir', '-ok', '-okdir']);
const isAction = ({ plain }: Expanded): boolean => EXECUTES.has(plain) || plain === '-delete' || isOutput(plain);
const isOutput = (plain: string): boolean => /^-f(?:print|ls)/.test(plain);

/** Returns a pattern that also matches the other case of each letter. Lock patterns have no other way to say this. */
const inAnyCase = (name: string): string =>
  name.replace(/\p{L}/gu, (letter) => {
    const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
    return lower === upper || lower.length + upper.length > 2 ? letter : `[${lower}${upper}]`;
  });

/** What a part of an expression requires of each file that it finds. */
interface Required {
  /** Pattern of its name; `null` for any. */
  readonly name: string | null;
  /** Folder in which it is, as typed; `null` for any. */
  readonly folder: string | null;
}

const TESTS: ReadonlyMap<string, (value: string) => Partial<Required>> = new Map<string, (value: string) => Partial<Required>>([
  ['-name', (name) => ({ name })],
  ['-iname', (name) => ({ name: inAnyCase(name) })],
  ['-path', requiredByPath],
  ['-wholename', requiredByPath],
  ['-regex', (value) => ({ folder: folderIn(literalStart(value)) })],
]);

/** The pattern of `-path` covers the whole path, and its `*` also matches `/`. */
function requiredByPath(pattern: string): Partial<Required> {
  const [start = ''] = /^[^*?[\\]*/.exec(pattern) ?? [];
  const end = start === pattern ? '' : (/[^*?[\]\\/]*$/.exec(pattern)?.[0] ?? '');
  const name = start === pattern ? start.replace(/^.*\//, '') : `*${end}`;
  return { folder: folderIn(start), ...(name !== '*' && name !== '' && { name }) };
}

/** Returns the text that each path starts with that a regular expression matches. */
function literalStart(regex: string): string {
  if (regex.includes('|')) return '';
  const [start = ''] = /^(?:\.(?=\/)|\\[.+*?[\]]|[\w/ -])*/.exec(regex) ?? [];
  // A repetition after it makes the last character optional.
  const isRepeated = /^(?:[*+?{]|\\\{)/.test(regex.slice(start.length));
  return (isRepeated ? start.replace(/\\?.$/, '') : start).replaceAll('\\', '');
}

const folderIn = (start: string): string | null => (start.includes('/') ? start.replace(/\/[^/]*$/, '') : null);

/** Returns what a part of an expression requires: its first test of each kind. Other tests are ignored, because they only find less. */
function requiredBy(part: readonly Expanded[]): Required {
  const found: { name: string | null; folder: string | null } = { name: null, folder: null };
  for (const [at, { plain }] of part.entries()) {
    const value = part[at + 1];
    if (/^(?:!|-not)$/.test(part[at - 1]?.plain ?? '') || value === undefined || value.isCut) continue;
    const { name = null, folder = null } = TESTS.get(plain)?.(value.plain) ?? {};
    found.name ??= name;
    found.folder ??= folder;
  }
  return found;
}

/** Splits an expression at `-o`. Without parentheses, an action belongs only to the part that it stands in. @param isActing of that action */
function partsOf(expression: readonly Expanded[], isActing: (word: Expanded) => boolean): Expanded[][] {
  const parts: Expanded[][] = [[]];
  for (const word of expression) {
    if (/^(?:-o|-or|,)$/.test(word.plain)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  const hasGroups = expression.some(({ plain }) => plain === '(');
  return hasGroups || !expression.some(isActing) ? parts : parts.filter((part) => part.some(isActing));
}

/** Maximum depth for which there is a pattern for each level. */
const MAX_LEVELS = 3;

/** Returns the patterns of what is below a folder. @param depth of `-maxdepth`; `null` for any */
function below(folder: string, name: string | null, depth: number | null): string[] {
  if (depth === null || depth > MAX_LEVELS) return [name === null ? folder : `${folder}/**/${name}`];
  if (depth === 0) return [folder];
  return Array.from({ length: depth }, (_, level) => `${folder}/${'*/'.repeat(level)}${name ?? '*'}`);
}

function depthIn(expression: readonly Expanded[]): number | null {
  const at = expression.findIndex(({ plain }) => plain === '-maxdepth');
  const text = expression[at + 1]?.plain ?? '';
  return at >= 0 && /^\d{1,3}$/.test(text) ? Number(text) : null;
}

/** Returns whether a folder is the root of a search or below it, as text. */
const isWithin = (folder: string, root: string): boolean => `${folder}/`.startsWith(`${root}/`);

/**
 * Returns the files that `find` finds, as patterns: its folders, with what it searches for.
 * @param isPrinted whether its output counts, and not what it deletes or passes to commands
 */
export function filesFoundBy(words: readonly Expanded[], isPrinted = false): Expanded[] {
  const end = words.findIndex(({ plain }) => /^[-(!]/.test(plain));
  const roots = end < 0 ? words : words.slice(0, end);
  const expression = end < 0 ? [] : words.slice(end);
  const negatesGroup = expression.some(({ plain }, at) => plain === '(' && /^(?:!|-not)$/.test(expression[at - 1]?.plain ?? ''));
  const isActing = isPrinted ? ({ plain }: Expanded) => /^-print/.test(plain) : isAction;
  const required = negatesGroup ? [{ name: null, folder: null }] : partsOf(expression, isActing).map(requiredBy);
  const depth = depthIn(expression);
  return (roots.length > 0 ? roots : [literal('.')]).flatMap((root) => {
    const top = root.pattern.replace(/\/+$/, '') || '/';
    return required.flatMap(({ name, folder }) => {
      const isKnown = folder !== null && !root.isPattern && isWithin(folder, top) && !folder.split('/').includes('..');
      // Below another folder than the root, the depth is not that of `-maxdepth`.
      const found = isKnown && folder !== top ? below(folder, name, null) : below(top, name, depth);
      return found.map((each) => patternWord(root.isPattern && name === null && depth === null ? `${each}/**` : each));
    });
  });
}

/** Returns the commands that `find` starts, with `{}` for what it finds. */
export function commandsOfFind(words: readonly Expanded[]): Expanded[][] {
  const commands: Expanded[][] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (!EXECUTES.has(words[at]?.plain ?? '')) continue;
    const length = words.slice(at + 1).findIndex(({ plain }) => plain === ';' || plain === '+');
    const end = length < 0 ? words.length : at + 1 + length;
    commands.push(words.slice(at + 1, end));
    at = end;
  }
  return commands;
}

/** Returns the files that `find` writes its results to. */
export const outputsOfFind = (words: readonly Expanded[]): Expanded[] =>
  words.flatMap(({ plain }, at) => (isOutput(plain) ? (words[at + 1] ?? []) : []));
