import type { Expanded } from './expand.ts';

interface Interpreter {
  /** Options with code as their value. */
  readonly code: readonly string[];
  /** Whether the first word is code. */
  readonly first?: boolean;
}

const PYTHON: Interpreter = { code: ['-c'] };
const NODE: Interpreter = { code: ['-e', '-p', '-pe', '--eval', '--print'] };
const RUBY: Interpreter = { code: ['-e', '-E'] };
const PHP: Interpreter = { code: ['-r', '-R', '-B', '-E'] };
const INTERPRETERS: ReadonlyMap<string, Interpreter> = new Map([
  ...['python', 'python2', 'python3', 'pypy', 'pypy3'].map((name) => [name, PYTHON] as const),
  ...['node', 'nodejs', 'tsx', 'ts-node', 'bun', 'deno'].map((name) => [name, NODE] as const),
  ...['perl', 'ruby', 'lua', 'luajit', 'osascript', 'rscript', 'julia', 'elixir', 'groovy'].map((name) => [name, RUBY] as const),
  ['php', PHP],
  ...['awk', 'gawk', 'mawk', 'nawk'].map((name) => [name, { code: [], first: true }] as const),
  ...['tclsh', 'jshell', 'irb', 'ghci', 'sqlite3'].map((name) => [name, { code: [] }] as const),
]);

/** Returns an interpreter by name; `python3.12` is a `python3`. */
export const interpreterNamed = (name: string): Interpreter | undefined =>
  INTERPRETERS.get(name) ?? INTERPRETERS.get(name.replace(/[\d.]+$/, ''));

function codeOf(words: readonly Expanded[], at: number, { code }: Interpreter): string | null {
  const { plain } = words[at] ?? { plain: '' };
  const option = code.find((each) => plain === each || (each.length === 2 && new RegExp(`^-[A-Za-z]*${each[1]}$`).test(plain)));
  if (option !== undefined) return words[at + 1]?.plain ?? '';
  const attached = code.find((each) => plain.startsWith(each.startsWith('--') ? `${each}=` : each) && plain.length > each.length);
  return attached === undefined || plain.startsWith('-E') ? null : plain.slice(attached.length);
}

/**
 * Returns the code that an interpreter runs: inline code, or its standard input if it gets no file.
 * @param words after its name
 */
export function codeFor(interpreter: Interpreter, words: readonly Expanded[], input: string | null): string[] {
  const inline = words.flatMap((_, at) => codeOf(words, at, interpreter) ?? []);
  const operands = words.filter(({ plain }) => !plain.startsWith('-') || plain === '-').map(({ plain }) => plain);
  if (operands[0] === 'eval') inline.push(...operands.slice(1));
  if (interpreter.first === true) inline.push(...operands.slice(0, 1));
  if (inline.length > 0) return inline.map((code) => withArguments(code, operands));
  const isFed = operands.length === 0 || operands[0] === '-' || operands[0] === '/dev/stdin' || operands[0] === 'run';
  return input !== null && isFed ? [withArguments(input, operands)] : [];
}

/** Adds the arguments to code that reads them, so that the names in them are found too. */
function withArguments(code: string, operands: readonly string[]): string {
  return /\b(?:argv|ARGV)\b/.test(code)
    ? [code, ...operands.filter((each) => each !== code).map((each) => JSON.stringify(each))].join('\n')
    : code;
}

/** Calls that change, remove or move files, or start a program. */
const CHANGES =
  /\b(?:rm|mv|cp|del|dd|sed)\b|rm_|rmtree|rmdir|rmSync|rimraf|trash|remove|unlink|delete|rename|move|copy|cpSync|replace|truncate|touch|mkdir|chmod|chown|extract|symlink|\blink|write|append|dump|save|put|system|exec|spawn|popen|subprocess|shell|fork|eval|import_module|(?:,|mode\s*=)\s*['"](?:[wax][bt+]*|r[bt]*\+[bt]*)['"]|open\s*\([^()]*[<>|]|`/i;
/** Writing to the standard output changes no file. */
const PRINTS = /\b(?:stdout|stderr)\.write\b|\bputs\b|fileinput\.input/g;

/** Returns whether code may change what is in a folder that it names: it does more than list and read. */
export const changesFolder = (code: string): boolean => CHANGES.test(code.replace(PRINTS, ''));

const MAX_NAMES = 20_000;

/** Possible paths in code: quoted strings, and words with characters of paths. */
export interface NamesInCode {
  readonly quoted: ReadonlySet<string>;
  readonly bare: ReadonlySet<string>;
}

/** Returns the names in code. Takes time linear in its length. */
export function findNames(code: string): NamesInCode {
  const quoted = new Set<string>();
  const bare = new Set<string>();
  for (const [, ...texts] of code.matchAll(/"([^"\n]{1,1024})"|'([^'\n]{1,1024})'|`([^`\n]{1,1024})`/g)) {
    const text = texts.find((each) => each !== undefined);
    if (text !== undefined && quoted.size < MAX_NAMES) quoted.add(text);
  }
  for (const [word] of code.matchAll(/[\p{L}\p{N}_./@+~-]+/gu)) if (bare.size < MAX_NAMES) bare.add(word);
  return { quoted, bare };
}
