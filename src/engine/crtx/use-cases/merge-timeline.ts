import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../../kernel/atomic-file.ts';
import { CortexError } from '../../kernel/errors.ts';
import type { FileSystem } from '../../kernel/file-system.ts';
import type { OperationContext, Outcome } from '../../kernel/operation.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { FILE_NAMES } from '../cortex-io.ts';
import { MAX_FILE_BYTES } from '../inspect.ts';
import type { MergeTimelineOutput } from '../operations/timeline.ts';
import { CORTEX_FOLDER } from '../root.ts';
import { projectIdOf } from '../store-life.ts';
import { isUnmerged } from '../timeline/merge-marks.ts';
import { sidesOfConflict, unite } from '../timeline/unite.ts';
import { workplaceOf } from '../typed-path.ts';
import { flushTimeline } from './timeline.ts';

/** What stands in the file, unless that is only git's marks: somebody may have settled it by hand and gone on. */
function settledByHand(fs: FileSystem, tree: string, file: string): Buffer[] {
  const content = readFileBounded(fs, file, { maxBytes: MAX_FILE_BYTES, root: tree });
  return content === null || isUnmerged(decodeUtf8(content.bytes, file)) ? [] : [content.bytes];
}

/**
 * Writes the entries of both sides into a `timeline.crtx` that git could not merge, in the worktree where this was asked for. In the
 * project's own they come into the log as well, and with them what was recorded meanwhile into the file.
 */
export async function mergeTimeline(context: OperationContext): Promise<Outcome<MergeTimelineOutput>> {
  const { runtime } = context;
  const { root, tree } = workplaceOf(context);
  const name = `${CORTEX_FOLDER}/${FILE_NAMES.timeline}`;
  const file = path.join(tree, name);
  const sides = await sidesOfConflict(tree, name);
  if (sides === null) throw new CortexError('not-found', 'git has no merge conflict in it', { file, next: 'There is nothing to do.' });
  const content = [...sides, ...settledByHand(runtime.fs, tree, file)];
  const { bytes, entries } = unite({ type: 'timeline', file, project: projectIdOf(runtime, tree) }, content);
  await writeFileDurable(runtime, file, bytes, { root: tree });
  if (tree !== root) return { ok: true, output: { file, entries } };
  const { output, ...outcome } = await flushTimeline(context);
  return { ...outcome, output: { file, entries: output.entries } };
}
