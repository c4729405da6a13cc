import type { UnreadFile } from '../crtx/index.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { FileFacts } from './facts.ts';
import { FactsCache, type KnownFile, readerVersion } from './facts-cache.ts';
import type { Job, Outcome } from './parse/messages.ts';
import type { ParsePool } from './parse/parse-pool.ts';
import { NO_TEXT } from './parse/skip-reason.ts';
import { firstOfEachKind, type GraphProblem } from './problems.ts';
import type { Source, Sources } from './sources.ts';

const PARSED_IN_PART = 'could not be parsed completely';
/** Two changes within this time may leave a file with the same size and mtime. Nanoseconds. */
const TICK_NS = 2_000_000_000n;

export interface ReadFactsOptions {
  readonly signal?: AbortSignal | undefined;
  progress?(done: number, of: number): void;
  /**
   * Called with the cached facts of most files while the rest are read, so that work on them runs in parallel. Only called if few files
   * have to be read.
   */
  onBegun?(before: ReadonlyMap<string, FileFacts>): void;
}

export interface ReadFacts {
  /** By path, in the order of the sources. */
  readonly facts: ReadonlyMap<string, FileFacts>;
  readonly problems: readonly GraphProblem[];
  /** Number of files that were parsed because their bytes were not in the cache. */
  readonly parsed: number;
  /** Files whose imports are not all known. */
  readonly unread: readonly UnreadFile[];
  /** Number of files that turned out to be minified or binary. */
  readonly leftOut: number;
}

/** A file that could not be read, with its size and mtime at that time. */
interface Failed extends Pick<Source, 'size' | 'mtimeNs'> {
  readonly outcome: Outcome;
}

/** One pass over the files of a project: cached facts, and the outcomes of reading the other files. */
export class FactsReading {
  readonly known = new Map<string, KnownFile>();
  parsed = 0;
  /** Files that could not be read. They are not tried again until they change. */
  readonly #failed = new Map<string, Failed>();
  readonly #said: GraphProblem[] = [];
  /** A file modified after this time may change again without a new mtime. Nanoseconds. */
  readonly #settledBefore: bigint;
  readonly #sources: ReadonlyMap<string, Source>;
  readonly #before: ReadonlyMap<string, KnownFile>;

  readonly #named: ReadonlySet<string>;

  /** @param before cached entries @param named paths that are read again even if cached */
  constructor(
    runtime: Runtime,
    sources: readonly Source[],
    before: ReadonlyMap<string, KnownFile>,
    named: ReadonlySet<string> = new Set(),
  ) {
    this.#settledBefore = BigInt(Math.floor(runtime.clock.now())) * 1_000_000n - TICK_NS;
    this.#sources = new Map(sources.map((source) => [source.path, source]));
    this.#before = before;
    this.#named = named;
  }

  /** Starts the next pass from the results of this one. Files that could not be read are skipped until they change. */
  next(runtime: Runtime, sources: readonly Source[], named: ReadonlySet<string>): FactsReading {
    const next = new FactsReading(runtime, sources, this.known, named);
    for (const [path, failed] of this.#failed) {
      const source = next.#sources.get(path);
      const isAsItWas = source?.size === failed.size && source.mtimeNs === failed.mtimeNs;
      if (isAsItWas && !named.has(path)) next.#failed.set(path, failed);
    }
    return next;
  }

  /** Returns the files to read. All others are cached or failed before. */
  jobs(): Job[] {
    const jobs: Job[] = [];
    for (const { path, size, mtimeNs } of this.#sources.values()) {
      const known = this.#before.get(path);
      const isKnown = known !== undefined && known.size === size && known.mtimeNs === String(mtimeNs);
      if (isKnown && !this.#named.has(path)) this.known.set(path, known);
      else if (!this.#failed.has(path)) jobs.push({ path, size, hash: known?.hash ?? null });
    }
    return jobs;
  }

  /** Returns the cached facts, which may be outdated. */
  outdated(): Map<string, FileFacts> {
    const found = new Map<string, FileFacts>();
    for (const path of this.#sources.keys()) {
      const facts = this.#before.get(path)?.facts ?? null;
      if (facts !== null) found.set(path, facts);
    }
    return found;
  }

  addOutcome({ path }: Job, outcome: Outcome): void {
    const before = this.#before.get(path);
    if (outcome.kind === 'facts') {
      this.parsed += 1;
      this.#remember(path, { hash: outcome.hash, facts: JSON.parse(outcome.facts), why: '' });
    } else if (outcome.kind === 'left-out') this.#remember(path, { hash: outcome.hash, facts: null, why: outcome.why });
    else if (outcome.kind === 'same' && before !== undefined) this.#remember(path, before);
    else {
      const source = this.#sources.get(path);
      if (source !== undefined) this.#failed.set(path, { size: source.size, mtimeNs: source.mtimeNs, outcome });
    }
  }

  #remember(path: string, read: Pick<KnownFile, 'hash' | 'facts' | 'why'>): void {
    const source = this.#sources.get(path);
    if (source === undefined) return;
    const { size, mtimeNs } = source;
    const shown = mtimeNs < this.#settledBefore ? String(mtimeNs) : '';
    this.known.set(path, { path, size, mtimeNs: shown, hash: read.hash, facts: read.facts, why: read.why });
  }

  addProblem(problem: GraphProblem): void {
    this.#said.push(problem);
  }

  /** Returns all results, in the order of the sources. The order in which worker threads finished does not matter. */
  finish(): ReadFacts {
    const facts = new Map<string, FileFacts>();
    const problems = this.#problems();
    const unread = this.#failures();
    let leftOut = 0;
    for (const path of this.#sources.keys()) {
      const known = this.known.get(path);
      if (known === undefined) continue;
      if (known.facts !== null) {
        facts.set(path, known.facts);
        const { doubtAt, unread: why } = known.facts;
        if (doubtAt !== undefined) unread.push({ path, reason: `${PARSED_IN_PART}: see line ${doubtAt}` });
        if (why === undefined) continue;
        leftOut += 1;
        problems.push({ path, message: `skipped: it ${why}` });
        unread.push({ path, reason: why });
        continue;
      }
      leftOut += 1;
      problems.push({ path, message: `skipped: it ${known.why}` });
      if (known.why !== NO_TEXT) unread.push({ path, reason: known.why });
    }
    problems.sort((one, other) => compare(one.path ?? '', other.path ?? '') || compare(one.message, other.message));
    return { facts, problems: firstOfEachKind(problems), unread, parsed: this.parsed, leftOut };
  }

  #failures(): UnreadFile[] {
    return [...this.#failed].flatMap(([path, { outcome }]) => {
      if (outcome.kind === 'failed') return [{ path, reason: outcome.why.replace(/^it /, '') }];
      return outcome.kind === 'no-grammar' ? [{ path, reason: `cannot be read: the grammar of ${outcome.language} cannot be loaded` }] : [];
    });
  }

  #problems(): GraphProblem[] {
    const problems = [...this.#said];
    const grammars = new Map<string, { why: string; files: number }>();
    for (const [path, { outcome }] of this.#failed) {
      if (outcome.kind === 'failed') problems.push({ path, message: outcome.why });
      else if (outcome.kind === 'no-grammar') {
        const of = grammars.get(outcome.language) ?? { why: outcome.why, files: 0 };
        grammars.set(outcome.language, { ...of, files: of.files + 1 });
      }
    }
    for (const [language, { why, files }] of grammars) {
      const which = `${files} ${files === 1 ? 'file' : 'files'} of ${language}`;
      problems.push({ path: null, message: `${which} cannot be read, because the grammar cannot be loaded: ${why}` });
    }
    return problems;
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** If less than one file in this many has to be read, the cached facts are nearly complete. */
const FEW = 10;

/**
 * Reads the files that are not cached.
 * @throws the abort reason of `signal`
 */
export async function readMissing(reading: FactsReading, pool: ParsePool, files: number, options: ReadFactsOptions = {}): Promise<Job[]> {
  const jobs = reading.jobs();
  let done = files - jobs.length;
  await pool.read({
    jobs,
    signal: options.signal,
    onOutcome: (job, outcome) => {
      reading.addOutcome(job, outcome);
      done += 1;
      options.progress?.(done, files);
    },
    onBegun: () => {
      if (jobs.length * FEW < files) options.onBegun?.(reading.outdated());
    },
  });
  return jobs;
}

/**
 * Returns the facts of all sources. Cached facts are used for unchanged files. The others are parsed in worker threads and then cached in
 * `.cortex/.local/graph/`, if there is a `.cortex` folder.
 * @param pool of the project
 * @throws the abort reason of `signal`
 */
export async function readFacts(
  runtime: Runtime,
  pool: ParsePool,
  { files }: Sources,
  options: ReadFactsOptions = {},
): Promise<FactsReading> {
  const { root, folder } = pool.data;
  const cache = FactsCache.open(runtime, root, readerVersion(runtime.fs, folder));
  const reading = new FactsReading(runtime, files, cache?.files ?? new Map());
  const jobs = await readMissing(reading, pool, files.length, options);
  const isSame = jobs.length === 0 && cache?.files.size === reading.known.size;
  if (cache !== null && !isSame) await remember(cache, reading);
  return reading;
}

/** Writes the cache. A failure is only reported, since it only slows the next read. */
async function remember(cache: FactsCache, reading: FactsReading): Promise<void> {
  try {
    await cache.write(reading.known.values());
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    reading.addProblem({ path: null, message: `cannot cache the parsed files: ${error.message}` });
  }
}
