import path from 'node:path';
import * as z from 'zod';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { makeLocalFolder } from '../../files/local-folder.ts';
import type { Commit } from '../../platform/git/commit.ts';
import { MAX_FILES } from '../../platform/git/git-history.ts';
import type { Runtime } from '../../platform/runtime.ts';

const FOLDER = '.cortex/.local/graph';
const FILE = 'history.json';
const VERSION = 2;
const MAX_SIZE = 64 * 1_048_576;

/** Each path is stored once, and commits refer to it by index, because most paths appear in many commits. */
const keptSchema = z.object({
  version: z.literal(VERSION),
  head: z.string(),
  paths: z.array(z.string()),
  commits: z.array(z.tuple([z.int(), z.string(), z.enum(['fix', 'revert']).nullable(), z.array(z.int().min(0))])),
});

function readKept({ fs }: Runtime, root: string): z.infer<typeof keptSchema> | null {
  const content = readFileBounded(fs, path.join(root, FOLDER, FILE), { maxBytes: MAX_SIZE, root });
  return content === null ? null : keptSchema.parse(JSON.parse(content.bytes.toString('utf8')));
}

/**
 * Counts for each file the cached commits that changed it together with one of some files. Commits with more files than count elsewhere in
 * the graph are left out. Empty if the cache is missing or unreadable.
 * @param root a real path
 */
export function commitsWith(runtime: Runtime, root: string, files: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  try {
    const kept = readKept(runtime, root);
    const wanted = new Set(files.map((file) => kept?.paths.indexOf(file)));
    for (const [, , , touched] of kept?.commits ?? []) {
      if (touched.length > MAX_FILES || !touched.some((at) => wanted.has(at))) continue;
      for (const at of touched) counts.set(kept?.paths[at] ?? '', (counts.get(kept?.paths[at] ?? '') ?? 0) + 1);
    }
    return counts;
  } catch {
    return new Map();
  }
}

/**
 * Returns the cached commits if `head` was the newest commit then. Returns `null` for another head or an unreadable cache, which can always
 * be rebuilt.
 * @param root a real path
 */
export function readCachedCommits(runtime: Runtime, root: string, head: string): Commit[] | null {
  try {
    const kept = readKept(runtime, root);
    if (kept === null) return null;
    const isOfPaths = kept.commits.every(([, , , files]) => files.every((at) => at < kept.paths.length));
    if (kept.head !== head || !isOfPaths) return null;
    return kept.commits.map(([time, subject, broken, files]) => ({
      time,
      subject,
      broken,
      files: files.map((at) => kept.paths[at] ?? ''),
    }));
  } catch {
    return null;
  }
}

/** Writes the commits to the cache. @throws CortexError if that fails */
export async function cacheCommits(runtime: Runtime, root: string, head: string, commits: readonly Commit[]): Promise<void> {
  const places = new Map<string, number>();
  const placeOf = (file: string): number => {
    const place = places.get(file) ?? places.size;
    places.set(file, place);
    return place;
  };
  const listed = commits.map(({ time, subject, broken, files }) => [time, subject, broken, files.map(placeOf)] as const);
  const folder = await makeLocalFolder(runtime, root, FOLDER);
  const text = JSON.stringify({ version: VERSION, head, paths: [...places.keys()], commits: listed });
  await writeFileDurable(runtime, path.join(folder, FILE), Buffer.from(text));
}
