import { CortexError } from '../../platform/errors.ts';
import type { ConflictSides } from '../../platform/git/conflict-stages.ts';
import { ownProperty } from '../../text/foreign-data.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { parseCortexFile } from '../format.ts';
import { requireExactNumbers } from '../invalid/inexact-number-problems.ts';
import { repeatedKeys } from '../invalid/repeated-key-problems.ts';
import { type RenderOptions, renderCortexFile } from '../render.ts';
import type { CortexData, CortexFile } from '../schema.ts';
import { isCortexFile } from '../validate.ts';
import { parseBase, parseSide } from './merge-sides.ts';
import { type Disagreement, type ListKeys, type Preference, ValueMerge } from './merge-values.ts';
import { markedAsMerged } from './unmerged-file.ts';

/** Types that are merged value by value. Timelines and traces are merged by entry id instead. */
export type MergeableType = 'dna' | 'graph';

const by =
  (...names: readonly string[]) =>
  (entry: unknown): string =>
    names.map((name) => String(ownProperty(entry, name))).join(' → ');

const KEYS: Readonly<Record<MergeableType, ListKeys>> = {
  /** The same keys by which `dna constrain`, `learn` and detection identify entries (docs/decisions/0008-dna.md). */
  dna: {
    'data.constraints': by('rule'),
    'data.patterns': by('id'),
    'data.risks': by('path'),
    'data.architecture.boundaries': by('name'),
    'data.architecture.dataFlow': by('from', 'to', 'protocol'),
  },
  graph: { 'data.nodes': by('id'), 'data.edges': by('from', 'to', 'type'), 'data.clusters': by('id') },
};

/**
 * Whether one side was written later, so that it wins where only one value can. Equal times are decided by content, so that all clones
 * agree.
 */
function isLater(one: CortexFile<unknown>, other: CortexFile<unknown>): boolean {
  if (one.header.updated !== other.header.updated) return one.header.updated > other.header.updated;
  const [ours, theirs] = [one, other].map((side) => JSON.stringify(withoutHeader(side)));
  return (ours ?? '') > (theirs ?? '');
}

export interface MergedFile {
  readonly bytes: Buffer;
  readonly disagreements: readonly Disagreement[];
  /** Whether neither side is later: their content decided which values are kept. */
  readonly isTied: boolean;
}

type Mergeable = CortexFile<CortexData[MergeableType]>;

/** The versions of a file; the first side is the later one. */
interface ReadSides {
  readonly first: Mergeable;
  readonly second: Mergeable;
  readonly base: Mergeable | null;
  readonly isOursFirst: boolean;
}

function parseFully(type: MergeableType, file: string, bytes: Buffer): Mergeable {
  const text = decodeUtf8(bytes, file);
  const parsed = parseCortexFile(text, file, type);
  if (!parsed.ok) throw parsed.error;
  // One of two equal keys would be nowhere.
  const [repeated] = repeatedKeys({ text, file }, parsed.value);
  if (repeated !== undefined) throw repeated;
  requireExactNumbers({ text, file });
  return parsed.value;
}

function readSides(type: MergeableType, file: string, sides: ConflictSides): ReadSides {
  const parse = (bytes: Buffer) => parseFully(type, file, bytes);
  const ours = parseSide(parse, sides, 'ours');
  const theirs = parseSide(parse, sides, 'theirs');
  const [one, other] = [ours ?? theirs, theirs ?? ours];
  if (one === null || other === null)
    throw new CortexError('broken-file', 'git has neither side of the conflict', { file, next: 'Restore the file.' });
  const isOursFirst = !isLater(other, one);
  const [first, second] = isOursFirst ? [one, other] : [other, one];
  return { first, second, base: parseBase(parse, sides), isOursFirst };
}

function mergeSides(type: MergeableType, { first, second, base }: ReadSides, preference: Preference): MergedFile {
  const union = new ValueMerge(KEYS[type], preference);
  const [before, later, earlier] = [base === null ? {} : withoutHeader(base), withoutHeader(first), withoutHeader(second)];
  const united = { header: first.header, ...Object(union.merge(before, later, earlier, [])) };
  const created = Math.min(first.header.created, second.header.created);
  const updated = Math.max(first.header.updated, second.header.updated);
  const bytes = Buffer.from(rendered(type, united, { created, updated, present: united }));
  return { bytes, disagreements: union.disagreements, isTied: first.header.updated === second.header.updated };
}

/**
 * Merges the two sides of a file: the entries of both, without those that one side removed and the other left unchanged. The result does
 * not depend on which side is ours, and all clones write the same bytes.
 * @param file absolute, for messages
 * @throws CortexError if a side cannot be read or has an invalid entry
 */
export function mergeFile(type: MergeableType, file: string, sides: ConflictSides): MergedFile {
  return mergeSides(type, readSides(type, file, sides), 'kept');
}

const CHECKSUM = /"checksum": *"[^"]*"/;

/**
 * Merges as `mergeFile`, but with the values of each side where the two disagree: the lines in which the two texts differ are the conflict.
 * Both have the checksum of ours, which is therefore no conflict of its own; a version that is chosen by hand counts as a manual edit.
 */
export function mergeToSides(type: MergeableType, file: string, sides: ConflictSides): { readonly ours: string; readonly theirs: string } {
  const read = readSides(type, file, sides);
  const textOf = (preference: Preference) => mergeSides(type, read, preference).bytes.toString('utf8');
  const [first, second] = [textOf('first'), textOf('second')];
  const [ours, theirs] = read.isOursFirst ? [first, second] : [second, first];
  const [checksum = ''] = CHECKSUM.exec(ours) ?? [];
  return { ours, theirs: theirs.replace(CHECKSUM, () => checksum) };
}

/** Each part comes from a valid side, so the result is valid; the check only convinces the compiler. */
function rendered(type: MergeableType, united: unknown, options: RenderOptions): string {
  if (type === 'dna' && isCortexFile('dna', united, [])) return renderCortexFile('dna', united.data.project.id, united.data, options);
  if (type === 'graph' && isCortexFile('graph', united, []))
    return renderCortexFile('graph', united.header.project, markedAsMerged(united.data), options);
  throw new Error(`the merged ${type} is not valid`);
}

function withoutHeader({ header: _header, ...rest }: CortexFile<unknown>): object {
  return rest;
}
