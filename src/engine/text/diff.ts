interface Line {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** Lines that stay, around those that change. */
const CONTEXT = 3;
/** Texts that differ by more lines are shown as wholly replaced: the shortest way costs the square of it. */
const MOST_CHANGES = 1_000;

function linesOf(text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
    lines.push(text.slice(from, end + 1));
    from = end + 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

/** How far each diagonal was reached with one more change each time, until both ends met (Myers' greedy method); `null` when that takes too many. */
function reach(before: readonly string[], after: readonly string[]): Map<number, number>[] | null {
  const steps: Map<number, number>[] = [];
  let last = new Map([[1, 0]]);
  for (let changes = 0; changes <= MOST_CHANGES; changes += 1) {
    const now = new Map<number, number>();
    steps.push(now);
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = startOf(last, diagonal);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      now.set(diagonal, x);
      if (x === before.length && x - diagonal === after.length) return steps;
    }
    last = now;
  }
  return null;
}

/** Whether a diagonal is entered by a line more of the new text rather than by a line less of the old one. */
function comesDown(last: ReadonlyMap<number, number>, diagonal: number): boolean {
  return (last.get(diagonal - 1) ?? -1) < (last.get(diagonal + 1) ?? -1);
}

function startOf(last: ReadonlyMap<number, number>, diagonal: number): number {
  return comesDown(last, diagonal) ? (last.get(diagonal + 1) ?? 0) : (last.get(diagonal - 1) ?? -1) + 1;
}

/** The way back through the steps, as lines that stay, go and come. */
function compare(before: readonly string[], after: readonly string[]): Line[] {
  const removed = (text: string): Line => ({ mark: '-', text });
  const added = (text: string): Line => ({ mark: '+', text });
  const steps = reach(before, after);
  if (steps === null) return [...before.map(removed), ...after.map(added)];
  const lines: Line[] = [];
  let x = before.length;
  let y = after.length;
  for (let step = steps.length - 1; step >= 0; step -= 1) {
    const last = steps[step - 1] ?? new Map([[1, 0]]);
    const down = comesDown(last, x - y);
    const start = startOf(last, x - y);
    for (; x > start; x -= 1, y -= 1) lines.push({ mark: ' ', text: before[x - 1] ?? '' });
    if (step === 0) break;
    if (down) y -= 1;
    else x -= 1;
    lines.push(down ? added(after[y] ?? '') : removed(before[x] ?? ''));
  }
  return lines.reverse();
}

/** Ranges of lines to show, so that changes that are near one another share one. */
function hunkRanges(lines: readonly Line[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const [at, { mark }] of lines.entries()) {
    if (mark === ' ') continue;
    const last = ranges.at(-1);
    const to = Math.min(at + 1 + CONTEXT, lines.length);
    if (last !== undefined && at - CONTEXT <= last.to) last.to = to;
    else ranges.push({ from: Math.max(0, at - CONTEXT), to });
  }
  return ranges;
}

/** `12,3`: the first line and how many; of none, the line before. */
function span(before: readonly Line[], shown: readonly Line[], other: '-' | '+'): string {
  const start = before.filter(({ mark }) => mark !== other).length;
  const count = shown.filter(({ mark }) => mark !== other).length;
  return `${count === 0 ? start : start + 1},${count}`;
}

/**
 * What changes from one text to another, line by line, in the unified form without the lines that name the files; empty when nothing
 * does. The shortest difference of up to a thousand lines, else the whole texts.
 */
export function diffLines(before: string, after: string): string {
  const lines = compare(linesOf(before), linesOf(after));
  const hunks = hunkRanges(lines).map(({ from, to }) => {
    const shown = lines.slice(from, to);
    const head = `@@ -${span(lines.slice(0, from), shown, '+')} +${span(lines.slice(0, from), shown, '-')} @@\n`;
    return head + shown.map(({ mark, text }) => mark + (text.endsWith('\n') ? text : `${text}\n\\ No newline at end of file\n`)).join('');
  });
  return hunks.join('');
}
