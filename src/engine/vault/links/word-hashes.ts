/** Character of a word: letter, digit, mark or `_`. */
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;

/** For each UTF-16 code unit: 1 if it is not part of a word, 2 if it is, 0 if unknown. */
const kinds = new Uint8Array(0x1_0000);

function kindOf(unit: number): number {
  const kind = WORD_CHARACTER.test(String.fromCharCode(unit)) ? 2 : 1;
  kinds[unit] = kind;
  return kind;
}

/** Reports whether a surrogate pair is a character of a word. */
function isPairOfWord(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && WORD_CHARACTER.test(text.slice(at, at + 2));
}

/** Treated as the character after the text's end. */
const END = 0x20;
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
