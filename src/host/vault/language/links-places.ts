/** Position in a document: 0-based line and UTF-16 code unit. */
export interface EditorPlace {
  readonly line: number;
  readonly character: number;
}

const LINE_BREAK = /\r\n|\r|\n/g;
const BOM = '\ufeff';

/** Returns the text of a file as VS Code's documents have it, without BOM. */
export function documentText(text: string): string {
  return text.startsWith(BOM) ? text.slice(BOM.length) : text;
}

/** Computes positions in a file that is not open, as VS Code does: a lone carriage return also ends a line. */
export class EditorLines {
  readonly #starts: readonly number[];

  /** @param text text from `documentText` */
  constructor(text: string) {
    this.#starts = [0, ...Array.from(text.matchAll(LINE_BREAK), ({ 0: end, index }) => index + end.length)];
  }

  at(offset: number): EditorPlace {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low, character: offset - (this.#starts[low] ?? 0) };
  }
}
