import { comparable } from '../notes/comparable.ts';
import { PART_END, WordNumbers } from './word-numbers.ts';

/** Statement of one short clause: its distinct words, and whether it is negated. */
export interface Clause {
  /** Numbers of its stemmed words, without function words and negations. */
  readonly words: readonly number[];
  /** Whether it has an odd number of negations: `never`, `not`, `avoid`, `after` for `before`. */
  readonly isNegated: boolean;
  /** Whether it is an instruction or a prohibition. */
  readonly isDirective: boolean;
  /** Its number and what it counts or sets, as `3 times`; `null` if it has none or several. In `words`, the number is `NUMBER`. */
  readonly amount: string | null;
  /** Whether it names a setting, which has only one value. */
  readonly isSetting: boolean;
}

/** Limits of the compared text: the first clauses of a note, the first words of a clause. */
const MAX_CLAUSES = 8;
const MAX_WORDS = 12;
const MAX_TEXT = 600;

type Kind = 'function' | 'directive' | 'negation';

const list = (words: string, kind: Kind) => words.split(' ').map((word) => [word, kind] as const);

const FUNCTION_WORDS = list(
  'a an the is are be been was were am to of in on at by for from with and or as it its this that these those there here we you i they ' +
    'he she our your their us my will would can could may might have has had just only also so then than when if while because every each ' +
    'all any both very really longer please into onto per via about again ever which who whom what t s',
  'function',
);
const DIRECTIVES = list(
  'always do does did use uses using used prefer prefers should shall must need needs let keep allow allows permit enable',
  'directive',
);
const NEGATIONS = list(
  'not no never cannot dont without avoid avoids avoiding stop forbid forbids forbidden prohibit prohibited ban bans banned refrain neither ' +
    'nor none off disable disables disabled disallow deny denies',
  'negation',
);
/** Words that do not name the topic of a clause. */
const KINDS: ReadonlyMap<string, Kind> = new Map([...FUNCTION_WORDS, ...DIRECTIVES, ...NEGATIONS]);
/** Words and their opposites. */
const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['after', 'before'],
  ['false', 'true'],
  ['exclude', 'include'],
  ['reject', 'accept'],
  ['decrease', 'increase'],
  ['less', 'more'],
  ['slower', 'faster'],
  ['async', 'sync'],
  ['optional', 'required'],
]);

/** Number words, which are equal to digits. `one` is mostly no number. */
const NUMBERS: ReadonlyMap<string, string> = new Map(
  'two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, place) => [word, String(place + 2)]),
);
/** Units of settings and limits. Before another word, a number is mostly a name: a version, a date, a step. */
const UNITS = new Set(
  (
    'times ms milliseconds second seconds minute minutes hour hours day days week weeks month months retries attempts spaces characters ' +
    'columns lines bytes kb mb gb percent connections workers threads replicas'
  ).split(' '),
);
/** Settings with one value. Their number may follow them: `port 8080`. */
const SETTINGS: ReadonlySet<string> = new Set(['port', 'timeout', 'limit', 'ttl']);
/** Stands for the number of an amount, so that clauses with different amounts have the same topic. */
const NUMBER = '#';

/** Removes plural and participle endings, so that `deploys` and `deploying` are equal. */
function stemOf(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3);
  if (!word.endsWith('s')) return word;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Stems that stand for other words as well. */
const MANY_FORMS: ReadonlySet<string> = new Set([NUMBER, ...OPPOSITES.values(), ...NUMBERS.values()]);

/** Returns what all words with a stem have in common. */
export function commonPart(stem: string): string {
  if (MANY_FORMS.has(stem)) return '';
  return stem.endsWith('y') ? stem.slice(0, -1) : stem;
}

/** What a word means in a clause. */
interface Word {
  /** Number of the word, or its opposite, without endings; -1 if it does not name the topic. */
  readonly stem: number;
  readonly isNegation: boolean;
  readonly isDirective: boolean;
  /** `null` if it is no number. */
  readonly digits: string | null;
  /** `null` if it is no unit. */
  readonly unit: string | null;
  /** `null` if it is no setting. */
  readonly setting: string | null;
}

/** The words of many clauses: what a word means is looked up only once. */
export class ClauseWords {
  /** Numbers of words and stems. */
  readonly numbers = new WordNumbers();
  readonly #number = this.numbers.of(NUMBER);
  readonly #words: Word[] = [];

  /** Returns the clauses of a text that are short enough. */
  clausesIn(text: string): Clause[] {
    const clauses: Clause[] = [];
    const words: Word[] = [];
    for (const number of this.numbers.inParts(text)) {
      if (number !== PART_END) words.push(this.#wordAt(number));
      else this.#end(words, clauses);
    }
    this.#end(words, clauses);
    return clauses;
  }

  /** Adds the clause of some words, and forgets the words. */
  #end(words: Word[], clauses: Clause[]): void {
    const clause = clauses.length < MAX_CLAUSES ? clauseOf(words, this.#number) : null;
    if (clause !== null) clauses.push(clause);
    words.length = 0;
  }

  #wordAt(number: number): Word {
    const known = this.#words[number];
    if (known !== undefined) return known;
    const fresh = this.#read(this.numbers.words[number] ?? '', number);
    this.#words[number] = fresh;
    return fresh;
  }

  #read(word: string, own: number): Word {
    const [kind, opposite, number] = [KINDS.get(word), OPPOSITES.get(word), NUMBERS.get(word)];
    const stem = number ?? stemOf(opposite ?? word);
    return {
      stem: kind !== undefined ? -1 : stem === word ? own : this.numbers.of(stem),
      isNegation: kind === 'negation' || opposite !== undefined,
      isDirective: kind === 'negation' || kind === 'directive',
      digits: number ?? (/^\d{1,6}$/.test(word) ? word : null),
      unit: UNITS.has(word) ? stemOf(word) : null,
      setting: SETTINGS.has(stem) ? stem : null,
    };
  }
}

interface Amount {
  /** Index of the number. */
  readonly place: number;
  readonly text: string;
}

/** Returns the only amount among the words of a clause; `null` if there is none or several. */
function amountIn(words: readonly Word[]): Amount | null {
  let found: Amount | null = null;
  for (let place = 0; place < words.length; place += 1) {
    const digits = words[place]?.digits ?? null;
    const of = words[place + 1]?.unit ?? words[place - 1]?.setting ?? null;
    if (digits === null || of === null) continue;
    if (found !== null) return null;
    found = { place, text: `${Number(digits)} ${of}` };
  }
  return found;
}

function clauseOf(all: readonly Word[], number: number): Clause | null {
  const amount = amountIn(all);
  // A list, because clauses are so short that a set takes longer.
  const words: number[] = [];
  let [negations, isDirective, isSetting] = [0, false, false];
  for (let place = 0; place < Math.min(all.length, 2 * MAX_WORDS); place += 1) {
    const word = all[place];
    if (word === undefined) continue;
    if (word.isNegation) negations += 1;
    isDirective ||= word.isDirective;
    isSetting ||= word.setting !== null;
    const stem = place === amount?.place ? number : word.stem;
    if (stem >= 0 && !words.includes(stem)) words.push(stem);
  }
  if (words.length === 0 || words.length > MAX_WORDS) return null;
  return { words, isNegated: negations % 2 === 1, isDirective, amount: amount === null ? null : amount.text, isSetting };
}

/** Rewritten parts of a text. Most texts have none of the plain parts, and looking for them is faster. */
const REWRITTEN: readonly (readonly [parts: readonly string[], pattern: RegExp, text: string])[] = [
  [["n't", 'n\u2019t'], /\b(?:ca|wo|sha)n['\u2019]t\b/g, ' not'],
  [["n't", 'n\u2019t'], /n['\u2019]t\b/g, ' not'],
  [['instead of', 'rather than'], /\b(?:instead of|rather than)\b/g, ', not'],
  [['and ', 'but '], /\b(?:and|but)(?= (?:never|not|no|do not|avoid)\b)/g, ','],
];

/** A path or file name, with or without lines. Its parts are no words: `lib/no-op.ts` forbids nothing. */
const FILE_NAME = /[\w@./-]{1,200}\.[a-z]\w{0,9}\b(?::\d+(?:-\d+)?)?/g;

function rewritten(text: string): string {
  let plain = text.includes('.') ? text.replace(FILE_NAME, (name) => name.replace(/\W/g, '')) : text;
  for (const [parts, pattern, by] of REWRITTEN) if (parts.some((part) => plain.includes(part))) plain = plain.replace(pattern, by);
  return plain;
}

/** Returns the clauses of a text. Text after `instead of` is negated, and `and never` starts another clause. */
export function parseClauses(text: string, words = new ClauseWords()): Clause[] {
  return words.clausesIn(rewritten(comparable(text.slice(0, MAX_TEXT))));
}
