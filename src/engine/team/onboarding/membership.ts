import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../../kernel/atomic-file.ts';
import { CortexError, fileError } from '../../kernel/errors.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { resolveInside } from '../../kernel/safe-path.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { Membership } from './instructions.ts';
import { withoutSection, withSection } from './marked-section.ts';
import { type AgentRuntime, filesOf, RUNTIMES } from './runtimes.ts';

/** What becomes of one file of a working directory; `null`: it is not there. */
export interface FileChange {
  /** Below the working directory, `/`-separated. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

const LARGEST = 1_048_576;

function present(runtime: Runtime, directory: string, relative: string): string | null {
  const file = resolveInside(runtime.fs, directory, relative);
  const content = readFileBounded(runtime.fs, file, { maxBytes: LARGEST, root: directory });
  return content === null ? null : decodeUtf8(content.bytes, file);
}

/** What joining would change in a working directory; nothing where it has joined. @throws CortexError `outside-root`, `broken-file` */
export function joining(runtime: Runtime, directory: string, agentRuntime: AgentRuntime, membership: Membership): FileChange[] {
  return filesOf(agentRuntime).flatMap(({ path: relative, preamble, body }) => {
    const before = present(runtime, directory, relative);
    const after = withSection(before ?? preamble, body(membership), relative);
    return after === before ? [] : [{ path: relative, before, after }];
  });
}

/** What leaving would change: our sections are taken out, of whichever runtime they are. @throws CortexError as `joining` */
export function leaving(runtime: Runtime, directory: string): FileChange[] {
  const files = new Map(RUNTIMES.flatMap((name) => filesOf(name).map((file) => [file.path, file] as const)));
  return [...files.values()].flatMap(({ path: relative, preamble }) => {
    const before = present(runtime, directory, relative);
    if (before === null) return [];
    const left = withoutSection(before, relative);
    if (left === before) return [];
    return [{ path: relative, before, after: left.trim() === preamble.trim() ? null : left }];
  });
}

/** Writes what was shown. @throws CortexError `busy` for a file that has changed since; those before it are written */
export async function apply(runtime: Runtime, directory: string, changes: readonly FileChange[]): Promise<void> {
  for (const change of changes) {
    const file = resolveInside(runtime.fs, directory, change.path);
    const assertUnchanged = (): void => {
      if (present(runtime, directory, change.path) === change.before) return;
      throw new CortexError('busy', 'the file has changed since it was shown', { file, next: 'Do it again.' });
    };
    assertUnchanged();
    if (change.after === null) remove(runtime, file);
    else {
      makeFolder(runtime, path.dirname(file));
      const options = change.before === null ? { root: directory, exclusive: true } : { root: directory, beforeRename: assertUnchanged };
      await writeFileDurable(runtime, file, Buffer.from(change.after), options);
    }
  }
}

function remove({ fs }: Runtime, file: string): void {
  try {
    fs.unlinkSync(file);
  } catch (error) {
    throw fileError(error, file, 'remove the file');
  }
}

function makeFolder({ fs }: Runtime, folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw fileError(error, folder, 'make the folder');
  }
}
