import { createHash } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { readFileBounded, writeFileDurable } from '../files/atomic-file.ts';
import { makeLocalFolder } from '../files/local-folder.ts';
import { CortexError } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { onDemand } from '../platform/on-demand.ts';
import { programFolder } from '../platform/program-folder.ts';
import type { Runtime } from '../platform/runtime.ts';
import { EXPLORER_FILE } from './explore/explorer-file.ts';
import { isCortexFolder, readerVersion } from './facts-cache.ts';
import { type HistoryHead, historyHead } from './history/commits.ts';
import { MAX_SOURCE_BYTES } from './limits.ts';
import { listSources, type Source, type Sources } from './sources.ts';

const FOLDER = '.cortex/.local/graph';
const FILE = 'last-build.json';
const VERSION = 1;
const MAX_BYTES = 64 * 1_048_576;
const MAX_PROGRAM_BYTES = 16_777_216;
/** Files that a build writes. If one of them changes or is deleted, the next build runs again. */
const MADE = ['.cortex/graph.crtx', `${FOLDER}/digest.jsonl`, `${FOLDER}/gaps.json`];
/** Two changes within this time may leave a file with the same size and mtime. Nanoseconds. */
const TICK_NS = 2_000_000_000n;

/** Everything that the result of a build depends on. */
export interface BuildInputs {
  /** Version hash of the program and the grammars; empty if unknown. */
  readonly program: string;
  /** The newest commit; `null` if git cannot report it. */
  readonly stand: HistoryHead | null;
  readonly sources: Sources;
  /** Time just before the sources were listed, milliseconds since 1970 UTC. */
  readonly listedAt: number;
}

/**
 * Collects the inputs of a build without reading any source.
 * @param root a real path
 * @param folder contains the programs of the graph
 * @throws the abort reason of `signal`
 */
export async function collectInputs(runtime: Runtime, root: string, folder: string, signal?: AbortSignal): Promise<BuildInputs> {
  const listedAt = runtime.clock.now();
  const [stand, sources] = await Promise.all([historyHead(root, signal), listSources(runtime, root, signal)]);
  return { program: programVersion(runtime.fs, folder), stand, sources, listedAt };
}

const keptSchema = onDemand(() =>
  z.object({
    version: z.literal(VERSION),
    inputs: z.string(),
    made: z.string(),
    /**
     * Pairs of path and content hash. They cover files that were modified so recently that a later change might not show in size and mtime,
     * and files that were read without being listed.
     */
    recent: z.array(z.tuple([z.string(), z.string()])),
    /** The answer of that build, returned again if nothing has changed. */
    answer: z.unknown(),
  }),
);

/** The record of the last build. */
export type LastBuild = z.infer<ReturnType<typeof keptSchema>>;

/** Returns the SHA-256 hash as base64url. */
export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64url');

/**
 * Returns a hash of everything besides the project that a graph depends on. The program of the graph thread contains all of that code, or names
 * its parts by their content. Empty if it cannot be read.
 */
function programVersion(fs: FileSystem, folder: string): string {
  const reader = readerVersion(fs, folder);
  try {
    const made = readFileBounded(fs, path.join(programFolder('threads'), EXPLORER_FILE), { maxBytes: MAX_PROGRAM_BYTES });
    return reader === '' || made === null ? '' : sha256(`${reader} ${sha256(made.bytes)}`);
  } catch (error) {
    if (error instanceof CortexError) return '';
    throw error;
  }
}

const listed = ({ path: name, size, mtimeNs }: Source): string => `${name}\0${size}\0${mtimeNs}`;

/** Returns a hash of all inputs of a build, except the contents of files modified within a tick of being listed. */
function inputsHash({ program, stand, sources }: BuildInputs): string {
  const { files, configs, paths, links, problems, unread, leftOut } = sources;
  const lists = [files.map(listed), configs.map(listed), [...paths].sort(), [...links], problems, unread];
  return sha256(JSON.stringify([program, stand, leftOut, ...lists]));
}

/** Returns the size and mtime of each file that builds write; `null` if one is missing. */
function outputFingerprint(fs: FileSystem, root: string): string | null {
  try {
    const stats = MADE.map((file) => fs.lstatSync(path.join(root, file), { bigint: true }));
    return stats.map(({ size, mtimeNs }) => `${size}-${mtimeNs}`).join(' ');
  } catch {
    return null;
  }
}

/** Reads the record of the last build; `null` if it is missing or unreadable, which only costs a rebuild. @param root a real path */
export function readLastBuild({ fs }: Runtime, root: string): LastBuild | null {
  try {
    const content = readFileBounded(fs, path.join(root, FOLDER, FILE), { maxBytes: MAX_BYTES, root });
    return keptSchema().safeParse(JSON.parse(content?.bytes.toString('utf8') ?? 'null')).data ?? null;
  } catch (error) {
    if (error instanceof CortexError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isAsRead(fs: FileSystem, root: string, [file, hash]: readonly [string, string]): boolean {
  try {
    const content = readFileBounded(fs, path.join(root, file), { maxBytes: MAX_SOURCE_BYTES, root });
    return content !== null && sha256(content.bytes) === hash;
  } catch (error) {
    if (error instanceof CortexError) return false;
    throw error;
  }
}

/** Whether a build of these inputs would give the same result as the last one, and its files are unchanged. @param root a real path */
export function isUpToDate({ fs }: Runtime, root: string, last: LastBuild, inputs: BuildInputs): boolean {
  if (inputs.program === '' || last.inputs !== inputsHash(inputs) || last.made !== outputFingerprint(fs, root)) return false;
  return last.recent.every((each) => isAsRead(fs, root, each));
}

/** A finished build and its inputs. */
export interface FinishedBuild {
  readonly inputs: BuildInputs;
  /** SHA-256 of the bytes that were read of each file, as base64url. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly answer: unknown;
}

/**
 * Returns the hashes of files modified so shortly before listing that a later change might not show, and of files that were read without
 * being listed; `null` if one of the hashes is unknown.
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
  // Configuration files with unusual names, which other configuration refers to, are on neither list.
  const listed = new Set([...sources.files, ...sources.configs].map(({ path: file }) => file));
  return [...recent, ...[...hashes].filter(([file]) => !listed.has(file))];
}

/**
 * Stores a record of the build, so that the next one can be skipped if nothing changed. Errors are ignored: without the record the next
 * build only takes longer.
 * @param root a real path
 */
export async function saveBuild(runtime: Runtime, root: string, build: FinishedBuild): Promise<void> {
  const { fs } = runtime;
  const [made, recent] = [outputFingerprint(fs, root), recentOf(build)];
  if (made === null || recent === null || !isCortexFolder(fs, root)) return;
  const kept: LastBuild = { version: VERSION, inputs: inputsHash(build.inputs), made, recent, answer: build.answer };
  try {
    const folder = await makeLocalFolder(runtime, root, FOLDER);
    await writeFileDurable(runtime, path.join(folder, FILE), Buffer.from(JSON.stringify(kept)));
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
  }
}
