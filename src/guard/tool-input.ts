import path from 'node:path';
import { fileUrlToPath } from '../engine/swarm/index.ts';
import { shellWord } from '../engine/text/shell-word.ts';
import { type Action, WrongPayload } from './action.ts';
import { patchedFiles } from './shell/patch-text.ts';

/** Field names for paths in the tools of vendors and extensions, in lower case without `_`. */
const PATHS: ReadonlySet<string> = new Set(
  'filepath path paths file files filename filenames filepaths notebookpath targetfile targetpath absolutepath relativepath destination destinationpath dest newpath oldpath sourcepath source uri fileuri'.split(
    ' ',
  ),
);
/** Field names for shell command lines. */
const LINES: ReadonlySet<string> = new Set(['command', 'cmd', 'commandline', 'commands']);
const FOLDERS = ['workdir', 'cwd', 'dir_path', 'directory', 'workingDirectory', 'working_directory'];

const DEEPEST = 64;
/** More paths than this in one input are an error: to check only some of them would allow the others. */
const MOST_FILES = 20_000;

const keyOf = (key: string): string => key.replaceAll('_', '').toLowerCase();

interface Found {
  readonly files: Set<string>;
  readonly lines: string[];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a command line, also one given as words: `["bash", "-lc", "rm x"]`. */
function lineOf(value: unknown): [string] | null {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return null;
  const words = value.filter((word) => typeof word === 'string');
  return words.length === value.length && words.length > 0 ? [words.map(shellWord).join(' ')] : null;
}

function fileOf(text: string): string {
  try {
    return fileUrlToPath(text);
  } catch {
    return text;
  }
}

const isPatch = (value: unknown): value is string => typeof value === 'string' && value.includes('*** Begin Patch');

function note(found: Found, key: string, value: unknown): void {
  if (isPatch(value)) for (const file of patchedFiles(value)) found.files.add(file);
  if (isPatch(value) && /^\s*\*\*\* Begin Patch/.test(value)) return;
  if (LINES.has(key)) found.lines.push(...(lineOf(value) ?? []));
  if (PATHS.has(key)) for (const text of [value].flat()) if (typeof text === 'string' && text !== '') found.files.add(fileOf(text));
}

/** Searches an input for paths and command lines, by field name. @throws WrongPayload */
function search(input: unknown): Found {
  const found: Found = { files: new Set(), lines: [] };
  note(found, '', input);
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: input, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const depth = next.depth + 1;
    if (depth > DEEPEST) throw new WrongPayload('the tool input is nested too deeply');
    for (const [key, value] of membersOf(next.value)) {
      note(found, key, value);
      if (typeof value === 'object') open.push({ value, depth });
    }
    if (found.files.size > MOST_FILES) throw new WrongPayload(`the tool input names more than ${MOST_FILES} files`);
  }
  return found;
}

/** Returns the members of an object with normalized names, or the items of a list. */
function membersOf(value: unknown): (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((each) => ['', each]);
  return isRecord(value) ? Object.entries(value).map(([key, each]) => [keyOf(key), each]) : [];
}

/** Cortex's own tools, which are not checked here because they refuse by themselves. */
const OWN = /^(?:mcp[_:]{1,2})?(?:plugin_cortex_)?cortex(?:__|[_./:-])(?:status|claim|finish|lock|check|message|record|recall)$/;

/**
 * Returns what a tool is about to do. Tools that only read are known by name; for others the fields of the input show what they change.
 * @param readers the vendor's tools that change no file @param folder that relative paths start from
 * @throws WrongPayload
 */
export function toolActions(tool: string, given: unknown, readers: ReadonlySet<string>, folder: string): Action[] {
  if (readers.has(tool) || OWN.test(tool)) return [];
  const input = parsedText(given);
  if (isRecord(input) && input.command === 'view') return [];
  const { files, lines } = search(input);
  const named = isRecord(input) ? FOLDERS.map((key) => input[key]).find((value) => typeof value === 'string' && value !== '') : undefined;
  const inFolder = typeof named === 'string' ? path.resolve(folder, named) : folder;
  return [
    ...(files.size > 0 ? [{ kind: 'edit' as const, files: [...files], folder: inFolder }] : []),
    ...lines.map((line) => ({ kind: 'shell' as const, line, folder: inFolder })),
  ];
}

/** Parses input that some vendors send as a string with JSON. */
function parsedText(given: unknown): unknown {
  if (typeof given !== 'string' || !/^\s*[{[]/.test(given)) return given;
  try {
    return JSON.parse(given);
  } catch {
    throw new WrongPayload('the tool input is not JSON');
  }
}
