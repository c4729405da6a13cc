import { CortexError } from '../../platform/errors.ts';
import type { Sides } from './git-conflict.ts';

/** What a side is called, and the option of git that takes the one opposite. */
const SIDES = {
  ours: { name: 'git\'s own side of the conflict ("--ours")', opposite: '--theirs' },
  theirs: { name: 'git\'s other side of the conflict ("--theirs")', opposite: '--ours' },
} as const;

/** A place in what git has is none in the file, and nobody can correct anything there. */
function unreadableSide({ code, message, data }: CortexError, side: keyof typeof SIDES): CortexError {
  const { line, column, next: _next, ...rest } = data;
  const { name, opposite } = SIDES[side];
  const place = line === undefined ? '' : ` at its line ${line}, column ${column}`;
  const next = `Settle the file by hand, or type "git checkout ${opposite}" and its path; then "git add" it, and run this again for what else is left.`;
  return new CortexError(code, `${name} cannot be read${place}: ${message}`, { ...rest, next });
}

/** One side of a merge; `null` where it has deleted the file. @throws CortexError when it cannot be read, which names the side */
export function parseSide<Parsed>(parse: (bytes: Buffer) => Parsed, sides: Sides, side: keyof typeof SIDES): Parsed | null {
  const bytes = sides[side];
  try {
    return bytes === undefined ? null : parse(bytes);
  } catch (error) {
    throw error instanceof CortexError ? unreadableSide(error, side) : error;
  }
}

/** What both began with only says which side has changed something: where it cannot be read, as after merges that crossed, both have. */
export function parseBase<Parsed>(parse: (bytes: Buffer) => Parsed, { base }: Sides): Parsed | null {
  try {
    return base === undefined ? null : parse(base);
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}
