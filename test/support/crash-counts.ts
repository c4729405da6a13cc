import { constants } from 'node:fs';
import { type CrashPlan, type CrashReport, exploreCrashes, type Modes } from './crash-explorer.ts';
import type { Label } from './fault-fs.ts';

/** Names of the system calls that change the disk. Creating a file is `create`. */
const NAMES: Readonly<Record<string, string>> = {
  writeSync: 'write',
  fdatasync: 'fdatasync',
  fsync: 'fsync',
  linkSync: 'link',
  renameSync: 'rename',
  unlinkSync: 'unlink',
  mkdirSync: 'mkdir',
};

/** Labels calls by system call. All reading calls have one label. */
const callName: Label = (op, _path, _to, { flags = 0 }) => {
  if (op === 'openSync') return (flags & constants.O_CREAT) === 0 ? 'look' : 'create';
  return NAMES[op] ?? 'look';
};

/** Faults at a call. After `fail` and `cut` the process continues. */
const WAYS: Readonly<Record<string, Modes>> = {
  killed: { before: true, after: false, reads: false, losses: 1 },
  'I/O error': { before: false, after: false, short: () => [], fail: ['EIO'], losses: 0 },
  'disk full': { before: false, after: false, short: () => [], fail: ['ENOSPC'], cut: true, reads: false, losses: 0 },
};

const COLUMNS = ['create', ...Object.values(NAMES), 'look'];

/** Explores scenarios with all faults, and counts the crash points. */
export class CrashCounts {
  readonly #rows: Record<string, Record<string, number>> = {};
  readonly #oneIn: number;

  /** @param oneIn tries one of this many neighbouring crash points of the same kind */
  constructor(oneIn = 1) {
    this.#oneIn = oneIn;
  }

  /**
   * Runs a scenario with every fault: killed before each changing call and in the middle of each write, with and without power loss; each
   * call failing; and the disk full from one call to the next.
   * @throws the error of the plan's `verify`, with the place
   */
  async explore<C, A>(name: string, plan: Omit<CrashPlan<C, A>, 'fileSystem' | 'modes'>): Promise<void> {
    for (const [way, modes] of Object.entries(WAYS)) {
      const report = await exploreCrashes({ ...plan, fileSystem: { label: callName }, modes: { ...modes, oneIn: this.#oneIn } });
      this.#rows[`${name}, ${way}`] = rowOf(report);
    }
  }

  /** Prints a table with a column for each call, which counts the faults. */
  print(): void {
    const total: Record<string, number> = {};
    for (const row of Object.values(this.#rows))
      for (const [column, count] of Object.entries(row)) total[column] = (total[column] ?? 0) + count;
    console.table({ ...this.#rows, total });
  }
}

function rowOf({ runs, images, hits }: CrashReport): Record<string, number> {
  return { ...Object.fromEntries(COLUMNS.map((name) => [name, hits.get(name) ?? 0])), runs, disks: images };
}
