import path from 'node:path';
import { type Action, WrongPayload } from './action.ts';
import { type Found, membersOf, noteValue } from './tool-fields.ts';

const FOLDERS = ['workdir', 'cwd', 'dir_path', 'directory', 'workingDirectory', 'working_directory'];

/** Fields of the vendors with which a tool does not wait for its command, and their values. */
const BACKGROUND = /^(?:(?:run_?in_?|is_?)?background|detach(?:ed)?|async|mode)$/i;
const DETACHED: ReadonlySet<unknown> = new Set([true, 'true', 'async', 'background', 'detached']);

const MAX_DEPTH = 64;
/** More paths than this in one input are an error: to check only some of them would allow the others. */
const MAX_FILES = 20_000;
/** The same for command lines. */
const MAX_LINES = 1_000;

/**
 * Tools of the vendors that change only what their fields name. The held files are not compared after them. The empty name is that of
 * Cursor's hook for commands.
 */
const DECLARING: ReadonlySet<string> = new Set([
  '',
  ...`Edit Write MultiEdit NotebookEdit Bash apply_patch shell local_shell exec_command create edit str_replace bash powershell
  str_replace_editor replace_string_in_file multi_replace_string_in_file insert_edit_into_file create_file create_directory
  edit_notebook_file run_in_terminal replace write_file run_shell_command StrReplace EditNotebook Delete Shell search_replace edit_file
  delete_file run_terminal_cmd write patch multiedit`.split(/\s+/),
]);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Searches an input for paths and command lines, by field name. @throws WrongPayload */
function search(input: unknown, tool: string): Found {
  const found: Found = { files: new Set(), lines: [], codes: [] };
  const open: { readonly key: string; readonly value: unknown; readonly depth: number }[] = [{ key: '', value: input, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const depth = next.depth + 1;
    noteValue(found, next.key, next.value, tool);
    for (const [key, value] of membersOf(next.value)) {
      if (depth > MAX_DEPTH) throw new WrongPayload('the tool input is nested too deeply');
      open.push({ key, value, depth });
    }
    if (found.files.size > MAX_FILES) throw new WrongPayload(`the tool input names more than ${MAX_FILES} files`);
    if (found.lines.length + found.codes.length > MAX_LINES)
      throw new WrongPayload(`the tool input has more than ${MAX_LINES} command lines`);
  }
  return found;
}

/** Cortex's own tools, which are not checked here because they refuse by themselves. */
const OWN = /^(?:mcp[_:]{1,2})?(?:plugin_cortex_)?cortex(?:__|[_./:-])(?:status|claim|finish|lock|check|message|record|recall)$/;

/**
 * Returns what a tool is about to do. Tools that only read are known by name; for others the fields of the input show what they change. A
 * tool that is not known at all may also change other files.
 * @param readers the vendor's tools that change no file @param folder that relative paths start from
 * @throws WrongPayload
 */
export function toolActions(tool: string, given: unknown, readers: ReadonlySet<string>, folder: string): Action[] {
  if (readers.has(tool) || OWN.test(tool)) return [];
  const input = parsedText(given);
  if (isRecord(input) && input.command === 'view' && typeof input.path === 'string') return [];
  const { files, lines, codes } = search(input, tool);
  const named = isRecord(input) ? FOLDERS.map((key) => input[key]).find((value) => typeof value === 'string' && value !== '') : undefined;
  const inFolder = typeof named === 'string' ? path.resolve(folder, named) : folder;
  const isBackground = isRecord(input) && Object.entries(input).some(([key, value]) => BACKGROUND.test(key) && DETACHED.has(value));
  return [
    ...(files.size > 0 ? [{ kind: 'edit' as const, files: [...files], folder: inFolder }] : []),
    ...lines.map((line) => ({ kind: 'shell' as const, line, folder: inFolder, isBackground })),
    ...codes.map((code) => ({ kind: 'code' as const, code, folder: inFolder })),
    ...(DECLARING.has(tool) ? [] : [{ kind: 'other' as const, tool }]),
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
