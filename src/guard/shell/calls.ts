import { editorScript, isEditor, linesInEditorScript } from './editors.ts';
import { type Expanded, literal, patternWord } from './expand.ts';
import { commandsOfFind, filesFoundBy, outputsOfFind } from './find.ts';
import { parseArguments } from './options.ts';
import { BETWEEN } from './pipeline.ts';
import { EVERYTHING } from './writers.ts';

/** A command, as it is called. */
export interface Call {
  readonly name: string;
  readonly words: readonly Expanded[];
  readonly input: string | null;
}

interface Calls {
  readonly calls: readonly (readonly Expanded[])[];
  readonly writes: readonly Expanded[];
}

const NONE: Calls = { calls: [], writes: [] };

/** What is piped into a command: the words that it may contain, and its text if that is known. */
interface Piped {
  readonly words: readonly Expanded[];
  readonly text: string | null;
}

const VALUED_XARGS = new Set('-I -n -P -L -s -d -E -a --max-args --max-procs --delimiter --arg-file --replace'.split(' '));

/** Returns the placeholder that an option of `xargs` sets, or `null`. @param next the word after the option */
function placeholderIn(option: string, next: string): string | null {
  if (option === '-I' || option === '--replace') return next;
  if (option === '-i') return '{}';
  return /^(?:-[Ii]|--replace=)(.+)$/.exec(option)?.[1] ?? null;
}

/** Returns what `xargs` starts: its command with all words that are piped into it. */
function calledByXargs(words: readonly Expanded[], piped: Piped): Calls {
  let at = 0;
  let placeholder: string | null = null;
  for (; words[at]?.plain.startsWith('-') === true; at += 1) {
    const option = words[at]?.plain ?? '';
    placeholder = placeholderIn(option, words[at + 1]?.plain ?? '') ?? placeholder;
    if (VALUED_XARGS.has(option)) at += 1;
  }
  const end = words.findIndex(({ plain }) => /^:::\+?$/.test(plain));
  const command = words.slice(at, end < 0 ? undefined : end);
  if (command.length === 0) return NONE;
  const values = end < 0 && piped.text !== null ? piped.text.split(BETWEEN).filter((each) => each !== '') : null;
  return { calls: [calledWith(command, placeholder, { words: listed(words, end, piped.words), values })], writes: [] };
}

/** Returns the arguments for `xargs`: what is piped into it or follows `:::`. If they come from a file, they may be anything. */
function listed(words: readonly Expanded[], end: number, piped: readonly Expanded[]): readonly Expanded[] {
  const given = [...piped, ...(end < 0 ? [] : words.slice(end + 1))];
  return given.length > 0 ? given : [EVERYTHING];
}

/** The words that replace a placeholder. */
interface Given {
  readonly words: readonly Expanded[];
  /** Their exact texts; `null` if only the source of the words is known. */
  readonly values: readonly string[] | null;
}

function calledWith(command: readonly Expanded[], placeholder: string | null, given: Given): readonly Expanded[] {
  const [line] = command;
  // `parallel` also takes a whole shell command line as one word.
  if (command.length === 1 && line !== undefined && /\s/.test(line.plain)) {
    const written = placeholder === null && !line.plain.includes('{}') ? [line, literal(' {}')] : [line];
    const text = written.map(({ plain }) => plain).join('');
    return [literal('sh'), literal('-c'), ...replaced([literal(text)], placeholder ?? '{}', given)];
  }
  return placeholder === null ? [...command, ...given.words] : replaced(command, placeholder, given);
}

/** Replaces `{}` in a command by the given words; inside a shell command line, by all of them. */
function replaced(command: readonly Expanded[], placeholder: string, given: Given): Expanded[] {
  return command.flatMap((word) => {
    if (word.plain === placeholder) return given.words;
    if (placeholder === '' || !word.plain.includes(placeholder)) return [word];
    if (/\s/.test(word.plain)) return [literal(linesWith(word.plain.split(placeholder), given))];
    return withinWord(word.plain.split(placeholder), given);
  });
}

/** Maximum number of words for which a command line is repeated. */
const MAX_LINES = 64;

/** Returns a command line with each of the words in the places between its parts, and once with all of them. */
function linesWith(parts: readonly string[], given: Given): string {
  const words = given.values ?? given.words.map(({ plain }) => plain);
  const lines = words.length > 1 ? words.slice(0, MAX_LINES).map((word) => parts.join(word)) : [];
  return [...lines, parts.join(words.join(' '))].join('\n');
}

/** Returns a word with the values in the places between its parts, or a pattern if they are not known: `src/{}.ts`. */
function withinWord(parts: readonly string[], { words, values }: Given): Expanded[] {
  if (values !== null) return values.map((value) => literal(parts.join(value)));
  if (words.every(({ isPattern, pattern }) => isPattern && !pattern.startsWith('**')))
    return words.map(({ pattern }) => patternWord(parts.join(pattern)));
  const [first = '', ...rest] = parts;
  const name = first.lastIndexOf('/') + 1;
  return [patternWord(`${first.slice(0, name)}**/${first.slice(name)}*${rest.at(-1) ?? ''}`)];
}

function calledByEditor(words: readonly Expanded[], input: string | null): Calls {
  const { operands, values } = parseArguments(words, '-c -S -u --cmd');
  const lines = linesInEditorScript(editorScript(operands, values('-c', '--cmd'), input));
  return { calls: lines.map((line) => [literal('sh'), literal('-c'), literal(line)]), writes: [] };
}

/** Returns the commands that a command starts. @param piped returns what is piped into it; called only when needed */
export function commandCalls({ name, words, input }: Call, piped: () => Piped): Calls {
  if (name === 'xargs' || name === 'parallel') return calledByXargs(words, piped());
  if (isEditor(name)) return calledByEditor(words, input);
  if (name !== 'find' && name !== 'fd') return NONE;
  const found = filesFoundBy(words);
  const isDeleting = words.some(({ plain }) => plain === '-delete');
  const calls = commandsOfFind(words).map((command) => replaced(command, '{}', { words: found, values: null }));
  return { calls, writes: [...outputsOfFind(words), ...(isDeleting ? found : [])] };
}
