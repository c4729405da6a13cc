import { CortexError } from '../../platform/errors.ts';
import type { ConflictSides } from '../../platform/git/conflict-stages.ts';

/** Name of each side, and git's option that selects the opposite one. */
const SIDES = {
  ours: { name: 'git\'s own side of the conflict ("--ours")', opposite: '--theirs' },
  theirs: { name: 'git\'s other side of the conflict ("--theirs")', opposite: '--ours' },
} as const;

/** Moves the error's place into the message: it refers to git's version, not to the file, where a person would look for it. */
function unreadableSide({ code, message, data }: CortexError, side: keyof typeof SIDES): CortexError {
  const { line, column, next: _next, ...rest } = data;
  const { name, opposite } = SIDES[side];
  const place = line === undefined ? '' : ` at line ${line}, column ${column}`;
  const next = `Resolve the file by hand, or run "git checkout ${opposite}" with its path. Then run "git add" with its path, and repeat this command for the remaining files.`;
  return new CortexError(code, `${name} cannot be read${place}: ${message}`, { ...rest, next });
}

/** Parses one side of a merge; `null` if it deleted the file. @throws CortexError naming the side if it cannot be read */
export function parseSide<Parsed>(parse: (bytes: Buffer) => Parsed, sides: ConflictSides, side: keyof typeof SIDES): Parsed | null {
  const bytes = sides[side];
  try {
    return bytes === undefined ? null : parse(bytes);
  } catch (error) {
    throw error instanceof CortexError ? unreadableSide(error, side) : error;
  }
}

/**
 * Parses the common base, which only shows which side changed something. An unreadable base, as after criss-cross merges, counts as
 * missing: both sides then count as changed.
 */
export function parseBase<Parsed>(parse: (bytes: Buffer) => Parsed, { base }: ConflictSides): Parsed | null {
  try {
    return base === undefined ? null : parse(base);
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}
