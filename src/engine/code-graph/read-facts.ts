import { CortexError } from '../kernel/errors.ts';
import type { Runtime } from '../kernel/runtime.ts';
import type { FileFacts } from './facts.ts';
import { FactsCache, type KnownFile, readerVersion } from './facts-cache.ts';
import { graphFolder } from './parse/graph-folder.ts';
import type { Job, Outcome } from './parse/messages.ts';
import { parseInWorkers } from './parse/parse-pool.ts';
import { fewOfEach, type GraphProblem } from './problems.ts';
import type { Source, Sources } from './sources.ts';

/** Two changes within so short a time may leave a file with the same size and the same time, in nanoseconds. */
const TICK_NS = 2_000_000_000n;

export interface ReadFactsOptions {
  readonly signal?: AbortSignal | undefined;
  /** Where the worker and the grammars are. Default: `dist/graph` of the program that runs. */
  readonly folder?: string;
  progress?(done: number, of: number): void;
}

export interface ReadFacts {
  /** By path, in the order of the sources. */
  readonly facts: ReadonlyMap<string, FileFacts>;
  readonly problems: readonly GraphProblem[];
  /** How many files were parsed, because nothing was known of their bytes. */
  readonly parsed: number;
  /** How many turned out to be generated, minified or no text. */
  readonly leftOut: number;
}

class FactsReading {
  readonly known = new Map<string, KnownFile>();
  readonly problems: GraphProblem[] = [];
  parsed = 0;
  /** A file that changed later may change again without showing it, in nanoseconds. */
  readonly #settledBefore: bigint;
  readonly #grammars = new Map<string, { why: string; files: number }>();
  readonly #sources: ReadonlyMap<string, Source>;
  readonly #before: ReadonlyMap<string, KnownFile>;

  constructor(runtime: Runtime, sources: readonly Source[], before: ReadonlyMap<string, KnownFile>) {
    this.#settledBefore = BigInt(Math.floor(runtime.clock.now())) * 1_000_000n - TICK_NS;
    this.#sources = new Map(sources.map((source) => [source.path, source]));
    this.#before = before;
  }

  /** What has to be read; the rest is known. */
  jobs(): Job[] {
    const jobs: Job[] = [];
    for (const { path, size, mtimeNs } of this.#sources.values()) {
      const known = this.#before.get(path);
      if (known !== undefined && known.size === size && known.mtimeNs === String(mtimeNs)) this.known.set(path, known);
      else jobs.push({ path, size, hash: known?.hash ?? null });
    }
    return jobs;
  }

  take({ path }: Job, outcome: Outcome): void {
    const before = this.#before.get(path);
    if (outcome.kind === 'facts') {
      this.parsed += 1;
      this.#remember(path, { hash: outcome.hash, facts: JSON.parse(outcome.facts), why: '' });
    } else if (outcome.kind === 'left-out') this.#remember(path, { hash: outcome.hash, facts: null, why: outcome.why });
    else if (outcome.kind === 'same' && before !== undefined) this.#remember(path, before);
    else if (outcome.kind === 'failed') this.problems.push({ path, message: outcome.why });
    else if (outcome.kind === 'no-grammar') {
      const of = this.#grammars.get(outcome.language) ?? { why: outcome.why, files: 0 };
      this.#grammars.set(outcome.language, { ...of, files: of.files + 1 });
    }
  }

  #remember(path: string, read: Pick<KnownFile, 'hash' | 'facts' | 'why'>): void {
    const source = this.#sources.get(path);
    if (source === undefined) return;
    const { size, mtimeNs } = source;
    const shown = mtimeNs < this.#settledBefore ? String(mtimeNs) : '';
    this.known.set(path, { path, size, mtimeNs: shown, hash: read.hash, facts: read.facts, why: read.why });
  }

  /** All that is known, in the order of the sources, whoever was the first to read. */
  finish(): ReadFacts {
    const facts = new Map<string, FileFacts>();
    let leftOut = 0;
    for (const path of this.#sources.keys()) {
      const known = this.known.get(path);
      if (known === undefined) continue;
      if (known.facts !== null) facts.set(path, known.facts);
      else {
        leftOut += 1;
        this.problems.push({ path, message: known.why });
      }
    }
    for (const [language, { why, files }] of this.#grammars) {
      const which = `${files} ${files === 1 ? 'file' : 'files'} of ${language}`;
      this.problems.push({ path: null, message: `${which} cannot be read, because the grammar cannot be loaded: ${why}` });
    }
    this.problems.sort((one, other) => compare(one.path ?? '', other.path ?? '') || compare(one.message, other.message));
    return { facts, problems: fewOfEach(this.problems), parsed: this.parsed, leftOut };
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * The facts of all sources: remembered ones where the bytes are the same, the others read in worker threads and then remembered in
 * `.cortex/.local/graph/`, where there is a `.cortex` folder.
 * @param root a real path
 * @throws what the signal says when it aborts
 */
export async function readFacts(runtime: Runtime, root: string, { files }: Sources, options: ReadFactsOptions = {}): Promise<ReadFacts> {
  const { signal, folder = graphFolder() } = options;
  const cache = FactsCache.open(runtime, root, readerVersion(runtime.fs, folder));
  const reading = new FactsReading(runtime, files, cache?.files ?? new Map());
  const jobs = reading.jobs();
  let done = files.length - jobs.length;
  const onOutcome = (job: Job, outcome: Outcome) => {
    reading.take(job, outcome);
    done += 1;
    options.progress?.(done, files.length);
  };
  await parseInWorkers({ root, folder, jobs, signal, onOutcome });
  const isSame = jobs.length === 0 && cache?.files.size === reading.known.size;
  if (cache !== null && !isSame) await remember(cache, reading);
  return reading.finish();
}

/** Nothing depends on it but the time of the next reading. */
async function remember(cache: FactsCache, { known, problems }: FactsReading): Promise<void> {
  try {
    await cache.write(known.values());
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    problems.push({ path: null, message: `what was read cannot be remembered: ${error.message}` });
  }
}
