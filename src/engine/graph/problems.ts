/** What could not be read, or was left out, of a project: it costs its part of the graph, never the rest. */
export interface GraphProblem {
  /** A sentence without its full stop: `it is generated, and was left out`. */
  readonly message: string;
  /** Relative to the root, `/`-separated; `null` where it is about more than one file. */
  readonly path: string | null;
}

/** So many files are named with the same problem; of more it is said how many they are. */
const MOST_NAMED = 20;

/** A project may have ten thousand generated files: the first of each kind, and how many more. */
export function fewOfEach(problems: readonly GraphProblem[]): readonly GraphProblem[] {
  const counts = new Map<string, number>();
  const few = problems.filter(({ message }) => {
    const count = (counts.get(message) ?? 0) + 1;
    counts.set(message, count);
    return count <= MOST_NAMED;
  });
  for (const [message, count] of counts) {
    if (count > MOST_NAMED) few.push({ path: null, message: `${count - MOST_NAMED} more files: ${message}` });
  }
  return few;
}
