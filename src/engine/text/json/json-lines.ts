const NEW_LINE = 10;

/** Returns the end of the line that starts at `from`: after its line feed, or at the end of the data. */
export function lineEnd(bytes: Buffer, from: number): number {
  const found = bytes.indexOf(NEW_LINE, from);
  return found === -1 ? bytes.length : found + 1;
}

/** Parses a part of a cache; `undefined` if it is not JSON. A damaged line only has to be computed again. */
export function parseJsonPart(bytes: Buffer, from: number, to: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', from, to));
  } catch {
    // The source of the cached line has the same information.
    return undefined;
  }
}

/** Yields the values of the lines of a cache, as `parseJsonPart`. */
export function* jsonLines(bytes: Buffer): Generator<unknown, void, void> {
  for (let from = 0; from < bytes.length; ) {
    const end = lineEnd(bytes, from);
    const value = parseJsonPart(bytes, from, end);
    from = end;
    yield value;
  }
}
