import path from 'node:path';
import { resolveLocalFolder } from '../../crtx/local-folder.ts';
import { findProject } from '../../crtx/root.ts';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { makeIgnoredFolder } from '../../files/local-folder.ts';
import { CortexError, systemCode } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type Check, isFlag, isNumber, isText, listOf, oneOf, orNull, shapeGuard } from '../../text/shape.ts';
import { isCopyName, removeIfPresent } from './copies.ts';
import { LEFT_OUT } from './held-files.ts';

/** The state of a held file when a command began. */
export interface WatchedFile {
  /** Relative to the working tree, with `/`. */
  readonly path: string;
  readonly holder: string;
  readonly reason: string;
  /** As returned by `identityAt`. */
  readonly identity: string;
  readonly copy: string | null;
}

/** A running command, and the files that other agents hold. */
export interface Watch {
  readonly session: string;
  readonly agent: string | null;
  readonly vendor: string;
  readonly command: string;
  /** Milliseconds since 1970 UTC. */
  readonly startedAt: number;
  /** The working tree, absolute. */
  readonly tree: string;
  readonly files: readonly WatchedFile[];
  /** The tool has ended, but what it started may still run: until when it is compared at each hook. `null` while the tool runs. */
  readonly until: number | null;
}

/** A watch with the name of its file. */
export interface NamedWatch {
  readonly name: string;
  readonly watch: Watch;
}

/** A held file that changed while another agent's command ran (docs/decisions/0054-changes-to-held-files.md). */
export interface HeldFileChange {
  readonly id: string;
  readonly path: string;
  readonly tree: string;
  readonly holder: string;
  /** The reason given with the lock. */
  readonly reason: string;
  /** The agent that ran the command; `null` for a session without an agent. */
  readonly agent: string | null;
  readonly vendor: string;
  readonly command: string;
  /** When the command began, and when the change was found; milliseconds since 1970 UTC. */
  readonly from: number;
  readonly to: number;
  readonly what: 'changed' | 'created' | 'removed';
  /** Names of copies of the content; `null` if there was no file, or it was too large. */
  readonly before: string | null;
  readonly after: string | null;
  /** Whether the holder may have made the change: it has no hooks that would report its writes. */
  readonly mayBeHolder: boolean;
  /** Whether the change was reported to the holder. */
  readonly isTold: boolean;
}

/** Checks for a path below a working tree without `..` or a skipped folder. */
const isBelow: Check = (value) =>
  typeof value === 'string' &&
  value !== '' &&
  !path.isAbsolute(value) &&
  !value.split(/[/\\]/).some((name) => name === '..' || LEFT_OUT.has(name.toLowerCase()));
const isCopy: Check = orNull(isCopyName);
const isWatchedFile = shapeGuard<WatchedFile>({ path: isBelow, holder: isText, reason: isText, identity: isText, copy: isCopy });
const isWatch = shapeGuard<Watch>({
  session: isText,
  agent: orNull(isText),
  vendor: isText,
  command: isText,
  startedAt: isNumber,
  tree: isText,
  files: listOf(isWatchedFile),
  // An earlier version wrote none.
  until: (value) => value === undefined || orNull(isNumber)(value),
});
const CHANGE_ID = /^[0-9a-f]{8}$/;
const isChange = shapeGuard<HeldFileChange>({
  path: isBelow,
  tree: isText,
  holder: isText,
  reason: isText,
  agent: orNull(isText),
  vendor: isText,
  command: isText,
  from: isNumber,
  to: isNumber,
  before: isCopy,
  after: isCopy,
  mayBeHolder: isFlag,
  isTold: isFlag,
  id: (value) => typeof value === 'string' && CHANGE_ID.test(value),
  what: oneOf('changed', 'created', 'removed'),
});

const FOLDER = 'held-files';
const CHANGE = '.change';
const MAX_BYTES = 1_048_576;
/** Maximum number of records of a kind that are read. */
const MAX_RECORDS = 200;

/** The files that store watches and changes, for one project on this machine. */
export class HeldFileRecords {
  readonly folder: string;

  /** @throws CortexError `outside-root` when the folder leads elsewhere */
  constructor(
    private readonly runtime: Runtime,
    private readonly root: string,
  ) {
    this.folder = resolveLocalFolder(runtime.fs, root, FOLDER);
  }

  names(): string[] {
    try {
      return this.runtime.fs.readdirSync(this.folder);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  watches(): NamedWatch[] {
    return this.#read('.watch', (value, name) => (isWatch(value) && this.#isOwn(value.tree) ? [{ name, watch: value }] : []));
  }

  /** The latest first. */
  changes(): HeldFileChange[] {
    const all = this.#read(CHANGE, (value, name) =>
      isChange(value) && name === value.id + CHANGE && this.#isOwn(value.tree) ? [value] : [],
    );
    return all.sort((one, other) => other.to - one.to);
  }

  /** @throws CortexError when it cannot be written */
  async putWatch(name: string, watch: Watch): Promise<void> {
    await this.#put(name, watch);
  }

  /** @throws CortexError when it cannot be written */
  async putChange(change: HeldFileChange): Promise<void> {
    await this.#put(change.id + CHANGE, change);
  }

  removeWatch(name: string): void {
    removeIfPresent(this.runtime, path.join(this.folder, name));
  }

  removeChange(id: string): void {
    removeIfPresent(this.runtime, path.join(this.folder, id + CHANGE));
  }

  /** Returns whether a folder is a working tree of this project. A repository may contain forged records; they must not lead elsewhere. */
  #isOwn(tree: string): boolean {
    if (tree === this.root) return true;
    try {
      const found = findProject(this.runtime.fs, tree, false);
      return found.root === this.root && found.tree === tree;
    } catch (error) {
      if (error instanceof CortexError) return false;
      throw error;
    }
  }

  /** Skips invalid records: the folder belongs to this program, so a file that is not a record holds nothing of a user. */
  #read<T>(ending: string, take: (value: unknown, name: string) => readonly T[]): T[] {
    const names = this.names().filter((name) => name.endsWith(ending));
    return names.slice(0, MAX_RECORDS).flatMap((name) => take(this.#value(name), name));
  }

  #value(name: string): unknown {
    try {
      const content = readFileBounded(this.runtime.fs, path.join(this.folder, name), { maxBytes: MAX_BYTES, root: this.folder });
      return content === null ? null : JSON.parse(content.bytes.toString('utf8'));
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof CortexError) return null;
      throw error;
    }
  }

  async #put(name: string, value: Watch | HeldFileChange): Promise<void> {
    makeIgnoredFolder(this.runtime.fs, this.folder);
    await writeFileDurable(this.runtime, path.join(this.folder, name), Buffer.from(`${JSON.stringify(value)}\n`));
  }
}

/** Returns the file names of the unresolved changes. */
export function listChangeFiles(runtime: Runtime, root: string): string[] {
  try {
    return new HeldFileRecords(runtime, root).names().filter((name) => name.endsWith(CHANGE));
  } catch (error) {
    if (error instanceof CortexError) return [];
    throw error;
  }
}
