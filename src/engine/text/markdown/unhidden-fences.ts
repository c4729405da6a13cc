import { splitHeader } from '../frontmatter/split-header.ts';
import { partitionPoint } from '../partition-point.ts';
import { markdownParts, type Range } from './markdown.ts';

/** How often fences are parsed again. After that there are none, which bounds the time for any text. */
const MAX_READ_ANEW = 20;

/** Fenced code of a Markdown text, parts of which turn out not to be Markdown. Such parts must be reported in order. */
export class UnhiddenFences {
  #fences: readonly Range[];
  #left = MAX_READ_ANEW;

  constructor(private readonly text: string) {
    // A header is no Markdown: what looks like a fence in it would hide the whole note.
    this.#fences = markdownParts(text, splitHeader(text).bodyFrom).fences;
  }

  #at(offset: number): Range | undefined {
    const fence = this.#fences[partitionPoint(this.#fences.length, (index) => (this.#fences[index]?.from ?? 0) <= offset) - 1];
    return fence !== undefined && offset < fence.to ? fence : undefined;
  }

  /** Whether a range is inside one fence. */
  hold({ from, to }: Range): boolean {
    const fence = this.#at(from);
    return fence !== undefined && to <= fence.to;
  }

  /** Marks a range as not Markdown. Fences that begin in it hide nothing after it. */
  hide({ from, to }: Range): void {
    const fence = this.#at(to);
    if (fence === undefined || fence.from < from || fence.from === to) return;
    this.#fences = this.#left === 0 ? [] : markdownParts(this.text, to).fences;
    this.#left -= 1;
  }
}
