// Own code, because two patterns are compared with each other in a bounded number of steps: docs/decisions/0049-custom-code.md
import type { Alternative, Pattern, Segment, Token } from './lock-pattern.ts';

/**
 * Counts the steps of a comparison, so that no pattern can make it long. A step is one character or one pair of segments. Comparing with a
 * file or folder is exact and takes at most (expanded pattern) × (path) steps. Two globs get `GLOB_STEPS` steps and then count as
 * overlapping, which is safe and the same for every reader.
 */
export interface Meter {
  steps: number;
}

type SingleSegment = Exclude<Segment, { kind: 'any-depth' }>;
type WildSegment = Extract<Segment, { kind: 'wild' }>;
type SingleToken = Exclude<Token, { kind: 'run' }>;

/** Steps after which two globs count as overlapping. */
export const GLOB_STEPS = 100_000;

/** Reports whether any path is covered by both patterns. Never falsely `false`; exact unless both are globs. */
export function patternsOverlap(left: Pattern, right: Pattern, meter: Meter): boolean {
  const isUnsure = !(isPlain(left) || isPlain(right));
  for (const one of left) {
    for (const other of right) {
      if (isUnsure && meter.steps > GLOB_STEPS) return true;
      if (alternativesOverlap(one, other, meter)) return true;
    }
  }
  return false;
}

/** Reports whether a pattern is a file or folder: only names, and optionally `any-depth` as the last segment. */
function isPlain(pattern: Pattern): boolean {
  return (
    pattern.length === 1 &&
    (pattern[0] ?? []).every(({ kind }, at, all) => kind === 'name' || (kind === 'any-depth' && at === all.length - 1))
  );
}

/** Dynamic programming over pairs of positions. `row[j]` is 1 if the first i and the first j segments can match the same path. */
function alternativesOverlap(left: Alternative, right: Alternative, meter: Meter): boolean {
  // Most pairs differ in their last or first segment.
  if (!endsOverlap(left.at(-1), right.at(-1), meter)) return false;
  const width = right.length + 1;
  if (beginApart(left[0], right[0])) return nothingReached(left.length + 1, width, meter);
  let row = new Uint8Array(width);
  row[0] = 1;
  for (let i = 0; i <= left.length; i += 1) {
    const next = new Uint8Array(width);
    if (advanceRow(left[i], right, row, next, meter)) return true;
    if (!next.includes(1)) return nothingReached(left.length - i, width, meter);
    row = next;
  }
  return false;
}

function beginApart(one: Segment | undefined, other: Segment | undefined): boolean {
  return one?.kind === 'name' && other?.kind === 'name' && one.name !== other.name;
}

/** Counts the skipped rows as if they had been processed, so that old logs replay with the step counts that they were written with. */
function nothingReached(rows: number, width: number, meter: Meter): false {
  meter.steps += rows * width;
  return false;
}

function endsOverlap(one: Segment | undefined, other: Segment | undefined, meter: Meter): boolean {
  if (one === undefined || other === undefined || one.kind === 'any-depth' || other.kind === 'any-depth') return true;
  return segmentsOverlap(one, other, meter);
}

/** Fills in what is reachable from one row; `true` when the ends of both sides are reachable. */
function advanceRow(one: Segment | undefined, right: Alternative, row: Uint8Array, next: Uint8Array, meter: Meter): boolean {
  meter.steps += row.length;
  for (let j = 0; j < row.length; j += 1) {
    if (row[j] === 0) continue;
    const other = right[j];
    if (one === undefined && other === undefined) return true;
    // `**` ends here, or consumes one more segment of the other side. Both cases lead to the same two positions.
    if (one?.kind === 'any-depth' || other?.kind === 'any-depth') {
      next[j] = 1;
      row[j + 1] = 1;
    } else if (one !== undefined && other !== undefined && segmentsOverlap(one, other, meter)) {
      next[j + 1] = 1;
    }
  }
  return false;
}

function segmentsOverlap(one: SingleSegment, other: SingleSegment, meter: Meter): boolean {
  if (one.kind === 'name') return other.kind === 'name' ? one.name === other.name : matchesName(other, one.name, meter);
  if (other.kind === 'name') return matchesName(one, other.name, meter);
  // Two wild segments: only their literal prefixes and suffixes are compared.
  meter.steps += 1;
  const heads = one.head.startsWith(other.head) || other.head.startsWith(one.head);
  return heads && (one.tail.endsWith(other.tail) || other.tail.endsWith(one.tail));
}

/** Reports whether the tokens match the whole name, by tracking all reachable offsets token by token. */
function matchesName({ tokens, head, tail }: WildSegment, name: string, meter: Meter): boolean {
  meter.steps += 1;
  if (!name.startsWith(head) || !name.endsWith(tail)) return false;
  let reached = new Uint8Array(name.length + 1);
  reached[0] = 1;
  for (const token of tokens) {
    meter.steps += reached.length * width(token);
    const first = reached.indexOf(1);
    if (first === -1) return false;
    const next = new Uint8Array(name.length + 1);
    if (token.kind === 'run') next.fill(1, first);
    else for (let at = first; at <= name.length; at += 1) if (reached[at] === 1) markTokenEnds(token, name, at, next);
    reached = next;
  }
  return reached[name.length] === 1;
}

/** Upper bound of the characters to compare at one offset. */
function width(token: Token): number {
  if (token.kind === 'text') return token.text.length;
  return token.kind === 'class' ? token.written.length : 1;
}

/** Marks the offsets at which a token that begins at `at` can end. */
function markTokenEnds(token: SingleToken, name: string, at: number, next: Uint8Array): void {
  if (token.kind === 'text') {
    if (name.startsWith(token.text, at)) next[at + token.text.length] = 1;
    return;
  }
  const point = name.codePointAt(at);
  if (point === undefined) return;
  const character = String.fromCodePoint(point);
  if (token.kind === 'one') next[at + character.length] = 1;
  else {
    if (token.members.has(character) !== token.negated) next[at + character.length] = 1;
    // Frameworks name files `[id].ts`, so a class also matches the literal text that it is written as.
    if (name.startsWith(token.written, at)) next[at + token.written.length] = 1;
  }
}
