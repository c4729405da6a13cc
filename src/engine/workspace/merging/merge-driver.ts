import path from 'node:path';
import { CORTEX_FOLDER, MAX_FILE_BYTES, mergeFile, mergeToSides, projectIdReader } from '../../crtx/index.ts';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import { markDifferences, mergeFileLines, mergeTextLines, type Versions } from '../../platform/git/merge-lines.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { mergeParts } from '../../text/conflicts/merge-parts.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { mergeEntries } from '../../timeline/index.ts';
import { findMergeMethod } from './merge-method.ts';
import type { MergeInput, MergeOutput } from './merge-schemas.ts';

type Sides = Readonly<Record<keyof Versions, Buffer>>;
type HowToMerge = NonNullable<ReturnType<typeof findMergeMethod>>;

/** A merged file; `bytes` is `null` when only a person can decide, and the warnings say why. */
interface Merged {
  readonly bytes: Buffer | null;
  readonly isClean: boolean;
  readonly warnings: readonly string[];
}

function bytesOf({ fs }: Runtime, file: string): Buffer {
  const content = readFileBounded(fs, file, { maxBytes: MAX_FILE_BYTES });
  if (content !== null) return content.bytes;
  throw new CortexError('not-found', 'no such file', { file, next: 'Git runs this command: cortex install git --help' });
}

async function entriesOfBoth(
  context: OperationContext,
  { type, root, name }: HowToMerge & { kind: 'crtx' },
  sides: Sides,
): Promise<Merged> {
  const { runtime, directory } = context;
  const project = path.resolve(directory, root);
  const { base, ...others } = sides;
  const known = base.length === 0 ? others : sides;
  if (type === 'timeline' || type === 'reasoning') {
    const place = { type, file: path.join(project, CORTEX_FOLDER, name), name, project: projectIdReader(runtime, project) };
    const { bytes, conflicts } = mergeEntries(runtime, place, known, null);
    return { bytes, isClean: true, warnings: conflicts.map(({ conflict }) => `${conflict.action}. ${conflict.reasoning}`) };
  }
  const { bytes, disagreements, isTied } = mergeFile(type, name, known);
  const [first] = disagreements;
  if (first === undefined) return { bytes, isClean: true, warnings: [] };
  const more = disagreements.length === 1 ? '' : `, and of ${disagreements.length - 1} more`;
  const { ours, theirs } = mergeToSides(type, name, known);
  return {
    bytes: Buffer.from(await markDifferences(ours, theirs)),
    isClean: false,
    warnings: [
      `the two sides have different values of ${first.place}${more}; "cortex settle" keeps ${isTied ? 'one of them' : 'the later one'}, and names the other`,
    ],
  };
}

/** Git's own merge of the lines. */
interface MergedLines {
  readonly bytes: Buffer;
  readonly isClean: boolean;
}

/** Merges by parts what git cannot merge by lines. In both results, tasks of the two sides may have one id. */
async function partsOfBoth(how: HowToMerge & { kind: 'parts' }, sides: Sides, lines: MergedLines, file: string): Promise<Merged> {
  const textOf = (bytes: Buffer) => decodeUtf8(bytes, file);
  const versions = { base: textOf(sides.base), ours: textOf(sides.ours), theirs: textOf(sides.theirs) };
  const byParts = lines.isClean ? null : await mergeParts(versions, how.divide, mergeTextLines);
  const merged = byParts ?? { text: textOf(lines.bytes), isClean: lines.isClean };
  const finish = merged.isClean ? how.finish : how.finishMarked;
  const { text, warnings } = finish(merged.text, versions);
  const order = byParts === null && !lines.isClean ? ['both sides changed the order'] : [];
  const isOfLines = text === null || (byParts === null && text === merged.text);
  return {
    bytes: isOfLines ? null : Buffer.from(text),
    isClean: isOfLines ? lines.isClean : merged.isClean,
    warnings: [...order, ...warnings],
  };
}

/** Falls back to a line merge for a file that cannot be parsed. */
async function fallBackToLines(isClean: boolean, work: () => Promise<Merged>): Promise<Merged> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CortexError) return { bytes: null, isClean, warnings: [describeError(error)] };
    throw error;
  }
}

/**
 * Merges a file for git (docs/decisions/0051-merge-driver.md). In every case, the file of our side then contains both sides, with git's
 * markers around conflicts: never less than a merge by git alone.
 * @returns `ok: false` for a conflict
 * @throws CortexError when not even git can merge the file
 */
export async function runMergeDriver(context: OperationContext, input: MergeInput): Promise<Outcome<MergeOutput>> {
  const { runtime, directory } = context;
  const { file } = input;
  const placeOf = (name: string) => path.resolve(directory, name);
  const files = { base: placeOf(input.base), ours: placeOf(input.ours), theirs: placeOf(input.theirs) };
  const sides = { base: bytesOf(runtime, files.base), ours: bytesOf(runtime, files.ours), theirs: bytesOf(runtime, files.theirs) };
  const how = findMergeMethod(file);
  const isLinesClean = await mergeFileLines(files);
  const answer = (merged: boolean, by: MergeOutput['by'], warnings: readonly string[]): Outcome<MergeOutput> => {
    return { ok: merged, output: { file, merged, by }, warnings: warnings.map((each) => `${file}: ${each}`) };
  };
  if (how === null) return answer(isLinesClean, 'lines', []);
  // A clean line merge of JSON still has a wrong checksum.
  const isFallbackClean = isLinesClean && how.kind === 'parts';
  const lines = { bytes: bytesOf(runtime, files.ours), isClean: isLinesClean };
  const merged = await fallBackToLines(isFallbackClean, () =>
    how.kind === 'crtx' ? entriesOfBoth(context, how, sides) : partsOfBoth(how, sides, lines, file),
  );
  if (merged.bytes !== null) await writeFileDurable(runtime, files.ours, merged.bytes, { root: path.dirname(files.ours) });
  return answer(merged.isClean, merged.bytes === null ? 'lines' : how.by, merged.warnings);
}
