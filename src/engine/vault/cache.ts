import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../kernel/atomic-file.ts';
import { jsonLines } from '../kernel/json-lines.ts';
import { makeLocalFolder } from '../kernel/local-folder.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { type Check, isCount, isNumber, isText, listOf, orNull, shaped } from '../kernel/shape.ts';
import type { VaultConfig } from './config.ts';
import { bytesOf } from './derived-files.ts';
import type { Citation, FileIdentity, Note, NoteProblem, WrittenLink } from './note.ts';
import type { Steps } from './slices.ts';

/** Of the reader: another one whenever `format.ts` makes something else of the same bytes, or `Note` changes. */
const VERSION = 2;
/** Our own folder in a vault, which git ignores: everything in it can be removed. */
export const LOCAL_FOLDER = '.local';
/** A line of JSON for the head, and one for each note. */
const FILE = 'notes.jsonl';
const MOST_BYTES = 1_073_741_824;

const PROBLEM_CODES: Readonly<Record<NoteProblem['code'], true>> = {
  'not-utf8': true,
  'too-large': true,
  unreadable: true,
  yaml: true,
  'code-header': true,
  'unclosed-header': true,
  'bad-value': true,
  'bad-date': true,
  'unknown-type': true,
  'unknown-status': true,
  'unclosed-marker': true,
};

/** Shown as they are, without being looked at again. */
const isDay: Check = (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const LINK_KINDS: ReadonlySet<unknown> = new Set(['wikilink', 'embed', 'file'] satisfies WrittenLink['kind'][]);

const isNote = shaped<Note>({
  ...{ path: isText, id: isText, name: isText, type: isText, project: isText, status: isText, description: isText, summary: isText },
  ...{ created: orNull(isDay), updated: orNull(isDay), confidence: orNull(isNumber), pnlImpact: orNull(isNumber), lines: isCount },
  ...{
    tags: listOf(isText),
    related: listOf(isText),
    supersedes: listOf(isText),
    supersededBy: listOf(isText),
    contradicts: listOf(isText),
  },
  file: shaped<FileIdentity>({ size: isCount, mtimeNs: isText, ino: isText }),
  links: listOf(shaped<WrittenLink>({ target: isText, line: isCount, kind: (kind) => LINK_KINDS.has(kind) })),
  citations: listOf(shaped<Citation>({ path: isText, line: orNull(isCount) })),
  problems: listOf(
    shaped<NoteProblem>({
      code: (code) => isText(code) && Object.hasOwn(PROBLEM_CODES, String(code)),
      message: isText,
      line: isCount,
      column: isCount,
    }),
  ),
});

interface Head {
  readonly version: typeof VERSION;
  readonly config: string;
}

const isHead = shaped<Head>({ version: (version) => version === VERSION, config: isText });

function bytesOfCache({ fs }: Pick<Runtime, 'fs'>, root: string): Buffer {
  try {
    const content = readFileBounded(fs, path.join(root, LOCAL_FOLDER, FILE), { maxBytes: MOST_BYTES, root });
    return content?.bytes ?? Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * What was read of each note, by path, a note a step. Nothing where there is no cache, or one of another reader or another configuration;
 * of a torn one what can be read.
 */
export function* readCache(
  runtime: Pick<Runtime, 'fs'>,
  { root, digest }: Pick<VaultConfig, 'root' | 'digest'>,
): Steps<ReadonlyMap<string, Note>> {
  const notes = new Map<string, Note>();
  const values = jsonLines(bytesOfCache(runtime, root));
  const head = values.next().value;
  if (!isHead(head) || head.config !== digest) return notes;
  for (const value of values) {
    if (isNote(value)) notes.set(value.path, value);
    yield;
  }
  return notes;
}

function* linesOf(head: Head, notes: readonly Note[]): Generator<string, void, void> {
  yield `${JSON.stringify(head)}\n`;
  for (const note of notes) yield `${JSON.stringify(note)}\n`;
}

/** Remembers notes for the next start. Only of files whose next change will show in their stat. @throws CortexError */
export async function writeCache(
  runtime: Runtime,
  { root, digest }: Pick<VaultConfig, 'root' | 'digest'>,
  notes: readonly Note[],
): Promise<void> {
  const folder = await makeLocalFolder(runtime, root, LOCAL_FOLDER);
  const bytes = bytesOf(linesOf({ version: VERSION, config: digest }, notes));
  await writeFileDurable(runtime, path.join(folder, FILE), bytes, { root });
}
