const NEW_LINE = 10;

/** Where the line ends that begins at a place: behind its line feed, or at the end of all. */
export function lineEnd(bytes: Buffer, from: number): number {
  const found = bytes.indexOf(NEW_LINE, from);
  return found === -1 ? bytes.length : found + 1;
}

/** The value of a piece of a cache; `undefined` for what is no JSON: a cache costs no more than making its line anew. */
export function jsonIn(bytes: Buffer, from: number, to: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', from, to));
  } catch {
    // What the line was made of says all that it could have said.
    return undefined;
  }
}

/** The values of the lines of a cache, one a step, as `jsonIn`. */
export function* jsonLines(bytes: Buffer): Generator<unknown, void, void> {
  for (let from = 0; from < bytes.length; ) {
    const end = lineEnd(bytes, from);
    const value = jsonIn(bytes, from, end);
    from = end;
    yield value;
  }
}
