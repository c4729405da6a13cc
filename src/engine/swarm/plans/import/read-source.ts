import path from 'node:path';
import { readFileBounded } from '../../../files/atomic-file.ts';
import { listDirectory } from '../../../files/folder-entries.ts';
import { isInside } from '../../../files/safe-path.ts';
import { CortexError } from '../../../platform/errors.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { findJsonProblem, isNestedTooDeeply, lineAndColumn } from '../../../text/json/json-position.ts';
import { shellWord } from '../../../text/shell-word.ts';
import { decodeUtf8 } from '../../../text/utf8.ts';
import { readBacklog, type TaskText } from './backlog.ts';
import { readBeads } from './beads.ts';
import { readChecklist } from './checklist.ts';
import type { ImportFormat } from './formats.ts';
import { readGithub } from './github.ts';
import type { ImportedPlan, ImportedState } from './imported-task.ts';
import { readSpecKit } from './spec-kit.ts';
import { readTaskmaster } from './taskmaster.ts';

const MAX_BYTES = 64 * 1_048_576;
/** Maximum number of files of Backlog.md. */
const MAX_FILES = 20_000;

/** Where each program keeps its tasks, below a project; the first that exists is read. */
const PLACES: Readonly<Record<ImportFormat, readonly string[]>> = {
  taskmaster: ['.taskmaster/tasks/tasks.json', 'tasks/tasks.json', 'tasks.json'],
  backlog: ['backlog/tasks', '.backlog/tasks', 'tasks'],
  beads: ['.beads/issues.jsonl', '.beads/beads.jsonl', 'issues.jsonl', 'beads.jsonl'],
  github: [],
  'spec-kit': ['tasks.md'],
  checklist: [],
};

function isFolder(fs: FileSystem, file: string): boolean | null {
  try {
    return fs.statSync(file, { bigint: true }).isDirectory();
  } catch {
    return null;
  }
}

/** Requires that a file or folder that was found below the given one is not a link that leads out of it. @throws CortexError `outside-root` */
function requireInside(fs: FileSystem, format: ImportFormat, given: string, found: string): void {
  if (isInside(fs.realpathSync(given), fs.realpathSync(found))) return;
  const next = `To import from there, name it yourself: cortex import ${format} ${shellWord(found)}`;
  throw new CortexError('outside-root', `is a link that leads out of ${given}`, { file: found, next });
}

/**
 * Returns the file or folder to read: the given one, or within a given folder the one where the program keeps its tasks.
 * @throws CortexError `not-found`; `outside-root` for a link that leads out of the given folder
 */
export function findSource(fs: FileSystem, format: ImportFormat, given: string): string {
  const kind = isFolder(fs, given);
  const wantsFolder = format === 'backlog';
  if (kind === wantsFolder && (format !== 'backlog' || path.basename(given) === 'tasks')) return given;
  if (kind === true) {
    const found = PLACES[format].map((place) => path.join(given, place)).find((place) => isFolder(fs, place) === wantsFolder);
    if (found !== undefined) {
      requireInside(fs, format, given, found);
      return found;
    }
    if (wantsFolder && listDirectory(fs, given).some((name) => name.endsWith('.md'))) return given;
  }
  const looked = PLACES[format].length === 0 || kind !== true ? '' : ` (looked for ${PLACES[format].join(', ')})`;
  throw new CortexError(
    'not-found',
    kind === null ? 'there is no such file or folder' : `has no tasks in the format "${format}"${looked}`,
    {
      file: given,
      next: `Name ${wantsFolder ? 'the folder with the tasks' : 'the file'}: cortex import ${format} ${wantsFolder ? 'FOLDER' : 'FILE'}`,
    },
  );
}

/** @param root the folder that must contain the file, after links are resolved; missing for a file that a person named */
function readText(fs: FileSystem, file: string, root?: string): string {
  const content = readFileBounded(fs, file, { maxBytes: MAX_BYTES, ...(root !== undefined && { root }) });
  if (content === null) throw new CortexError('not-found', 'there is no such file', { file, next: 'Correct the name.' });
  return decodeUtf8(content.bytes, file).replace(/^\ufeff/, '');
}

function parseJson(text: string, file: string): unknown {
  try {
    if (!isNestedTooDeeply(text)) return JSON.parse(text);
  } catch {
    // `findJsonProblem` below finds the position and the reason.
  }
  const problem = findJsonProblem(text);
  const place = problem === null || problem.offset === null ? {} : lineAndColumn(text, problem.offset);
  throw new CortexError('broken-file', problem?.message ?? 'is not JSON', {
    file,
    ...place,
    next: 'Correct the file, or name another one.',
  });
}

/** The folders of Backlog.md beside the one with its tasks, and the state of the tasks in them. */
const BESIDE: readonly (readonly [folder: string, state: ImportedState])[] = [
  ['completed', 'done'],
  [path.join('archive', 'tasks'), 'dropped'],
];

function filesIn(fs: FileSystem, folder: string): string[] {
  if (isFolder(fs, folder) !== true) return [];
  const names = listDirectory(fs, folder).filter((name) => name.endsWith('.md') && name.toLowerCase() !== 'readme.md');
  return names.sort().map((name) => path.join(folder, name));
}

/** Returns a file of Backlog.md; `null`, with a note, for a link that leads out of its folder: it may have come with a cloned project. */
function taskText(fs: FileSystem, file: string, state: ImportedState | null, notes: string[]): TaskText | null {
  try {
    return { file, state, text: readText(fs, file, path.dirname(file)) };
  } catch (error) {
    if (!(error instanceof CortexError) || error.code !== 'outside-root') throw error;
    notes.push(`${file}: is a link that leads out of its folder; left out`);
    return null;
  }
}

/** Returns the folders beside the one with the tasks, without links that lead elsewhere. */
function foldersBeside(fs: FileSystem, folder: string, notes: string[]): [folder: string, state: ImportedState][] {
  const parent = path.dirname(folder);
  return BESIDE.flatMap(([name, state]) => {
    const beside = path.join(parent, name);
    if (isFolder(fs, beside) !== true) return [];
    if (isInside(fs.realpathSync(parent), fs.realpathSync(beside))) return [[beside, state]];
    notes.push(`${beside}: is a link that leads out of ${parent}; left out`);
    return [];
  });
}

function readFolder(fs: FileSystem, folder: string): ImportedPlan {
  const notes: string[] = [];
  const beside = foldersBeside(fs, folder, notes).flatMap(([each, state]) => filesIn(fs, each).map((file) => ({ file, state })));
  const files = [...filesIn(fs, folder).map((file) => ({ file, state: null })), ...beside];
  if (files.length > MAX_FILES) {
    throw new CortexError('broken-file', `has ${files.length} files (allowed: ${MAX_FILES})`, {
      file: folder,
      next: 'Name a smaller folder.',
    });
  }
  const texts = files.flatMap(({ file, state }) => taskText(fs, file, state, notes) ?? []);
  const plan = readBacklog(texts, path.dirname(folder));
  return { ...plan, notes: [...notes, ...plan.notes] };
}

export interface SourceOptions {
  readonly format: ImportFormat;
  /** Absolute; only a name if `text` is given. */
  readonly source: string;
  /** The text to read instead of the source. */
  readonly text: string | null;
  readonly tag: string | undefined;
}

/** Reads the tasks of another program. @throws CortexError `not-found`, `broken-file` with the line where it is known */
export function readSource(fs: FileSystem, { format, source, text, tag }: SourceOptions): ImportedPlan {
  if (format === 'backlog') return readFolder(fs, source);
  const read = text ?? readText(fs, source);
  switch (format) {
    case 'taskmaster':
      return readTaskmaster(parseJson(read, source), source, tag);
    case 'beads':
      return readBeads(read, source);
    case 'github':
      return readGithub(parseJson(read, source), source);
    case 'spec-kit':
      return readSpecKit(read, source);
    case 'checklist':
      return readChecklist(read, source);
  }
}
