import { createHash } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { readFileBounded, writeFileDurable } from '../files/atomic-file.ts';
import { makeLocalFolder } from '../files/local-folder.ts';
import { CortexError } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { onDemand } from '../platform/on-demand.ts';
import type { Runtime } from '../platform/runtime.ts';
import { EXPLORER_FILE } from './explore/explorer-file.ts';
import { isCortexFolder, readerVersion } from './facts-cache.ts';
import { type CommitStand, standOf } from './history/commits.ts';
import { MOST_SOURCE_BYTES } from './limits.ts';
import { listSources, type Source, type Sources } from './sources.ts';

const FOLDER = '.cortex/.local/graph';
const FILE = 'last-build.json';
const VERSION = 1;
const MOST_BYTES = 64 * 1_048_576;
const MOST_PROGRAM_BYTES = 16_777_216;
/** What a build writes. Whoever deletes one of them wants it anew. */
const MADE = ['.cortex/graph.crtx', `${FOLDER}/digest.jsonl`, `${FOLDER}/gaps.json`];
/** Two changes within so short a time may leave a file with the same size and the same time, in nanoseconds. */
const TICK_NS = 2_000_000_000n;

/** What a build depends on. */
export interface BuildInputs {
  /** Of the program and the grammars. */
  readonly program: string;
  /** Where the history stands; `null` where git cannot say. */
  readonly stand: CommitStand | null;
  readonly sources: Sources;
  /** Before they were listed, milliseconds since 1970 UTC. */
  readonly listedAt: number;
}

/**
 * Looks at all that a build depends on, without reading any source.
 * @param root a real path
 * @param folder with the programs of the graph
 * @throws what the signal says when it aborts
 */
export async function readInputs(runtime: Runtime, root: string, folder: string, signal?: AbortSignal): Promise<BuildInputs> {
  const listedAt = runtime.clock.now();
  const [stand, sources] = await Promise.all([standOf(root, signal), listSources(runtime, root, signal)]);
  return { program: programVersion(runtime.fs, folder), stand, sources, listedAt };
}

const keptSchema = onDemand(() =>
  z.object({
    version: z.literal(VERSION),
    inputs: z.string(),
    made: z.string(),
    /** Of files that were so new that a later change might not show in their size and time, or that were not listed: the hash of what was read. */
    recent: z.array(z.tuple([z.string(), z.string()])),
    /** Who built answers the same again, if nothing has changed. */
    answer: z.unknown(),
  }),
);

/** A build that was kept. */
export type LastBuild = z.infer<ReturnType<typeof keptSchema>>;

/** SHA-256 as base64url. */
export const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64url');

/** What a graph depends on beside its project: the thread that makes it has all of it in one file. Empty where that cannot be read. */
function programVersion(fs: FileSystem, folder: string): string {
  const reader = readerVersion(fs, folder);
  try {
    const made = readFileBounded(fs, path.join(folder, EXPLORER_FILE), { maxBytes: MOST_PROGRAM_BYTES });
    return reader === '' || made === null ? '' : hashOf(`${reader} ${hashOf(made.bytes)}`);
  } catch (error) {
    if (error instanceof CortexError) return '';
    throw error;
  }
}

const listed = ({ path: name, size, mtimeNs }: Source): string => `${name}\0${size}\0${mtimeNs}`;

/** One text for all that a build depends on, but for the contents of files that were changed within a tick. */
function inputsHash({ program, stand, sources }: BuildInputs): string {
  const { files, configs, paths, problems, unread, leftOut } = sources;
  const lists = [files.map(listed), configs.map(listed), [...paths].sort(), problems, unread];
  return hashOf(JSON.stringify([program, stand, leftOut, ...lists]));
}

/** The files that builds write, as they are; `null` where one of them is not there. */
function madeIn(fs: FileSystem, root: string): string | null {
  try {
    const stats = MADE.map((file) => fs.lstatSync(path.join(root, file), { bigint: true }));
    return stats.map(({ size, mtimeNs }) => `${size}-${mtimeNs}`).join(' ');
  } catch {
    return null;
  }
}

/** The build that was kept; `null` where there is none, or it cannot be read: it can always be made anew. @param root a real path */
export function lastBuild({ fs }: Runtime, root: string): LastBuild | null {
  try {
    const content = readFileBounded(fs, path.join(root, FOLDER, FILE), { maxBytes: MOST_BYTES, root });
    return keptSchema().safeParse(JSON.parse(content?.bytes.toString('utf8') ?? 'null')).data ?? null;
  } catch (error) {
    if (error instanceof CortexError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isAsRead(fs: FileSystem, root: string, [file, hash]: readonly [string, string]): boolean {
  try {
    const content = readFileBounded(fs, path.join(root, file), { maxBytes: MOST_SOURCE_BYTES, root });
    return content !== null && hashOf(content.bytes) === hash;
  } catch (error) {
    if (error instanceof CortexError) return false;
    throw error;
  }
}

/** Whether a build of these inputs would give what the last one gave, and that is still there. @param root a real path */
export function isUpToDate({ fs }: Runtime, root: string, last: LastBuild, inputs: BuildInputs): boolean {
  if (inputs.program === '' || last.inputs !== inputsHash(inputs) || last.made !== madeIn(fs, root)) return false;
  return last.recent.every((each) => isAsRead(fs, root, each));
}

/** What was built, and of what. */
export interface FinishedBuild {
  readonly inputs: BuildInputs;
  /** Of what was read of a file, SHA-256 as base64url. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly answer: unknown;
}

/**
 * Hashes of the files that changed so shortly before they were listed that a later change might not show, and of those that were read
 * without being listed; `null` where one is not known.
 */
function recentOf({ inputs: { sources, listedAt }, hashes }: FinishedBuild): [string, string][] | null {
  const settledBefore = BigInt(Math.floor(listedAt)) * 1_000_000n - TICK_NS;
  const recent: [string, string][] = [];
  for (const { path: file, mtimeNs } of [...sources.files, ...sources.configs]) {
    if (mtimeNs < settledBefore) continue;
    const hash = hashes.get(file);
    if (hash === undefined) return null;
    recent.push([file, hash]);
  }
  // What other configurations name under names of their own is on neither list.
  const listed = new Set([...sources.files, ...sources.configs].map(({ path: file }) => file));
  return [...recent, ...[...hashes].filter(([file]) => !listed.has(file))];
}

/** Keeps a build for the next time. Nothing depends on it but the time of that. @param root a real path */
export async function keepBuild(runtime: Runtime, root: string, build: FinishedBuild): Promise<void> {
  const { fs } = runtime;
  const [made, recent] = [madeIn(fs, root), recentOf(build)];
  if (made === null || recent === null || !isCortexFolder(fs, root)) return;
  const kept: LastBuild = { version: VERSION, inputs: inputsHash(build.inputs), made, recent, answer: build.answer };
  try {
    const folder = await makeLocalFolder(runtime, root, FOLDER);
    await writeFileDurable(runtime, path.join(folder, FILE), Buffer.from(JSON.stringify(kept)));
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
  }
}
