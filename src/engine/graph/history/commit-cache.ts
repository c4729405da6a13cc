import path from 'node:path';
import * as z from 'zod';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { makeLocalFolder } from '../../files/local-folder.ts';
import type { Commit } from '../../platform/git/commit.ts';
import type { Runtime } from '../../platform/runtime.ts';

const FOLDER = '.cortex/.local/graph';
const FILE = 'history.json';
const VERSION = 2;
const LARGEST = 64 * 1_048_576;

/** Each path stands once, and commits name it by its place: most paths change often. */
const keptSchema = z.object({
  version: z.literal(VERSION),
  head: z.string(),
  paths: z.array(z.string()),
  commits: z.array(z.tuple([z.int(), z.string(), z.enum(['fix', 'revert']).nullable(), z.array(z.int().min(0))])),
});

/**
 * The commits that were read when this commit was the newest; `null` when others were, or what is there cannot be read: it can always be
 * made anew.
 * @param root a real path
 */
export function cachedCommits({ fs }: Runtime, root: string, head: string): Commit[] | null {
  try {
    const content = readFileBounded(fs, path.join(root, FOLDER, FILE), { maxBytes: LARGEST, root });
    if (content === null) return null;
    const kept = keptSchema.parse(JSON.parse(content.bytes.toString('utf8')));
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

/** Keeps the commits for the next time. @throws CortexError when that cannot be written */
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
