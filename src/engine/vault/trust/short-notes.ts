import { UNKNOWN } from '../known.ts';
import type { Note } from '../notes/note.ts';
import { ALIKE_AS_PART, areAboutTheSame, type Clause, clausesOf } from './clauses.ts';
import { ALIKE, type NearDuplicate } from './duplicates.ts';
import { shareOf } from './similarity.ts';

/** What is compared of a note: its name, and what it says first. */
export type ShortNote = Pick<Note, 'path' | 'name' | 'project' | 'summary'>;

/** A note with what its name and summary say. */
interface Said {
  readonly note: ShortNote;
  readonly clauses: readonly Clause[];
  /** Those of name and summary. */
  readonly words: ReadonlySet<string>;
  readonly summaryWords: ReadonlySet<string>;
}

const wordsIn = (clauses: readonly Clause[]) => new Set(clauses.flatMap(({ words }) => [...words]));

function saidBy(note: ShortNote): Said {
  const ofSummary = clausesOf(note.summary);
  const clauses = [...clausesOf(note.name), ...ofSummary];
  return { note, clauses, words: wordsIn(clauses), summaryWords: wordsIn(ofSummary) };
}

/** How two short notes stand to each other: they say the opposite, or nearly the same, from 0.8 to 1; `null` for neither. */
export type Standing = { readonly kind: 'opposite' } | { readonly kind: 'same'; readonly likeness: number } | null;

/** In different projects the opposite may be right. */
function shareProject({ note: one }: Said, { note: other }: Said): boolean {
  return one.project === other.project || one.project === UNKNOWN || other.project === UNKNOWN;
}

/** Fewer words of a summary say too little by themselves. */
const LEAST_WORDS = 2;

/** By all words, or under other names by those of the summaries. */
function likenessOf(one: Said, other: Said): number {
  const isTold = shareProject(one, other) && Math.min(one.summaryWords.size, other.summaryWords.size) >= LEAST_WORDS;
  return Math.max(shareOf(one.words, other.words), isTold ? shareOf(one.summaryWords, other.summaryWords) : 0);
}

function standing(one: Said, other: Said): Standing {
  let isSame = false;
  for (const clause of one.clauses) {
    for (const against of other.clauses) {
      if (!areAboutTheSame(clause, against)) continue;
      if (clause.isNegated !== against.isNegated) return shareProject(one, other) ? { kind: 'opposite' } : null;
      isSame = true;
    }
  }
  const likeness = isSame ? likenessOf(one, other) : 0;
  return likeness >= ALIKE ? { kind: 'same', likeness } : null;
}

/** How two short notes stand to each other by their names and summaries. */
export function standingOf(one: ShortNote, other: ShortNote): Standing {
  return standing(saidBy(one), saidBy(other));
}

/** What a new note finds among those that are there. */
export interface Similar {
  readonly same: readonly NearDuplicate[];
  readonly opposite: readonly Pick<Note, 'path' | 'name'>[];
}

/** The notes that say nearly the same as a new one in a few words, or the opposite, in the order of the notes. */
export function similarShort(fresh: ShortNote, notes: Iterable<ShortNote>): Similar {
  const said = saidBy(fresh);
  const [same, opposite]: [NearDuplicate[], Pick<Note, 'path' | 'name'>[]] = [[], []];
  for (const note of notes) {
    const { path, name, summary } = note;
    const text = `${name}\n${summary}`.toLowerCase();
    // To find the clauses of all notes takes longer.
    if (![...said.words].some((word) => text.includes(word))) continue;
    const found = standing(said, saidBy(note));
    if (found?.kind === 'same') same.push({ path, name, likeness: found.likeness });
    if (found?.kind === 'opposite') opposite.push({ path, name });
  }
  return { same, opposite };
}

/** Two notes of a vault, the later one first. */
export interface ShortPair {
  readonly path: string;
  readonly other: string;
  readonly standing: NonNullable<Standing>;
}

/** With how many notes that have a word, too, a note is compared for each of its rarer words: a word of all notes costs no more. */
const MOST_SHARING = 12;

/** The words by which a clause is looked for: all of them as one, and the rarer ones, of which any clause about the same has one. */
function tokensOf({ words }: Clause, counts: ReadonlyMap<string, number>): string[] {
  const rarest = [...words].sort((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0) || (one < other ? -1 : 1));
  const needed = rarest.length - Math.ceil(ALIKE_AS_PART * rarest.length) + 1;
  return [[...words].sort().join(' '), ...rarest.slice(0, needed)];
}

/** A clause, and the note that says it. */
interface SaidClause {
  readonly said: Said;
  readonly clause: Clause;
}

/** Finds to each note the earlier ones with a clause about the same. */
class EarlierClauses {
  readonly #byToken = new Map<string, SaidClause[]>();

  constructor(private readonly counts: ReadonlyMap<string, number>) {}

  /** The earlier notes; then this one is an earlier one, too. */
  next(said: Said): Iterable<Said> {
    const found = new Set<Said>();
    for (const clause of said.clauses) {
      for (const token of tokensOf(clause, this.counts)) {
        const others = this.#byToken.get(token) ?? [];
        if (others.length === 0) this.#byToken.set(token, others);
        for (const other of others.slice(-MOST_SHARING)) {
          if (other.said !== said && !found.has(other.said) && areAboutTheSame(clause, other.clause)) found.add(other.said);
        }
        others.push({ said, clause });
      }
    }
    return found;
  }
}

/**
 * The pairs of short notes that say nearly the same or the opposite. What it costs grows with the number of notes, not of pairs: each
 * clause is compared with the last ones that have one of its rarer words.
 * @param notes those that count, in the order in which they came
 */
export function shortPairs(notes: readonly ShortNote[]): ShortPair[] {
  const all = notes.map(saidBy);
  const counts = new Map<string, number>();
  for (const { words } of all) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const earlier = new EarlierClauses(counts);
  return all.flatMap((said) =>
    [...earlier.next(said)].flatMap((other) => {
      const found = standing(said, other);
      return found === null ? [] : [{ path: said.note.path, other: other.note.path, standing: found }];
    }),
  );
}
