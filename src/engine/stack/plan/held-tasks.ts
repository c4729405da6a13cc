import { columns } from '../../text/markdown/markdown.ts';
import type { Block } from './task-blocks.ts';

/** Lines of blocks, as a tree: blocks that begin alike share their first lines. */
class LineTree {
  /** By where one is and the next line, where that leads. */
  readonly #next = new Map<string, number>();
  /** By where they end; several may differ by their line breaks. */
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

  /** The blocks that stand in some lines from one of them on, each with the line behind its end. */
  *from(lines: readonly string[], first: number): Generator<{ readonly block: Block; readonly end: number }> {
    let at: number | undefined = 0;
    for (let end = first; end < lines.length; end += 1) {
      at = this.#next.get(keyOf(at, lines[end] ?? ''));
      if (at === undefined) return;
      for (const block of this.#blocks.get(at) ?? []) yield { block, end: end + 1 };
    }
  }
}

/** The last line of a block has the line break of the file that it stands in. */
function keyOf(at: number, line: string): string {
  return `${at} ${line.endsWith('\r') ? line.slice(0, -1) : line}`;
}

/** Whether nothing goes on from a line that would belong to what is before it and is indented less. */
function isEnd(lines: readonly string[], from: number, indent: number): boolean {
  let at = from;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1;
  const line = lines[at];
  return line === undefined || columns(/^[ \t]*/.exec(line)?.[0] ?? '') <= indent;
}

/**
 * Which blocks of tasks a HISTORY.md holds below the headings that tasks stand below, each with nothing more that belongs to it.
 * @param isOfTasks whether tasks stand below a line that is a heading of ours; `null` for any other line
 * @returns their texts
 */
export function heldTasks(history: string, blocks: readonly Block[], isOfTasks: (line: string) => boolean | null): Set<string> {
  const tree = new LineTree();
  // Each text once, however many say the same.
  for (const block of new Map(blocks.map((each) => [each.raw, each])).values()) tree.add(block);
  const lines = history.split('\n');
  const held = new Set<string>();
  let below = false;
  // A heading within a block is a part of it.
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
