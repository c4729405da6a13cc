import { fileUrlToPath } from '../engine/swarm/index.ts';
import { shellWord } from '../engine/text/shell-word.ts';
import { patchedFiles } from './shell/patch-text.ts';

/** What the fields of a tool's input say. */
export interface Found {
  readonly files: Set<string>;
  readonly lines: string[];
  /** Code in other languages than that of a shell. */
  readonly codes: string[];
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Field names for paths in the tools of vendors and extensions, in lower case without `_`. */
const PATHS = words(
  'filepath path paths file files filename filenames filepaths notebookpath targetfile targetpath absolutepath relativepath destination destinationpath dest newpath oldpath sourcepath source uri fileuri outputpath outputfile outputfilename outfile outputdir savepath',
);
/** Field names for paths in some tools, and for other texts in others. */
const PERHAPS_PATHS = words('target output to document');
/** Field names for a folder that the field `name` is in. */
const ROOTS = words('root rootpath folder parent parentpath base basedir basepath');
const NAMES = words('name filename file');
const PATCHES = words('patch patchtext diff unifieddiff');
/** Field names for shell command lines. */
const LINES = words('command cmd commandline commands program executable');
const ARGUMENTS = words('args arguments argv');
/** Field names for what is typed into a terminal or a running shell, if the tool's name says that there is one. */
const TYPED = words('chars input text data keys keystrokes stdin line');
const TERMINAL = /stdin|bash|shell|terminal|exec|pty|tmux|console/i;
const LANGUAGES = words('language lang runtime interpreter kernel');
const SHELLS = words('sh bash zsh dash ksh ash fish shell shellscript');

/** Longest path in characters; operating systems refuse longer ones. */
const MAX_PATH_LENGTH = 4_096;

const keyOf = (key: string): string => key.replaceAll('_', '').toLowerCase();

/** Returns a command line, also one given as words: `["bash", "-lc", "rm x"]`; `null` for anything else. */
function lineOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  const texts = value.filter((word) => typeof word === 'string');
  return texts.length === value.length && texts.length > 0 ? texts.map(shellWord).join(' ') : null;
}

/** Returns what is typed as lines. Keys have names (`{enter}`) or are control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys are typed as control characters
const typed = (text: string): string => text.replace(/\{enter\}|[\0-\x08\x0b-\x1f]/gi, '\n');

function pathOf(text: string): string {
  try {
    return fileUrlToPath(text);
  } catch {
    return text;
  }
}

const isPatch = (value: unknown): value is string => typeof value === 'string' && value.includes('*** Begin Patch');

/** Adds the files of a patch, also without the folder that git puts before a name: `a/src/x.ts`. */
function notePatch({ files }: Found, text: string): void {
  for (const file of patchedFiles(text)) {
    files.add(file);
    if (/^[abciow]\//.test(file)) files.add(file.slice(2));
  }
}

/** Adds what one field says. @returns whether the value needs no more search */
function noteField(found: Found, key: string, value: unknown): boolean {
  if (isPatch(value) || (typeof value === 'string' && PATCHES.has(key))) notePatch(found, value);
  if (isPatch(value) && /^\s*\*\*\* Begin Patch/.test(value)) return true;
  const isPath = PATHS.has(key);
  if (isPath || PERHAPS_PATHS.has(key))
    for (const text of [value].flat())
      if (typeof text === 'string' && text !== '' && (isPath || (text.length <= MAX_PATH_LENGTH && !text.includes('\n'))))
        found.files.add(pathOf(text));
  return false;
}

type Fields = readonly (readonly [key: string, value: unknown])[];

const textAmong = (fields: Fields, keys: ReadonlySet<string>): string | null => {
  const value = fields.find(([key, each]) => keys.has(key) && typeof each === 'string' && each !== '')?.[1];
  return typeof value === 'string' ? value : null;
};

/** Adds the command lines and the code of an object. A program may be given apart from its arguments. */
function noteCommands(found: Found, fields: Fields, tool: string): void {
  const rest = fields.flatMap(([key, value]) => (ARGUMENTS.has(key) ? (lineOf(value) ?? []) : []));
  const language = textAmong(fields, LANGUAGES)?.toLowerCase() ?? null;
  const isTyped = (key: string) => TYPED.has(key) && TERMINAL.test(tool);
  const texts = fields.flatMap(([key, value]) => (isPatch(value) ? [] : ([[key, lineOf(value)]] as const)));
  for (const [key, text] of texts) {
    if (text === null) continue;
    if (LINES.has(key)) found.lines.push([text, ...rest].join(' '));
    else if (isTyped(key)) found.lines.push(typed(text));
    else if (key === 'code' || key === 'script') noteCode(found, text, language ?? (key === 'script' ? 'sh' : null));
  }
}

function noteCode(found: Found, code: string, language: string | null): void {
  const started = /^#!.{0,100}/.exec(code)?.[0];
  const isShell = started === undefined ? SHELLS.has(language ?? '') : /\b(?:ba|z|da|k|a|fi)?sh\b/.test(started);
  (isShell ? found.lines : found.codes).push(code);
}

/**
 * Adds what a value in a tool's input says, without the values in it.
 * @param key its normalized name; empty for the input itself and for items of lists @param tool name of the tool
 */
export function noteValue(found: Found, key: string, value: unknown, tool: string): void {
  if (noteField(found, key, value) || typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const fields = membersOf(value);
  noteCommands(found, fields, tool);
  const [root, name] = [textAmong(fields, ROOTS), textAmong(fields, NAMES)];
  if (root !== null && name !== null) found.files.add(`${pathOf(root)}/${name}`);
}

/** Returns the members of an object with normalized names, or the items of a list. */
export function membersOf(value: unknown): Fields {
  if (Array.isArray(value)) return value.map((each) => ['', each]);
  return typeof value === 'object' && value !== null ? Object.entries(value).map(([key, each]) => [keyOf(key), each]) : [];
}
