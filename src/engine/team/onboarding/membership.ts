import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { isInside, resolveInside } from '../../files/safe-path.ts';
import { CortexError, fileError, systemCode } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { checkTypable, type Membership } from './instructions.ts';
import { folderMadeFor, madeFolder, withoutSection, withSection } from './marked-section.ts';
import { type AgentRuntime, RUNTIMES } from './runtime-names.ts';
import { filesOf } from './runtimes.ts';

/** What becomes of one file of a working directory; `null`: it is not there. */
export interface FileChange {
  /** Below the working directory, `/`-separated. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The topmost folder that joining has made for it, which goes with it when nothing else is in it; below the working directory. */
  readonly folder: string | null;
}

const LARGEST = 1_048_576;
/** What systems say of a folder that is not empty, or gone already. */
const STAYS: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT']);

/** Where a file of a working directory really is. @throws CortexError `outside-root` that says what else can be done */
function realFile({ fs }: Runtime, directory: string, relative: string): string {
  try {
    return resolveInside(fs, directory, relative);
  } catch (error) {
    if (!(error instanceof CortexError) || error.code !== 'outside-root') throw error;
    const next = 'Put a file in the place of the link, or join with another --runtime.';
    throw new CortexError(error.code, error.message, { ...error.data, next }, { cause: error });
  }
}

function present(runtime: Runtime, directory: string, relative: string): string | null {
  const file = realFile(runtime, directory, relative);
  try {
    const content = readFileBounded(runtime.fs, file, { maxBytes: LARGEST, root: directory });
    return content === null ? null : decodeUtf8(content.bytes, file);
  } catch (error) {
    // Where a file stands in the place of a folder, nothing is below it.
    if (error instanceof CortexError && systemCode(error.cause) === 'ENOTDIR') return null;
    throw error;
  }
}

/** The topmost folder on the way to a file that is not there; `null` when all are. */
function missingFolder({ fs }: Runtime, directory: string, relative: string): string | null {
  const folders = relative.split('/').slice(0, -1);
  const ways = folders.map((_, n) => folders.slice(0, n + 1).join('/'));
  return ways.find((way) => !exists(fs, path.join(directory, way))) ?? null;
}

function exists(fs: FileSystem, file: string): boolean {
  try {
    fs.lstatSync(file, { bigint: true });
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw fileError(error, file, 'look at the folder', 'read');
  }
}

/** What joining would change in a working directory; nothing where it has joined. @throws CortexError `outside-root`, `broken-file`, `invalid-input` */
export function joining(runtime: Runtime, directory: string, agentRuntime: AgentRuntime, membership: Membership): FileChange[] {
  checkTypable(membership);
  return filesOf(agentRuntime).flatMap(({ path: relative, preamble, body }) => {
    const before = present(runtime, directory, relative);
    const folder = before === null ? missingFolder(runtime, directory, relative) : folderMadeFor(before, relative);
    const made = folder === null ? '' : `\n${madeFolder(folder)}`;
    const after = withSection(before ?? preamble, `${body(membership)}${made}`, relative);
    return after === before ? [] : [{ path: relative, before, after, folder: null }];
  });
}

/** What leaving would change: our sections are taken out, of whichever runtime they are. @throws CortexError `broken-file` */
export function leaving(runtime: Runtime, directory: string): FileChange[] {
  const files = new Map(RUNTIMES.flatMap((name) => filesOf(name).map((file) => [file.path, file] as const)));
  const seen = new Set<string>();
  return [...files.values()].flatMap(({ path: relative, preamble }) => {
    const real = ownFile(runtime, directory, relative);
    // One file may have several names.
    if (real === null || seen.has(real)) return [];
    seen.add(real);
    const before = present(runtime, directory, relative);
    if (before === null) return [];
    const left = withoutSection(before, relative);
    if (left === before) return [];
    const isEmpty = left.trim() === preamble.trim();
    return [{ path: relative, before, after: isEmpty ? null : left, folder: isEmpty ? folderMadeFor(before, relative) : null }];
  });
}

/** How a section says whose it is. */
const WHOSE = /^You are \*\*.*\*\* \(`([^`\n]+)`\) of the team /m;

/** The agents whose instructions are in a working directory, by the file that says so. */
export function joined(runtime: Runtime, directory: string): Map<string, string> {
  const files = new Set(RUNTIMES.flatMap((name) => filesOf(name).map((file) => file.path)));
  const named = [...files].flatMap((relative): [string, string][] => {
    const text = ownFile(runtime, directory, relative) === null ? null : present(runtime, directory, relative);
    const slug = WHOSE.exec(text ?? '')?.[1];
    return slug === undefined ? [] : [[relative, slug]];
  });
  return new Map(named);
}

/** Where a file really is; `null` where a link leads out of the working directory: nothing of ours can be there. */
function ownFile({ fs }: Runtime, directory: string, relative: string): string | null {
  try {
    return resolveInside(fs, directory, relative);
  } catch (error) {
    if (error instanceof CortexError && error.code === 'outside-root') return null;
    throw error;
  }
}

/** Writes what was shown. @throws CortexError `busy` for a file that has changed since; those before it are written */
export async function apply(runtime: Runtime, directory: string, changes: readonly FileChange[]): Promise<void> {
  for (const change of changes) {
    const file = realFile(runtime, directory, change.path);
    const assertUnchanged = (): void => {
      if (present(runtime, directory, change.path) === change.before) return;
      throw new CortexError('busy', 'the file has changed since it was shown', { file, next: 'Do it again.' });
    };
    assertUnchanged();
    if (change.after === null) remove(runtime, directory, file, change.folder);
    else {
      makeFolder(runtime, path.dirname(file));
      const options = change.before === null ? { root: directory, exclusive: true } : { root: directory, beforeRename: assertUnchanged };
      await writeFileDurable(runtime, file, Buffer.from(change.after), options);
    }
  }
}

/** @param folder down to it folders that are empty then go, too */
function remove({ fs }: Runtime, directory: string, file: string, folder: string | null): void {
  try {
    fs.unlinkSync(file);
    if (folder === null) return;
    const last = resolveInside(fs, directory, folder);
    for (let inner = path.dirname(file); isInside(last, inner); inner = path.dirname(inner)) fs.rmdirSync(inner);
  } catch (error) {
    if (!STAYS.has(systemCode(error) ?? '')) throw fileError(error, file, 'remove the file');
  }
}

function makeFolder({ fs }: Runtime, folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw fileError(error, folder, 'make the folder');
  }
}
