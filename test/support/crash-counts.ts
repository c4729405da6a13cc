import { constants } from 'node:fs';
import { type CrashPlan, type CrashReport, exploreCrashes, type Modes } from './crash-explorer.ts';
import type { Label } from './fault-fs.ts';

/** What the calls that change the disk are called by the system; a file that is made is `create`. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ writeSync: 'write', fdatasync: 'fdatasync', fsync: 'fsync', linkSync: 'link', renameSync: 'rename', unlinkSync: 'unlink' },
  mkdirSync: 'mkdir',
};

/** Names calls as system calls are named; those that only look at the disk share a name. */
const callName: Label = (op, _path, _to, { flags = 0 }) => {
  if (op === 'openSync') return (flags & constants.O_CREAT) === 0 ? 'look' : 'create';
  return NAMES[op] ?? 'look';
};

/** What may become of a process at a call; `fail` and `cut` let it live on. */
const WAYS: Readonly<Record<string, Modes>> = {
  killed: { before: true, after: false, reads: false, losses: 1 },
  'I/O error': { before: false, after: false, short: () => [], fail: ['EIO'], losses: 0 },
  'disk full': { before: false, after: false, short: () => [], fail: ['ENOSPC'], cut: true, reads: false, losses: 0 },
};

const COLUMNS = ['create', ...Object.values(NAMES), 'look'];

/** Explores scenarios in every way, and keeps count of the crash points. */
export class CrashCounts {
  readonly #rows: Record<string, Record<string, number>> = {};
  readonly #oneIn: number;

  /** @param oneIn of so many neighbouring crash points of one kind, one is tried */
  constructor(oneIn = 1) {
    this.#oneIn = oneIn;
  }

  /**
   * A scenario whose process is killed before each call that changes the disk and in the middle of each write, each time with the power
   * on and lost; whose calls fail one by one; and whose disk is full from one call to the next.
   * @throws what the plan's `verify` throws, with the place
   */
  async explore<C, A>(name: string, plan: Omit<CrashPlan<C, A>, 'fileSystem' | 'modes'>): Promise<void> {
    for (const [way, modes] of Object.entries(WAYS)) {
      const report = await exploreCrashes({ ...plan, fileSystem: { label: callName }, modes: { ...modes, oneIn: this.#oneIn } });
      this.#rows[`${name}, ${way}`] = rowOf(report);
    }
  }

  /** All of them in one table: a column for each call, with how often something was done to it. */
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
