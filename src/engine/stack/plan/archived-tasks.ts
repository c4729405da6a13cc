import { columns } from '../../text/markdown/markdown.ts';
import type { Block } from './task-blocks.ts';

/** A trie of the lines of blocks: blocks with the same beginning share nodes. */
class LineTree {
  /** Next node, by node and line. */
  readonly #next = new Map<string, number>();
  /** Blocks by end node. Several may end there that differ only in line breaks. */
  readonly #blocks = new Map<number, Block[]>();
  #size = 0;

  add(block: Block): void {
    let at = 0;
    for (const line of block.raw.split('\n')) {
      const key = keyOf(at, line);
      const next = this.#next.get(key) ?? this.#size + 1;
      this.#size = Math.max(this.#size, next);
      this.#next.set(key, next);
      at = next;
    }
    const same = this.#blocks.get(at);
    if (same === undefined) this.#blocks.set(at, [block]);
    else same.push(block);
  }

  /** Yields the blocks that match the lines from `first` on, each with the line after its end. */
  *from(lines: readonly string[], first: number): Generator<{ readonly block: Block; readonly end: number }> {
    let at: number | undefined = 0;
    for (let end = first; end < lines.length; end += 1) {
      at = this.#next.get(keyOf(at, lines[end] ?? ''));
      if (at === undefined) return;
      for (const block of this.#blocks.get(at) ?? []) yield { block, end: end + 1 };
    }
  }
}

/** Ignores a trailing CR: the last line of a block has the line break of its file. */
function keyOf(at: number, line: string): string {
  return `${at} ${line.endsWith('\r') ? line.slice(0, -1) : line}`;
}

/** Reports whether a block ends here: the next non-empty line is not indented below it. */
function isEnd(lines: readonly string[], from: number, indent: number): boolean {
  let at = from;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1;
  const line = lines[at];
  return line === undefined || columns(/^[ \t]*/.exec(line)?.[0] ?? '') <= indent;
}

/**
 * Returns the texts of the blocks that a HISTORY.md contains completely, below our headings for tasks.
 * @param isOfTasks whether a line is our heading above tasks; `null` when it is none of our headings
 */
export function findArchivedTasks(history: string, blocks: readonly Block[], isOfTasks: (line: string) => boolean | null): Set<string> {
  const tree = new LineTree();
  // Each text once, because equal blocks would slow the search.
  for (const block of new Map(blocks.map((each) => [each.raw, each])).values()) tree.add(block);
  const lines = history.split('\n');
  const held = new Set<string>();
  let below = false;
  // A heading inside a matched block belongs to the block.
  let covered = 0;
  for (const [n, line] of lines.entries()) {
    if (n >= covered) below = isOfTasks(line) ?? below;
    if (!below) continue;
    for (const { block, end } of tree.from(lines, n)) {
      if (!isEnd(lines, end, block.indent)) continue;
      held.add(block.raw);
      covered = Math.max(covered, end);
    }
  }
  return held;
}
