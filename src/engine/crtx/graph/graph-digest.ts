import { createHash } from 'node:crypto';
import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { makeLocalFolder } from '../../files/local-folder.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { isCount, isNumber, isText, listOf, shapeGuard } from '../../text/shape.ts';
import { FILE_NAMES } from '../cortex-io.ts';
import { CORTEX_FOLDER } from '../root.ts';

const FOLDER = `${CORTEX_FOLDER}/.local/graph`;
const FILE = 'digest.jsonl';
const VERSION = 2;
const LINE_END = Buffer.from('\n');

/** Maximum size of a digest, in bytes. */
export const MAX_DIGEST_BYTES = 256 * 1_048_576;
/** Maximum size of a digest that is read as a side task, in bytes: reading one of this size takes about ten milliseconds. */
export const QUICK_DIGEST_BYTES = 16 * 1_048_576;

/** A file that a change may break. `because` has a sentence for each step. */
export interface ImpactedFile {
  /** Relative to the project's root. */
  readonly path: string;
  /** From 0 to 1. */
  readonly likelihood: number;
  readonly because: readonly string[];
}

/** The files and tests that a change of one file may break, the most likely first. */
export interface Dependents {
  readonly files: readonly ImpactedFile[];
  readonly tests: readonly ImpactedFile[];
}

/** A file that is both important and likely to break. Shares are from 0 to 1. */
export interface RiskyFile {
  readonly path: string;
  readonly risk: number;
  readonly importance: number;
  readonly fragility: number;
}

/** The content of a digest, before it is written. */
export interface DigestContent {
  readonly followers: ReadonlyMap<string, Dependents>;
  /** The riskiest first. */
  readonly risky: readonly RiskyFile[];
}

/** The first line. `starts`: offset of each file's line, counted from the end of this line. `sha256`: hash of all lines after this one. */
interface Head {
  readonly version: number;
  readonly graph: string;
  readonly paths: readonly string[];
  readonly starts: readonly number[];
  readonly sha256: string;
  readonly risky: readonly RiskyFile[];
}

const isHead = shapeGuard<Head>({
  version: (value) => value === VERSION,
  graph: isText,
  paths: listOf(isText),
  starts: listOf(isCount),
  sha256: isText,
  risky: listOf(shapeGuard<RiskyFile>({ path: isText, risk: isNumber, importance: isNumber, fragility: isNumber })),
});

/** Paths are indexes into `paths` of the head. */
type DigestEntry = readonly [place: number, likelihood: number, because: readonly string[]];
interface Line {
  readonly files: readonly DigestEntry[];
  readonly tests: readonly DigestEntry[];
}

const areSentences = listOf(isText);
const isDigestEntry = (value: unknown): boolean =>
  Array.isArray(value) && isCount(value[0]) && isNumber(value[1]) && areSentences(value[2]) && value.length === 3;
const isLine = shapeGuard<Line>({ files: listOf(isDigestEntry), tests: listOf(isDigestEntry) });

const NOTHING: Dependents = { files: [], tests: [] };

/** Returns an identifier of the published graph of a project; `null` if there is none. */
export function graphIdentity(fs: FileSystem, root: string): string | null {
  try {
    const { size, mtimeNs } = fs.statSync(path.join(root, CORTEX_FOLDER, FILE_NAMES.graph), { bigint: true });
    return `${size}-${mtimeNs}`;
  } catch {
    return null;
  }
}

/** Whether the project has a graph, with or without a digest. */
export function hasGraph(fs: FileSystem, root: string): boolean {
  return graphIdentity(fs, root) !== null;
}

/**
 * A short form of a project's graph, written by `graph build` (docs/decisions/0020-graph-digest.md): impact and risk, without
 * reading the whole graph.
 */
export class GraphDigest {
  readonly #head: Head;
  readonly #lines: Buffer;

  private constructor(head: Head, lines: Buffer) {
    this.#head = head;
    this.#lines = lines;
  }

  /**
   * Opens the digest of a project.
   * @param mostBytes larger digests are not read
   * @returns `null` if it is missing, unreadable or belongs to another graph: it can always be built again
   */
  static open({ fs }: Runtime, root: string, mostBytes: number): GraphDigest | null {
    const bytes = bytesOf(fs, root, mostBytes);
    const end = bytes.indexOf(LINE_END);
    const head = end < 0 ? null : parsed(bytes.subarray(0, end));
    const lines = bytes.subarray(end + 1);
    return isHead(head) && head.graph === graphIdentity(fs, root) && isWhole(head, lines) ? new GraphDigest(head, lines) : null;
  }

  /** All files of the graph, sorted by code units. */
  get paths(): readonly string[] {
    return this.#head.paths;
  }

  /** The riskiest first. */
  get risky(): readonly RiskyFile[] {
    return this.#head.risky;
  }

  /** Returns what a change of a file may break. @param place index in `paths` */
  dependentsOf(place: number): Dependents {
    const { paths, starts } = this.#head;
    const line = parsed(this.#lines.subarray(starts[place] ?? 0, starts[place + 1]));
    if (!isLine(line)) return NOTHING;
    const named = (kept: readonly DigestEntry[]): ImpactedFile[] =>
      kept.flatMap(([at, likelihood, because]) => {
        const file = paths[at];
        return file === undefined ? [] : [{ path: file, likelihood, because }];
      });
    return { files: named(line.files), tests: named(line.tests) };
  }
}

/** Whether the lines are complete. A truncated or damaged digest would show files as having no dependents. */
function isWhole({ paths, starts, sha256 }: Head, lines: Buffer): boolean {
  return starts.length === paths.length && sha256 === sha256Of(lines);
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function bytesOf(fs: FileSystem, root: string, mostBytes: number): Buffer {
  try {
    return readFileBounded(fs, path.join(root, FOLDER, FILE), { maxBytes: mostBytes, root })?.bytes ?? Buffer.alloc(0);
  } catch (error) {
    if (error instanceof CortexError) return Buffer.alloc(0);
    throw error;
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** Writes the digest of the graph that was just written. @param root a real path @throws CortexError */
export async function writeGraphDigest(runtime: Runtime, root: string, { followers, risky }: DigestContent): Promise<void> {
  const graph = graphIdentity(runtime.fs, root);
  if (graph === null) return;
  const paths = [...followers.keys()].sort();
  const places = new Map(paths.map((each, place) => [each, place]));
  const kept = (files: readonly ImpactedFile[]) =>
    files.map(({ path: each, likelihood, because }) => [places.get(each) ?? -1, likelihood, because] satisfies DigestEntry);
  const lines = paths.map((each) => {
    const { files, tests } = followers.get(each) ?? NOTHING;
    return Buffer.from(`${JSON.stringify({ files: kept(files), tests: kept(tests) } satisfies Line)}\n`);
  });
  let end = 0;
  const starts = lines.map(({ length }) => {
    end += length;
    return end - length;
  });
  const text = Buffer.concat(lines);
  const head = Buffer.from(JSON.stringify({ version: VERSION, graph, paths, starts, sha256: sha256Of(text), risky } satisfies Head));
  const folder = await makeLocalFolder(runtime, root, FOLDER);
  await writeFileDurable(runtime, path.join(folder, FILE), Buffer.concat([head, LINE_END, text]));
}
