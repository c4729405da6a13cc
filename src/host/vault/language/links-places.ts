/** A place as the editor counts: lines and UTF-16 units from 0. */
export interface EditorPlace {
  readonly line: number;
  readonly character: number;
}

const LINE_BREAK = /\r\n|\r|\n/g;
const BOM = '\ufeff';

/** The text of a file as a document of the editor has it. */
export function documentText(text: string): string {
  return text.startsWith(BOM) ? text.slice(BOM.length) : text;
}

/** The places of a text that is not open, as the editor would count them: a lone carriage return ends a line as well. */
export class EditorLines {
  readonly #starts: readonly number[];

  /** @param text as `documentText` gives it */
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
