import { CortexError } from '../../kernel/errors.ts';
import { ownProperty } from '../../kernel/foreign-data.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { parseCortexFile } from '../format.ts';
import type { Sides } from '../git-conflict.ts';
import { parseBase, parseSide } from '../merge-sides.ts';
import { renderCortexFile } from '../render.ts';
import type { CortexFile, ProjectDNA } from '../schema.ts';
import { type Disagreement, type ListKeys, ValueUnion } from '../unite-values.ts';
import { isCortexFile } from '../validate.ts';

type Manifest = CortexFile<ProjectDNA>;

const by =
  (...names: readonly string[]) =>
  (entry: unknown): string =>
    names.map((name) => String(ownProperty(entry, name))).join(' → ');

/** As `dna constrain`, `learn` and detection tell entries apart (docs/decisions/0008-dna.md). */
const KEYS: ListKeys = {
  'data.constraints': by('rule'),
  'data.patterns': by('id'),
  'data.risks': by('path'),
  'data.architecture.boundaries': by('name'),
  'data.architecture.dataFlow': by('from', 'to', 'protocol'),
};

/** Whether one side was written later, and so counts where only one can; of equal times it is the same one whoever merges whose. */
function isLater(one: Manifest, other: Manifest): boolean {
  if (one.header.updated !== other.header.updated) return one.header.updated > other.header.updated;
  const [ours, theirs] = [one, other].map((side) => JSON.stringify(withoutHeader(side)));
  return (ours ?? '') > (theirs ?? '');
}

interface UnitedDna {
  readonly bytes: Buffer;
  readonly disagreements: readonly Disagreement[];
}

/**
 * One manifest of the two sides of a merge: the entries of both, without those that one side has removed and the other has left as they
 * were. It does not matter which side is whose, and all clones make the same bytes.
 * @param file absolute, for messages
 * @throws CortexError when a side cannot be read, or has an entry that is not valid
 */
export function uniteDna(file: string, sides: Sides): UnitedDna {
  const parse = (bytes: Buffer): Manifest => {
    const parsed = parseCortexFile(decodeUtf8(bytes, file), file, 'dna');
    if (!parsed.ok) throw parsed.error;
    return parsed.value;
  };
  const ours = parseSide(parse, sides, 'ours');
  const theirs = parseSide(parse, sides, 'theirs');
  const [one, other] = [ours ?? theirs, theirs ?? ours];
  if (one === null || other === null)
    throw new CortexError('broken-file', 'git gives neither side of the conflict', { file, next: 'Restore the file.' });
  const [first, second] = isLater(other, one) ? [other, one] : [one, other];
  const union = new ValueUnion(KEYS);
  const { header: _header, ...base } = parseBase(parse, sides) ?? { header: null };
  const [before, later, earlier] = [base, withoutHeader(first), withoutHeader(second)];
  const united = { header: first.header, ...Object(union.unite(before, later, earlier, [])) };
  // Each part is that of a valid side, so the whole is valid, too; the compiler cannot know.
  if (!isCortexFile('dna', united, [])) throw new Error('the united manifest is not valid');
  const created = Math.min(first.header.created, second.header.created);
  const updated = Math.max(first.header.updated, second.header.updated);
  const text = renderCortexFile('dna', united.data.project.id, united.data, { created, updated, present: united });
  return { bytes: Buffer.from(text), disagreements: union.disagreements };
}

function withoutHeader({ header: _header, ...rest }: Manifest): object {
  return rest;
}
