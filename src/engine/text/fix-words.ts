import { REVERT_LABELS, SPACED, UNSPACED } from './fix-vocabulary.ts';

/** The kind of breakage that a commit message reports. */
export type Break = 'fix' | 'revert';

/** Longest phrase, in words. */
const MAX_WORDS = 3;
/** Longest word start with `*`, in characters. */
const MAX_STEM_LENGTH = 16;
const NO_WORD = /[^\p{L}\p{M}\p{N}'\u02bc\u2019_-]+/u;
const OPENING = /^[\s"'([{<\uff08\uff3b\u3010\u300c\u300e*`]+/u;
/** Trailing punctuation and issue numbers. */
const CLOSING = /(?:[\s(\uff08[\u3010.\u3002!\uff01)\uff09\]\u3011\u300d\u300f*`,\u3001~]|[#!]\d{1,9})+$/u;
/** References to issues, which are not all bugs. */
const NUMBERED = /\bissues?\s{0,2}#?\d{1,9}/giu;
const LABEL = /^[([\uff08\uff3b\u3010<]?([\p{L}\p{M}]{1,20}(?: [\p{L}\p{M}]{1,20})?)\s?[:\uff1a)\]\uff09\uff3d\u3011>]/u;

/** Letters of scripts without spaces between words (Chinese, Japanese, Korean). */
const FAR = /[\u3040-\u9fff\uac00-\ud7a3]/u;

const listed = (text = ''): string[] => text.split(',').flatMap((each) => each.trim() || []);

const beginning = (word = ''): string => word.slice(0, 2);

/** A set of phrases to find in a list of words. */
class Phrases {
  readonly #whole = new Set<string>();
  readonly #stems = new Set<string>();
  /** First two letters of every word of the phrases. Rejects most words without a search. */
  readonly #begin = new Set<string>();

  constructor(texts: readonly (string | undefined)[]) {
    for (const phrase of texts.flatMap(listed)) {
      if (phrase.endsWith('*')) this.#stems.add(phrase.slice(0, -1));
      else this.#whole.add(phrase);
      for (const word of phrase.split(' ')) this.#begin.add(beginning(word));
    }
  }

  /** Whether this is one of the phrases. */
  #has(phrase: string): boolean {
    if (this.#whole.has(phrase)) return true;
    const [before, last] = [phrase.slice(0, phrase.lastIndexOf(' ') + 1), phrase.slice(phrase.lastIndexOf(' ') + 1)];
    for (let length = 2; length <= Math.min(last.length, MAX_STEM_LENGTH); length += 1) {
      if (this.#stems.has(before + last.slice(0, length))) return true;
    }
    return false;
  }

  begins(words: readonly string[], from = 0): boolean {
    if (!this.#begin.has(beginning(words[from]))) return false;
    for (let count = 1; count <= Math.min(MAX_WORDS, words.length - from); count += 1) {
      if (this.#has(words.slice(from, from + count).join(' '))) return true;
    }
    return false;
  }

  ends(words: readonly string[]): boolean {
    if (!this.#begin.has(beginning(words.at(-1)))) return false;
    for (let count = 1; count <= Math.min(MAX_WORDS, words.length); count += 1) {
      if (this.#has(words.slice(-count).join(' '))) return true;
    }
    return false;
  }

  isAmong(words: readonly string[]): boolean {
    return words.some((_, from) => this.begins(words, from));
  }
}

const ALL = Object.values(SPACED);
const [FIRST, LAST, SOLVES, WRONG, REVERTS, TEXTS] = [
  new Phrases(ALL.map(({ first }) => first)),
  new Phrases(ALL.map(({ last }) => last)),
  new Phrases(ALL.map(({ solves }) => solves)),
  new Phrases(ALL.map(({ wrong }) => wrong)),
  new Phrases(ALL.map(({ reverts }) => reverts)),
  new Phrases(ALL.map(({ texts }) => texts)),
];
const UNSPACED_LISTS = UNSPACED.map(({ first, last, solves, wrong, reverts, texts }) => ({
  first: listed(first),
  last: listed(last),
  solves: listed(solves),
  wrong: listed(wrong),
  reverts: listed(reverts),
  texts: listed(texts),
}));
const LABELS = new Set(listed(REVERT_LABELS));

/** `login fix`: a short subject that ends with a fix. One that begins with a verb does something else. */
const ENGLISH_FIX = /^(?:(?:bug|hot)-?)?fix(?:es)?$/;
const NO_AREA =
  /^(?:add|allow|auto|check|clean|complete|create|debug|describe|document|drop|enable|explain|extend|finish|format|how|implement|improve|introduce|make|mention|merge|move|need|new|note|port|prepare|refactor|remove|rename|revise|rework|run|show|simplify|support|test|todo|try|undo|update|use|verify|what|why|wip)(?:s|d|ed|ing)?$/;
const NOT_BEFORE = /^(?:a|an|and|any|auto|can|cannot|code|for|no|not|of|or|possible|quick|that|the|this|to|will|with|without)$/;
const MAX_NAME_LENGTH = 5;

function isEnglishFix(words: readonly string[]): boolean {
  const [first = '', last = '', before = ''] = [words[0], words.at(-1), words.at(-2)];
  if (words.length < 2 || words.length > MAX_NAME_LENGTH || !ENGLISH_FIX.test(last)) return false;
  return !NO_AREA.test(first) && !NOT_BEFORE.test(before);
}

function saidInWords(words: readonly string[], isAll: boolean): Break | null | undefined {
  if (REVERTS.begins(words) || (isAll && REVERTS.ends(words))) return 'revert';
  const isSolved = SOLVES.begins(words) || (isAll && SOLVES.ends(words));
  // `Fehler behoben: Login`
  const isBugFixed = WRONG.begins(words) && LAST.begins(words, 1);
  const isFix =
    isBugFixed || FIRST.begins(words) || (isAll && (LAST.ends(words) || isEnglishFix(words))) || (isSolved && WRONG.isAmong(words));
  if (!isFix) return undefined;
  return TEXTS.isAmong(words) ? null : 'fix';
}

function saidInSigns(text: string, isAll: boolean): Break | null | undefined {
  if (!FAR.test(text)) return undefined;
  for (const { first, last, solves, wrong, reverts, texts } of UNSPACED_LISTS) {
    const stands = (phrase: string): boolean => text.startsWith(phrase) || (isAll && text.endsWith(phrase));
    const has = (phrase: string): boolean => text.includes(phrase);
    if (reverts.some(stands)) return 'revert';
    const isFix = first.some((phrase) => text.startsWith(phrase)) || (isAll && last.some((phrase) => text.endsWith(phrase)));
    if (isFix || (solves.some(stands) && wrong.some(has))) return texts.some(has) ? null : 'fix';
  }
  return undefined;
}

/**
 * Classifies a subject by its first and last words, in many languages; `undefined` if it does not decide.
 * @param subject the subject without the removed prefixes
 * @param isAll whether no prefix is left, so that the end of the subject counts too
 */
export function detectBreakByWords(subject: string, isAll: boolean): Break | null | undefined {
  const text = subject.normalize('NFC').toLowerCase().replace(NUMBERED, '');
  const label = LABEL.exec(text)?.[1];
  if (label !== undefined && LABELS.has(label)) return 'revert';
  const bare = text.replace(OPENING, '').replace(CLOSING, '');
  return saidInSigns(bare, isAll) ?? saidInWords(bare.split(NO_WORD).filter(Boolean), isAll);
}
