import { compareCodePoints } from '../../text/code-point-order.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { takeFirst } from '../first-of.ts';
import { comparable } from '../notes/comparable.ts';
import type { Note } from '../notes/note.ts';
import { isLinkTargetOf, linkTarget } from './auto-link.ts';

const oneLine = (text: string) => comparable(text).replace(/\s+/g, ' ').trim();

/** Candidate for a link that is being typed. */
export interface LinkCandidate {
  readonly note: Note;
  /** Which field matched the typed text. */
  readonly by: 'id' | 'name' | 'alias';
  /** The alias that matched. */
  readonly alias?: string;
  /** Link target that resolves to exactly this note. */
  readonly target: string;
}

interface Match extends Pick<LinkCandidate, 'note' | 'by' | 'alias'> {
  /** Lower is better. */
  readonly rank: number;
}

/** Normalized fields of a note, searched on every keystroke. A single text rules out most notes at once. */
interface Compared {
  /** Name, path and id, one line each. */
  readonly text: string;
  readonly nameEnd: number;
  readonly pathEnd: number;
}

/** Notes are immutable, so the normalized fields are cached. */
const compared = new WeakMap<Note, Compared>();

function comparedOf(note: Note): Compared {
  const known = compared.get(note);
  if (known !== undefined) return known;
  const [name, path] = [oneLine(note.name), oneLine(note.path.replace(/\.md$/i, ''))];
  const text = `${name}\n${path}\n${oneLine(note.id)}`;
  const made = { text, nameEnd: name.length, pathEnd: name.length + 1 + path.length };
  compared.set(note, made);
  return made;
}

/** Returns 0 if the text starts with the typed text, 1 if one of its words does, else 2. */
function rankIn(text: string, typed: string): number {
  const at = text.indexOf(typed);
  if (at === 0) return 0;
  return at > 0 && !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? 1 : 2;
}

const OUTDATED: ReadonlySet<string> = new Set(['archived', 'superseded']);
/** Added to the rank of archived and superseded notes, so that they come last. */
const LATER = 10;

function* matchesOf(notes: Iterable<Note>, typed: string): Iterable<Match> {
  const words = typed.split(' ').filter((word) => word !== '');
  for (const note of notes) {
    const later = OUTDATED.has(note.status) ? LATER : 0;
    yield* ownMatches(note, words, typed, later);
    if (words.length > 0) yield* aliasMatches(note, words, typed, later);
  }
}

function* ownMatches(note: Note, words: readonly string[], typed: string, later: number): Iterable<Match> {
  const { text, nameEnd, pathEnd } = comparedOf(note);
  if (!words.every((word) => text.includes(word))) return;
  const called = text.slice(0, pathEnd);
  if (words.every((word) => called.includes(word))) {
    const rank = words.length === 0 ? 0 : Math.min(rankIn(text.slice(0, nameEnd), typed), rankIn(text.slice(nameEnd + 1, pathEnd), typed));
    yield { note, by: 'name', rank: later + rank };
  }
  const id = text.slice(pathEnd + 1);
  if (words.length > 0 && id.includes(typed)) yield { note, by: 'id', rank: later + rankIn(id, typed) };
}

function* aliasMatches(note: Note, words: readonly string[], typed: string, later: number): Iterable<Match> {
  for (const alias of note.aliases) {
    const text = oneLine(alias);
    if (words.every((word) => text.includes(word))) yield { note, by: 'alias', alias, rank: later + rankIn(text, typed) };
  }
}

const dayOf = ({ updated, created }: Note) => updated ?? created ?? '';

/** Sorts by rank, then newest first, then path, and name before id. */
function compareMatches(one: Match, other: Match): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  const [day, otherDay] = [dayOf(one.note), dayOf(other.note)];
  // Dates have a fixed length, so strings compare in the right order.
  if (day !== otherDay) return day > otherDay ? -1 : 1;
  return compareCodePoints(one.note.path, other.note.path) || compareCodePoints(other.by, one.by);
}

/**
 * Returns the notes that a partly typed link may mean, best first: all typed words are in the name or path or in an alias, or the typed
 * text is in the id. Notes to which no link can resolve are omitted.
 * @param typed may be empty
 */
export function linkCandidates(index: VaultIndex, typed: string, most: number): LinkCandidate[] {
  const wanted = oneLine(typed);
  return takeFirst(matchesOf(index.notes(), wanted), most, compareMatches).flatMap(({ note, by, alias }): LinkCandidate[] => {
    const own = by === 'id' ? note.id : (alias ?? '');
    const target = isLinkTargetOf(index, note.path, own) ? own : linkTarget(index, note);
    return target === null ? [] : [{ note, by, target, ...(alias !== undefined && { alias }) }];
  });
}
