import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../../kernel/atomic-file.ts';
import { CortexError } from '../../kernel/errors.ts';
import type { FileSystem } from '../../kernel/file-system.ts';
import type { OperationContext, Outcome } from '../../kernel/operation.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { MAX_FILE_BYTES } from '../inspect.ts';
import { isUnmerged } from '../merge-marks.ts';
import type { MergeTimelineOutput } from '../operations/timeline.ts';
import { CORTEX_FOLDER } from '../root.ts';
import { outcomeOf, projectIdOf } from '../store-life.ts';
import { ReasoningTrace } from '../timeline/reasoning-trace.ts';
import { conflictsBelow, readSides, unite } from '../timeline/unite.ts';
import { workplaceOf } from '../typed-path.ts';
import { flushTimeline } from './timeline.ts';

/** The files of entries below `.cortex/`, by the folder that they are in. */
const ENTRIES = /^\.cortex\/(?:timeline|(reasoning|archive)\/[^/]+)\.crtx$/;

/** A file that was in the middle of a merge. */
interface United {
  readonly file: string;
  /** Below `.cortex/`; `undefined` for `timeline.crtx`. */
  readonly folder: string | undefined;
  readonly bytes: Buffer;
  readonly entries: number;
}

/** What stands in the file, unless that is only git's marks: somebody may have settled it by hand and gone on. */
function settledByHand(fs: FileSystem, tree: string, file: string): Buffer[] {
  const content = readFileBounded(fs, file, { maxBytes: MAX_FILE_BYTES, root: tree });
  return content === null || isUnmerged(decodeUtf8(content.bytes, file)) ? [] : [content.bytes];
}

async function uniteFile(runtime: Runtime, tree: string, name: string, objects: readonly string[]): Promise<United> {
  const file = path.join(tree, name);
  const folder = ENTRIES.exec(name)?.[1];
  const content = [...(await readSides(tree, name, objects)), ...settledByHand(runtime.fs, tree, file)];
  const type = folder === 'reasoning' ? 'reasoning' : 'timeline';
  const place = { type, file, name: name.slice(CORTEX_FOLDER.length + 1), project: projectIdOf(runtime, tree) } as const;
  return { file, folder, ...unite(runtime, place, content) };
}

/**
 * Writes the entries of both sides into the timeline, the traces and the archives that git could not merge, in the worktree where this
 * was asked for. In the project's own they come into the logs as well, and with them what was recorded meanwhile into the files.
 */
export async function mergeTimeline(context: OperationContext): Promise<Outcome<MergeTimelineOutput>> {
  const { runtime } = context;
  const { root, tree } = workplaceOf(context);
  const conflicts = [...(await conflictsBelow(tree, CORTEX_FOLDER))].filter(([name]) => ENTRIES.test(name));
  if (conflicts.length === 0) {
    const file = path.join(tree, CORTEX_FOLDER);
    throw new CortexError('not-found', 'git has no merge conflict in its timeline, traces and archives', {
      file,
      next: 'There is nothing to do.',
    });
  }
  const united: United[] = [];
  // One after the other: each asks git, and there may be thousands. Nothing is written before all can be.
  for (const [name, objects] of conflicts) united.push(await uniteFile(runtime, tree, name, objects));
  for (const { file, bytes } of united) await writeFileDurable(runtime, file, bytes, { root: tree });
  const files: MergeTimelineOutput['files'] = [];
  const warnings: string[] = [];
  for (const each of united) {
    const told = tree === root ? await intoLog(context, root, each) : null;
    files.push({ file: each.file, entries: told?.output ?? each.entries });
    warnings.push(...(told?.warnings ?? []));
  }
  return { ok: true, output: { files }, warnings };
}

/** @returns how many entries the file has then; `null` for an archive: the timeline's log takes those as they are */
async function intoLog(context: OperationContext, root: string, { file, folder }: United): Promise<Outcome<number> | null> {
  if (folder === 'archive') return null;
  if (folder === undefined) {
    const { output, ...outcome } = await flushTimeline(context);
    return { ...outcome, output: output.entries };
  }
  const trace = await ReasoningTrace.ofFile(context.runtime, root, path.basename(file));
  return outcomeOf(trace, async () => ({ ok: true, output: await trace.flush() }));
}
