import { partitionPoint } from '../partition-point.ts';
import { markdownParts, type Range } from './markdown.ts';

/** So often fences are looked for anew; after that there are none, so that no text takes long. */
const MOST_READ_ANEW = 20;

/** The fenced code of a Markdown text of which parts turn out, in their order, to be something else. */
export class UnhiddenFences {
  #fences: readonly Range[];
  #left = MOST_READ_ANEW;

  constructor(private readonly text: string) {
    this.#fences = markdownParts(text).fences;
  }

  #at(offset: number): Range | undefined {
    const fence = this.#fences[partitionPoint(this.#fences.length, (index) => (this.#fences[index]?.from ?? 0) <= offset) - 1];
    return fence !== undefined && offset < fence.to ? fence : undefined;
  }

  /** Whether a part of the text stands in one fence. */
  hold({ from, to }: Range): boolean {
    const fence = this.#at(from);
    return fence !== undefined && to <= fence.to;
  }

  /** A part of the text is no Markdown: a fence that begins in it hides nothing behind it. */
  hide({ from, to }: Range): void {
    const fence = this.#at(to);
    if (fence === undefined || fence.from < from || fence.from === to) return;
    this.#fences = this.#left === 0 ? [] : markdownParts(this.text, to).fences;
    this.#left -= 1;
  }
}
