import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../kernel/atomic-file.ts';
import { makeLocalFolder } from '../kernel/local-folder.ts';
import type { Runtime } from '../kernel/runtime.ts';
import type { VaultConfig } from './config.ts';
import type { Citation, FileIdentity, Note, NoteProblem, WrittenLink } from './note.ts';

/** Of the reader: another one whenever `format.ts` makes something else of the same bytes, or `Note` changes. */
const VERSION = 1;
/** Our own folder in a vault, which git ignores: everything in it can be removed. */
export const LOCAL_FOLDER = '.local';
const FILE = 'notes.json';
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

type Check = (value: unknown) => boolean;
type Checks<T> = { readonly [Field in keyof T]: Check };

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Of fifty thousand notes a schema of zod takes longer to check than they take to parse; this takes a tenth. */
function shaped<T>(checks: Checks<T>): (value: unknown) => value is T {
  const fields = Object.entries<Check>(checks);
  return (value): value is T => isRecord(value) && fields.every(([field, check]) => check(value[field]));
}

const LINK_KINDS: ReadonlySet<unknown> = new Set(['wikilink', 'embed', 'file'] satisfies WrittenLink['kind'][]);

const isNote = shaped<Note>({
  ...{ path: isText, id: isText, name: isText, type: isText, project: isText, status: isText, description: isText, summary: isText },
  ...{ created: orNull(isText), updated: orNull(isText), confidence: orNull(isNumber), pnlImpact: orNull(isNumber), lines: isNumber },
  ...{
    tags: listOf(isText),
    related: listOf(isText),
    supersedes: listOf(isText),
    supersededBy: listOf(isText),
    contradicts: listOf(isText),
  },
  file: shaped<FileIdentity>({ size: isNumber, mtimeNs: isText, ino: isText }),
  links: listOf(shaped<WrittenLink>({ target: isText, line: isNumber, kind: (kind) => LINK_KINDS.has(kind) })),
  citations: listOf(shaped<Citation>({ path: isText, line: orNull(isNumber) })),
  problems: listOf(
    shaped<NoteProblem>({
      code: (code) => isText(code) && Object.hasOwn(PROBLEM_CODES, String(code)),
      message: isText,
      line: isNumber,
      column: isNumber,
    }),
  ),
});

interface Cache {
  readonly version: typeof VERSION;
  readonly config: string;
  readonly notes: readonly Note[];
}

const isCache = shaped<Cache>({ version: (version) => version === VERSION, config: isText, notes: listOf(isNote) });

/** What was read of each note, by path. Nothing where there is no cache, or one of another reader, another configuration, or torn. */
export function readCache({ fs }: Pick<Runtime, 'fs'>, { root, digest }: Pick<VaultConfig, 'root' | 'digest'>): ReadonlyMap<string, Note> {
  try {
    const content = readFileBounded(fs, path.join(root, LOCAL_FOLDER, FILE), { maxBytes: MOST_BYTES, root });
    const cache: unknown = JSON.parse(content?.bytes.toString('utf8') ?? 'null');
    return new Map(isCache(cache) && cache.config === digest ? cache.notes.map((note) => [note.path, note]) : []);
  } catch {
    // The notes themselves say all that it could have said.
    return new Map();
  }
}

/** Remembers notes for the next start. Only of files whose next change will show in their stat. @throws CortexError */
export async function writeCache(
  runtime: Runtime,
  { root, digest }: Pick<VaultConfig, 'root' | 'digest'>,
  notes: readonly Note[],
): Promise<void> {
  const folder = await makeLocalFolder(runtime, root, LOCAL_FOLDER);
  const text = JSON.stringify({ version: VERSION, config: digest, notes });
  await writeFileDurable(runtime, path.join(folder, FILE), Buffer.from(text), { root });
}
