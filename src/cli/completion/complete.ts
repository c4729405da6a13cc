import type { CommandEntry, CommandTable, OptionEntry, Takes } from './command-table.ts';

/** A word that may be typed next, and what it means. */
export interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** Returns the names of agents or tasks. Called only if they are needed. */
export type NamesOf = (kind: 'agents' | 'tasks') => readonly Candidate[];

/** The line up to the cursor: the words before, and the one that is being typed. */
export interface TypedLine {
  readonly before: readonly string[];
  readonly word: string;
}

/** The options of all commands. */
const COMMON: readonly OptionEntry[] = [
  { names: ['--root'], about: 'the folder of the project', takes: 'any', repeats: false },
  { names: ['--json'], about: 'print the answer as JSON', takes: null, repeats: false },
  { names: ['--color'], about: 'colours', takes: ['auto', 'always', 'never'], repeats: false },
  { names: ['-h', '--help'], about: 'print this help', takes: null, repeats: false },
];

/** Joins `--option`, `=` and its value, which bash separates. */
function joined(words: readonly string[]): string[] {
  const result: string[] = [];
  for (const word of words) {
    const last = result.at(-1);
    const isValue = last?.startsWith('--') === true && (word === '=' || last.endsWith('='));
    if (isValue) result[result.length - 1] = last + word;
    else result.push(word);
  }
  return result;
}

const isOption = (word: string): boolean => word.startsWith('-') && word !== '-';
const optionNamed = (name: string, options: readonly OptionEntry[]) => options.find(({ names }) => names.includes(name));

/** Returns the first words of the commands that continue some words. */
function nextWords(table: CommandTable, words: readonly string[]): Candidate[] {
  const found = new Map<string, string>();
  for (const [name, { about }] of Object.entries(table)) {
    const parts = name.split(' ');
    const next = parts[words.length];
    if (next === undefined || words.some((word, place) => word !== parts[place])) continue;
    const isWhole = parts.length === words.length + 1;
    if (isWhole || !found.has(next)) found.set(next, isWhole ? about : '');
  }
  return [...found].map(([value, about]) => ({ value, about }));
}

/** What was typed of a command: its options, and its words without the values of options. */
interface Typed {
  readonly used: ReadonlySet<OptionEntry>;
  readonly words: readonly string[];
  /** The option whose value comes next. */
  readonly open: OptionEntry | null;
  /** True after `--`, which ends the options. */
  readonly ended: boolean;
}

/** Returns the words without options and their values, the options, and the one whose value comes next. */
function readOptions(words: readonly string[], options: readonly OptionEntry[]): Omit<Typed, 'ended'> {
  const used = new Set<OptionEntry>();
  const free: string[] = [];
  let open: OptionEntry | null = null;
  for (const word of words) {
    const isValue = open !== null;
    open = null;
    if (isValue) continue;
    const [name = '', value] = word.split('=', 2);
    const option = isOption(word) ? optionNamed(name, options) : undefined;
    if (option !== undefined) used.add(option);
    else if (!isOption(word)) free.push(word);
    if (option !== undefined && option.takes !== null && value === undefined) open = option;
  }
  return { used, words: free, open };
}

function readTyped(words: readonly string[], options: readonly OptionEntry[]): Typed {
  const end = words.indexOf('--');
  if (end < 0) return { ...readOptions(words, options), ended: false };
  const typed = readOptions(words.slice(0, end), options);
  return { ...typed, words: [...typed.words, ...words.slice(end + 1)], open: null, ended: true };
}

function candidatesOf(takes: Takes | undefined, namesOf: NamesOf): readonly Candidate[] {
  if (takes === 'agents' || takes === 'tasks') return namesOf(takes);
  return typeof takes === 'object' ? (takes ?? []).map((value) => ({ value, about: '' })) : [];
}

const unusedOptions = (options: readonly OptionEntry[], used: ReadonlySet<OptionEntry>): Candidate[] =>
  options.filter((option) => option.repeats || !used.has(option)).map(({ names, about }) => ({ value: names.at(-1) ?? '', about }));

/** Returns what may follow in the line of one command. */
function inCommand(entry: CommandEntry, { before, word }: TypedLine, namesOf: NamesOf): readonly Candidate[] {
  const options = [...(entry.options ?? []), ...COMMON];
  const { used, words, open, ended } = readTyped(before, options);
  if (open !== null) return candidatesOf(open.takes, namesOf);
  const [name = '', value] = word.split('=', 2);
  const option = ended || value === undefined ? undefined : optionNamed(name, options);
  if (option !== undefined) return candidatesOf(option.takes, namesOf).map((each) => ({ ...each, value: `${name}=${each.value}` }));
  if (!ended && word.startsWith('-')) return unusedOptions(options, used);
  const takes = entry.words[words.length] ?? (entry.takesMore ? entry.words.at(-1) : undefined);
  const isFull = takes === undefined && !ended;
  return isFull ? unusedOptions(options, used) : candidatesOf(takes, namesOf);
}

/**
 * Returns what may be typed next in a line of a program; nothing if the shell should complete a file.
 * @param words the words after the program, as the shell passes them: the last one follows an equals sign
 */
export function complete(table: CommandTable, words: readonly string[], namesOf: NamesOf): readonly Candidate[] {
  const typed = joined([...words.slice(0, -1), (words.at(-1) ?? '').replace(/^=/, '')]);
  const [before, word] = [typed.slice(0, -1), typed.at(-1) ?? ''];
  // bash replaces only what follows the equals sign.
  const separated = words.at(-2) === '=' || words.at(-1) === '==' ? `${word.split('=', 1)[0]}=` : '';
  const depth = [2, 1].find((size) => before.length >= size && Object.hasOwn(table, before.slice(0, size).join(' '))) ?? 0;
  const name = before.slice(0, depth).join(' ');
  const further = before.length === depth ? nextWords(table, before) : [];
  const entry = Object.hasOwn(table, name) ? table[name] : undefined;
  const own = entry === undefined || entry.options === null ? [] : inCommand(entry, { before: before.slice(depth), word }, namesOf);
  return [...further, ...own]
    .filter(({ value }) => value.startsWith(word))
    .map((each) => ({ ...each, value: each.value.slice(separated.length) }));
}
