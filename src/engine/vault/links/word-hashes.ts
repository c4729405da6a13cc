/** A letter, digit, mark or `_`: what words are made of. */
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;

/** Of each UTF-16 unit by itself 1 when it is in no word, 2 when it is; 0 while nobody has asked. */
const kinds = new Uint8Array(0x1_0000);

function kindOf(unit: number): number {
  const kind = WORD_CHARACTER.test(String.fromCharCode(unit)) ? 2 : 1;
  kinds[unit] = kind;
  return kind;
}

/** Whether two units are one character of a word. */
function isPairOfWord(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && WORD_CHARACTER.test(text.slice(at, at + 2));
}

/** As if a text ended with a space. */
const END = 0x20;
const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
const mixed = (hash: number, unit: number) => Math.imul(hash ^ unit, PRIME);

/** The words of a text: where they are, and a number for each that equal words have in common. Strings of them would take longer to make. */
export class WordHashes {
  /** How many there are; what stands behind so many in the lists is of an earlier text. */
  count = 0;
  from = new Int32Array(4_096);
  to = new Int32Array(4_096);
  hashes = new Int32Array(4_096);

  /** Forgets the text before. @param begin where the first word may begin */
  read(text: string, begin = 0): void {
    this.#makeRoom(text.length);
    // In names of their own: this is done for every character of a vault.
    const { from, to, hashes } = this;
    let count = 0;
    let start = -1;
    let hash = SEED;
    for (let at = begin; at <= text.length; at += 1) {
      const unit = at < text.length ? text.charCodeAt(at) : END;
      const isWord = (kinds[unit] || kindOf(unit)) === 2;
      if (isWord || isPairOfWord(text, at)) {
        if (start < 0) start = at;
        hash = mixed(hash, unit);
        if (!isWord) hash = mixed(hash, text.charCodeAt(++at));
      } else if (start >= 0) {
        from[count] = start;
        to[count] = at;
        hashes[count] = hash;
        count += 1;
        start = -1;
        hash = SEED;
      }
    }
    this.count = count;
  }

  #makeRoom(length: number): void {
    // Between two words stands something.
    const most = (length >> 1) + 1;
    if (most <= this.hashes.length) return;
    this.from = new Int32Array(most);
    this.to = new Int32Array(most);
    this.hashes = new Int32Array(most);
  }
}

/** A number for a row of words: that of all but the last, and that of the last. */
export const joinedHash = (row: number, word: number): number => Math.imul((row << 5) ^ (row >>> 27) ^ word, 0x9e3779b1);
