/** A part of a project that could not be read or was left out. Only that part is missing from the graph. */
export interface GraphProblem {
  /** A sentence without its full stop: `skipped: it is minified`. */
  readonly message: string;
  /** Relative to the root, `/`-separated; `null` if it concerns more than one file. */
  readonly path: string | null;
}

/** Maximum number of files listed for the same problem; the rest are only counted. */
const MAX_NAMED = 20;

/** Returns the first problems of each kind, and a count of the others. A project may have ten thousand generated files. */
export function firstOfEachKind(problems: readonly GraphProblem[]): readonly GraphProblem[] {
  const counts = new Map<string, number>();
  const few = problems.filter(({ message }) => {
    const count = (counts.get(message) ?? 0) + 1;
    counts.set(message, count);
    return count <= MAX_NAMED;
  });
  for (const [message, count] of counts) {
    if (count > MAX_NAMED) few.push({ path: null, message: `${count - MAX_NAMED} more files: ${message}` });
  }
  return few;
}
