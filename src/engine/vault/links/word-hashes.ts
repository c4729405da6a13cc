/** Character of a word: letter, digit, mark or `_`. */
const WORD_CHARACTER = /^[\p{L}\p{N}\p{M}_]/u;

/** Kinds of UTF-16 code units: not part of a word, part of one, or the first half of a surrogate pair, which must be tested as a whole. */
const [OTHER, WORD, HALF] = [1, 2, 3];
/** Kind of each code unit; 0 if it is unknown. */
const kinds = new Uint8Array(0x1_0000);

function kindOf(unit: number): number {
  const isHalf = (unit & 0xfc00) === 0xd800;
  const kind = isHalf ? HALF : WORD_CHARACTER.test(String.fromCharCode(unit)) ? WORD : OTHER;
  kinds[unit] = kind;
  return kind;
}

const isPairOfWord = (text: string, at: number) => WORD_CHARACTER.test(text.slice(at, at + 2));

/** Reports whether the character at an offset belongs to a word. */
export function isWordAt(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  const unit = text.charCodeAt(at);
  const kind = kinds[unit] || kindOf(unit);
  return kind === WORD || (kind === HALF && isPairOfWord(text, at));
}

/** Reports whether the character before an offset belongs to a word. */
export function isWordBefore(text: string, at: number): boolean {
  return isWordAt(text, at - 1) || (isWordAt(text, at - 2) && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800);
}

const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
const mixed = (hash: number, unit: number) => Math.imul(hash ^ unit, PRIME);

/** Offsets and hashes of the words of a text. Creating strings for them would take longer. */
export class WordHashes {
  /** Number of words. List entries beyond it belong to an earlier text. */
  count = 0;
  from = new Int32Array(4_096);
  to = new Int32Array(4_096);
  hashes = new Int32Array(4_096);

  /** Reads the words of a text, replacing the previous ones. @param begin offset at which to start */
  read(text: string, begin = 0): void {
    this.#makeRoom(text.length);
    // Local variables are faster: this loop runs for every character of a vault.
    const { from, to, hashes } = this;
    let count = 0;
    for (let at = begin; at < text.length; ) {
      const start = at;
      let hash = SEED;
      for (; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        const kind = kinds[unit] || kindOf(unit);
        if (kind !== WORD && (kind === OTHER || !isPairOfWord(text, at))) break;
        hash = mixed(hash, unit);
        if (kind === HALF) hash = mixed(hash, text.charCodeAt(++at));
      }
      if (at > start) {
        from[count] = start;
        to[count] = at;
        hashes[count] = hash;
        count += 1;
      }
      at += 1;
    }
    this.count = count;
  }

  #makeRoom(length: number): void {
    // Words are separated by at least one code unit.
    const most = (length >> 1) + 1;
    if (most <= this.hashes.length) return;
    this.from = new Int32Array(most);
    this.to = new Int32Array(most);
    this.hashes = new Int32Array(most);
  }
}

/** Returns the hash of a word sequence, from the hash of all words but the last and the hash of the last. */
export const joinedHash = (row: number, word: number): number => Math.imul((row << 5) ^ (row >>> 27) ^ word, 0x9e3779b1);
