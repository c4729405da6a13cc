import { hash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { identityOf, statOf } from '../../files/file-content.ts';
import { listDirectory, removeIfThere } from '../../files/folder-entries.ts';
import { Mutex } from '../../files/mutex.ts';
import { readAll, writeAll } from '../../platform/descriptor.ts';
import { systemCode } from '../../platform/errors.ts';
import { type FileStat, OPEN } from '../../platform/file-system.ts';
import { nonce } from '../../platform/ids.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Connection, ConnectionHandler } from '../../platform/sockets.ts';

/** Effective user id; `null` on Windows, which has none. */
const USER = process.geteuid?.() ?? null;
const LEADER_FILE = 'leader.json';
/** Longest path of a socket that all systems accept, in bytes. */
const MAX_ADDRESS_BYTES = 100;
/** Digits of a socket's name. Few, because its path must be short. */
const NAME_DIGITS = 6;
/** Largest leader file that is read, in bytes. */
const MAX_LEADER_FILE_BYTES = 1_000;
/** How often a leader checks whether the leader file is still its own, in milliseconds. */
const LOOK_MS = 1_000;

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
/** Permissions that only the owner may have: writing in the folder, and any access to the leader file. */
const OTHERS_WRITE = 0o022n;
const OTHERS_AT_ALL = 0o077n;

const leaderFile = onDemand(() =>
  z.object({
    /** Name of the socket beside the file, or of the pipe. */
    socket: z.string().regex(/^[0-9a-f]{6,32}$/),
    secret: z.string().regex(/^[0-9a-f]{64}$/),
  }),
);

/** A leader that can be called. */
export interface LeaderRecord {
  /** Identity of the leader file; different for each leader. */
  readonly holder: string;
  readonly address: string;
  readonly secret: string;
}

/** What an election is about: the names of its folders. */
export interface ElectedRole {
  /** Name of the folder of the socket, without the user. */
  readonly folder: string;
  /** Name of the mutex, beside the log. */
  readonly mutex: string;
}

/** The process that answers for all others. */
const LOG_LEADER: ElectedRole = { folder: 'answers', mutex: 'lead' };

/** Returns the folder in which processes of the same user find the leader of a log. */
export function leaderFolder(
  directory: string,
  platform: NodeJS.Platform = process.platform,
  user = USER,
  { folder }: ElectedRole = LOG_LEADER,
): string {
  if (platform !== 'win32') return join(directory, `${folder}-${user}`);
  const profile = process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  return join(profile, 'cortex', folder, hash('sha256', directory.toLowerCase(), 'hex'));
}

/** Returns where a leader listens; `null` if the path is too long for a socket. */
export function socketAddress(folder: string, name: string, platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'win32') return `\\\\.\\pipe\\cortex-${name}`;
  const address = join(folder, name);
  return Buffer.byteLength(address) <= MAX_ADDRESS_BYTES ? address : null;
}

/** Returns whether a file belongs to this process's user, and others lack the denied permissions. */
function isOwn({ uid, mode }: FileStat, denied: bigint): boolean {
  return USER === null || (uid === BigInt(USER) && (mode & denied) === 0n);
}

/** Elects one process of a log: a file names its socket. It is created and removed while a mutex is held. */
export class LeaderElection {
  /** False if no socket is possible at this path. */
  readonly isPossible: boolean;
  readonly #folder: string;
  readonly #file: string;
  readonly #mutex: Mutex;
  /** Holder that this process wrote while it leads. Compared with the file, because other processes can remove it. */
  #own: string | null = null;
  #lookedAt = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly directory: string,
    role: ElectedRole = LOG_LEADER,
  ) {
    this.#folder = leaderFolder(directory, process.platform, USER, role);
    this.#file = join(this.#folder, LEADER_FILE);
    this.isPossible = socketAddress(this.#folder, '0'.repeat(NAME_DIGITS)) !== null;
    this.#mutex = new Mutex(runtime, join(directory, role.mutex));
  }

  /** Identity of the leader file; `null` if there is none. Anything else with its name is ignored, and removed by the next leader. */
  get holder(): string | null {
    try {
      const stat = this.runtime.fs.lstatSync(this.#file, { bigint: true });
      return stat.isFile() ? identityOf(stat) : null;
    } catch {
      return null;
    }
  }

  /** Finds the leader to call. `none`: there is none that this user can trust. `unsafe`: other users could put one there. */
  find(): LeaderRecord | 'none' | 'unsafe' {
    try {
      if (!this.#isSafe()) return 'unsafe';
    } catch (error) {
      return systemCode(error) === 'ENOENT' ? 'none' : 'unsafe';
    }
    try {
      return this.#readRecord() ?? 'none';
    } catch {
      // The leader file or its socket does not exist, or is something else.
      return 'none';
    }
  }

  /** Returns true if the leader file is no longer this leader's: the process was stopped for long, or the folder was deleted. */
  wasTaken(): boolean {
    const now = this.runtime.clock.monotonic();
    if (this.#own === null || now - this.#lookedAt < LOOK_MS) return false;
    this.#lookedAt = now;
    return this.#own !== this.holder;
  }

  /**
   * Tries to become the leader.
   * @param secret that callers must know
   * @returns a function that resigns; `taken` if another process leads or is about to, `impossible` if no process can
   */
  async take(secret: string, accept: (wire: Connection) => ConnectionHandler): Promise<(() => void) | 'taken' | 'impossible'> {
    // If the project was moved away, nothing may be created in its place.
    if (!this.isPossible || statOf(this.runtime.fs, this.directory) === null) return 'impossible';
    try {
      const turn = this.#mutex.tryAcquire();
      if (turn === null) return 'taken';
      try {
        if (await this.#isAnswered()) return 'taken';
        return (await this.#sit(secret, accept)) ?? 'impossible';
      } finally {
        turn.release();
      }
    } catch {
      // Where nothing can be written no process leads. Writers get the error themselves.
      return 'impossible';
    }
  }

  /**
   * Removes the leader file of a leader that hangs or has died, so that later callers find none.
   * @param holder from when that leader was called: another process may lead by now
   * @returns false if the file cannot be removed
   */
  removeLeader(holder: string): boolean {
    // Without a file nothing is removed, and the mutex would create the folder of a project that was moved away or deleted.
    if (this.holder === null) return true;
    try {
      const turn = this.#mutex.tryAcquire();
      // Another process is doing it.
      if (turn === null) return true;
      try {
        if (this.holder === holder) removeIfThere(this.runtime.fs, this.#file);
      } finally {
        turn.release();
      }
      return true;
    } catch {
      return this.holder !== holder;
    }
  }

  /** Returns whether only this user can put anything into the folder. @throws the system's error if it does not exist */
  #isSafe(): boolean {
    const stat = this.runtime.fs.lstatSync(this.#folder, { bigint: true });
    return stat.isDirectory() && isOwn(stat, OTHERS_WRITE);
  }

  #readRecord(): LeaderRecord | null {
    const { fs } = this.runtime;
    const { said: record, holder } = this.#readFile();
    const address = record === null ? null : socketAddress(this.#folder, record.socket);
    if (record === null || address === null) return null;
    const leader = { holder, address, secret: record.secret };
    if (process.platform === 'win32') return leader;
    const stat = fs.lstatSync(address, { bigint: true });
    return stat.isSocket() && isOwn(stat, 0n) ? leader : null;
  }

  #readFile(): { readonly said: Checked<typeof leaderFile> | null; readonly holder: string } {
    const { fs } = this.runtime;
    const fd = fs.openSync(this.#file, OPEN.readHere);
    try {
      const stat = fs.fstatSync(fd, { bigint: true });
      const isLeaders = stat.isFile() && isOwn(stat, OTHERS_AT_ALL) && stat.size <= MAX_LEADER_FILE_BYTES;
      return { said: isLeaders ? parseFile(readAll(fs, fd, stat).toString('utf8')) : null, holder: identityOf(stat) };
    } finally {
      fs.closeSync(fd);
    }
  }

  async #sit(secret: string, accept: (wire: Connection) => ConnectionHandler): Promise<(() => void) | null> {
    const { fs, random, sockets } = this.runtime;
    fs.mkdirSync(this.#folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    if (!this.#isSafe()) return null;
    for (const left of listDirectory(fs, this.#folder)) removeIfThere(fs, join(this.#folder, left));
    const name = process.platform === 'win32' ? `${nonce(random)}${nonce(random)}` : nonce(random).slice(0, NAME_DIGITS);
    const address = socketAddress(this.#folder, name);
    const stop = address === null ? null : await sockets.listen(address, accept);
    if (stop === null) return null;
    try {
      this.#writeFile(JSON.stringify({ socket: name, secret }));
    } catch (error) {
      stop();
      throw error;
    }
    const { holder } = this;
    this.#own = holder;
    return () => {
      this.#own = null;
      this.removeLeader(holder ?? '');
      stop();
    };
  }

  #writeFile(text: string): void {
    const { fs, random } = this.runtime;
    const temporary = join(this.#folder, `${nonce(random)}.tmp`);
    const fd = fs.openSync(temporary, OPEN.createNew, OWNER_ONLY_FILE);
    try {
      writeAll(fs, fd, Buffer.from(text));
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(temporary, this.#file);
  }

  /** Returns whether a leader accepts a connection. Sends nothing. */
  async #isAnswered(): Promise<boolean> {
    const leader = this.find();
    if (typeof leader === 'string') return false;
    const end: ConnectionHandler = { longest: () => 0, line: () => undefined, silent: () => undefined, closed: () => undefined };
    const wire = await this.runtime.sockets.call(leader.address, end);
    if (typeof wire === 'string') return false;
    wire.close();
    return true;
  }
}

function parseFile(text: string): Checked<typeof leaderFile> | null {
  try {
    return leaderFile().safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
