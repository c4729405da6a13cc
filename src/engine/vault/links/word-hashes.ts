/** A letter, digit, mark or `_`: what words are made of. */
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;

/** Of each UTF-16 unit by itself 1 when it is in no word, 2 when it is; 0 while nobody has asked. */
const kinds = new Uint8Array(0x1_0000);

function kindOf(unit: number): number {
  const kind = WORD_CHARACTER.test(String.fromCharCode(unit)) ? 2 : 1;
  kinds[unit] = kind;
  return kind;
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00;

/** How many units of a word stand at a place: none, one, or both of a pair. */
function unitsAt(text: string, at: number, end: number): number {
  if (at >= end) return 0;
  const unit = text.charCodeAt(at);
  if ((kinds[unit] || kindOf(unit)) === 2) return 1;
  return isHighSurrogate(unit) && WORD_CHARACTER.test(text.slice(at, at + 2)) ? 2 : 0;
}

const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

/** The words of a text: where they are, and a number for each that equal words have in common. Strings of them would take longer to make. */
export class WordHashes {
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly hashes: number[] = [];

  constructor(text: string) {
    const end = text.length;
    for (let at = 0; at < end; at += 1) {
      let units = unitsAt(text, at, end);
      if (units === 0) continue;
      this.from.push(at);
      let hash = SEED;
      for (; units > 0; units = unitsAt(text, at, end)) {
        for (const next = at + units; at < next; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
      }
      this.to.push(at);
      this.hashes.push(hash);
    }
  }
}

/** A number for a row of words: that of all but the last, and that of the last. */
export const joinedHash = (row: number, word: number): number => Math.imul((row << 5) ^ (row >>> 27) ^ word, 0x9e3779b1);
