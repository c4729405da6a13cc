import { type Expanded, literal, patternWord } from './expand.ts';
import { commandName } from './wrappers.ts';
import { EVERYTHING } from './writers.ts';

/** A command that another command starts. */
export interface Call {
  readonly name: string;
  readonly words: readonly Expanded[];
  readonly input: string | null;
}

interface Calls {
  readonly calls: readonly Call[];
  readonly writes: readonly Expanded[];
}

const NONE: Calls = { calls: [], writes: [] };

const callOf = (words: readonly Expanded[]): Call => ({ name: commandName(words[0]), words: words.slice(1), input: null });

const VALUED_XARGS = new Set('-I -i -n -P -L -s -d -E -a --max-args --max-procs --delimiter --arg-file --replace'.split(' '));

/** Returns what `xargs` starts: its command with all words that are piped into it. */
function calledByXargs(words: readonly Expanded[], piped: readonly Expanded[]): Calls {
  let at = 0;
  let placeholder: string | null = null;
  for (; words[at]?.plain.startsWith('-') === true; at += 1) {
    const option = words[at]?.plain ?? '';
    if (option === '-I' || option === '--replace') placeholder = words[at + 1]?.plain ?? null;
    else if (/^-I./.test(option)) placeholder = option.slice(2);
    if (VALUED_XARGS.has(option)) at += 1;
  }
  const end = words.findIndex(({ plain }) => /^:::\+?$/.test(plain));
  const command = words.slice(at, end < 0 ? undefined : end);
  if (command.length === 0) return NONE;
  return { calls: [calledWith(command, placeholder, listed(words, end, piped))], writes: [] };
}

/** Returns the arguments for `xargs`: what is piped into it or follows `:::`. If they come from a file, they may be anything. */
function listed(words: readonly Expanded[], end: number, piped: readonly Expanded[]): readonly Expanded[] {
  const given = [...piped, ...(end < 0 ? [] : words.slice(end + 1))];
  return given.length > 0 ? given : [EVERYTHING];
}

function calledWith(command: readonly Expanded[], placeholder: string | null, given: readonly Expanded[]): Call {
  const [line] = command;
  // `parallel` also takes a whole shell command line as one word.
  if (command.length === 1 && line !== undefined && /\s/.test(line.plain)) {
    const written = placeholder === null && !line.plain.includes('{}') ? [line, literal(' {}')] : [line];
    const text = written.map(({ plain }) => plain).join('');
    return callOf([literal('sh'), literal('-c'), ...replaced([literal(text)], placeholder ?? '{}', given)]);
  }
  return callOf(placeholder === null ? [...command, ...given] : replaced(command, placeholder, given));
}

/** Replaces `{}` in a command by the given words; inside a shell command line, by all of them. */
function replaced(command: readonly Expanded[], placeholder: string, words: readonly Expanded[]): Expanded[] {
  return command.flatMap((word) => {
    if (word.plain === placeholder) return words;
    if (placeholder === '' || !word.plain.includes(placeholder)) return [word];
    return [literal(word.plain.split(placeholder).join(words.map(({ plain }) => plain).join(' ')))];
  });
}

/** Returns the files that `find` finds, as patterns: its folders, with the name that it searches for. */
function filesFoundBy(words: readonly Expanded[]): Expanded[] {
  const end = words.findIndex(({ plain }) => /^[-(!]/.test(plain));
  const roots = end < 0 ? words : words.slice(0, end);
  const at = words.findIndex(({ plain }) => plain === '-name' || plain === '-iname');
  const name = at < 0 ? undefined : words[at + 1]?.plain;
  return (roots.length > 0 ? roots : [literal('.')]).map((root) => {
    const folder = root.pattern.replace(/\/+$/, '');
    if (name !== undefined) return patternWord(`${folder}/**/${name}`);
    return patternWord(root.isPattern ? `${folder}/**` : folder);
  });
}

const EXECUTES = new Set(['-exec', '-execdir', '-ok', '-okdir']);

function calledByFind(words: readonly Expanded[]): Calls {
  const found = filesFoundBy(words);
  const calls: Call[] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (!EXECUTES.has(words[at]?.plain ?? '')) continue;
    const length = words.slice(at + 1).findIndex(({ plain }) => plain === ';' || plain === '+');
    const end = length < 0 ? words.length : at + 1 + length;
    calls.push(callOf(replaced(words.slice(at + 1, end), '{}', found)));
    at = end;
  }
  const files = words.flatMap(({ plain }, at) => (/^-f(?:print|ls)/.test(plain) ? (words[at + 1] ?? []) : []));
  const isDeleting = words.some(({ plain }) => plain === '-delete');
  return { calls, writes: [...files, ...(isDeleting ? found : [])] };
}

/** Returns the commands that a command starts. @param piped returns what is piped into it; called only when needed */
export function commandCalls({ name, words }: Call, piped: () => readonly Expanded[]): Calls {
  if (name === 'xargs' || name === 'parallel') return calledByXargs(words, piped());
  return name === 'find' || name === 'fd' ? calledByFind(words) : NONE;
}
