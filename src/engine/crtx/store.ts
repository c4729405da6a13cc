import path from 'node:path';
import { CortexError, systemCode } from '../kernel/errors.ts';
import type { FileSystem } from '../kernel/file-system.ts';
import { PublishedLog } from '../kernel/log/published-log.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { CortexIO } from './cortex-io.ts';
import type { LockTable } from './lock-table.ts';
import { CORTEX_FOLDER } from './root.ts';
import type { CortexFile, SwarmManifest } from './schema.ts';
import { type SwarmAnswer, type SwarmAnswers, swarmMachine } from './swarm/machine.ts';
import { swarmProjection } from './swarm/projection.ts';
import type { RecordOf, SwarmRecord } from './swarm/records.ts';
import type { SwarmState } from './swarm/state.ts';

/** Below `.cortex`: what belongs to one machine and is never committed. */
export const LOCAL_FOLDER = '.local';

/** An answer with the id of the record that asked for it. */
export interface Answered<Op extends SwarmRecord['op']> {
  readonly id: string;
  readonly result: SwarmAnswers[Op];
}

function answers<Op extends SwarmRecord['op']>(answer: SwarmAnswer, op: Op): answer is SwarmAnswer & { op: Op; result: SwarmAnswers[Op] } {
  return answer.op === op;
}

/** True where `A` and `a` name the same file: then lock paths must not tell them apart either. */
function ignoresCase(fs: FileSystem, root: string): boolean {
  try {
    fs.lstatSync(path.join(root, CORTEX_FOLDER.toUpperCase()), { bigint: true });
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The swarm of a project: what its log says, and operations on it. */
export class SwarmStore {
  readonly #log: PublishedLog<SwarmRecord, SwarmState, SwarmAnswer, CortexFile<SwarmManifest>>;

  private constructor(
    readonly runtime: Runtime,
    /** The project's folder, a real path. */
    readonly root: string,
    /** True where the file system takes `A` and `a` for the same name. */
    readonly foldCase: boolean,
    project: string,
  ) {
    const folder = path.join(root, CORTEX_FOLDER);
    this.#log = new PublishedLog(runtime, {
      directory: path.join(folder, LOCAL_FOLDER, 'swarm'),
      root,
      machine: swarmMachine,
      projection: swarmProjection({ file: path.join(folder, 'swarm.crtx'), project, foldCase }),
    });
  }

  /** @param root as `findProjectRoot` gives it @throws CortexError when the log or a foreign `swarm.crtx` cannot be read */
  static async open(runtime: Runtime, root: string): Promise<SwarmStore> {
    const store = new SwarmStore(runtime, root, ignoresCase(runtime.fs, root), await new CortexIO(root, runtime).projectId());
    await store.refresh();
    return store;
  }

  get locks(): LockTable {
    return this.#log.state.locks;
  }

  /** What was skipped or could not be done in the background. */
  get problems(): readonly string[] {
    return this.#log.problems;
  }

  /** Reads what others have written meanwhile. @throws as `open` */
  async refresh(): Promise<void> {
    await this.#log.read();
  }

  /** Writes a record and answers it. @throws CortexError when it could not be written: then it did not happen */
  async transact<Op extends SwarmRecord['op']>(record: RecordOf<Op>): Promise<Answered<Op>> {
    const { answer, place } = await this.#log.transact(record);
    if (answer === null || !answers<Op>(answer, record.op)) throw new CortexError('io', `the log gave no answer to ${record.op}`);
    return { id: place.id, result: answer.result };
  }

  /** Publishes what is not yet published and lets go of the files. */
  close(): Promise<void> {
    return this.#log.close();
  }
}

/** Opens a store, uses it, and closes it whatever happens. */
export async function withSwarm<T>(runtime: Runtime, root: string, use: (store: SwarmStore) => Promise<T>): Promise<T> {
  const store = await SwarmStore.open(runtime, root);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
