const NEW_LINE = 10;

/** The values of the lines of a cache, one a step; `undefined` for what is no JSON: a cache costs no more than making its line anew. */
export function* jsonLines(bytes: Buffer): Generator<unknown, void, void> {
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(NEW_LINE, from);
    const end = found === -1 ? bytes.length : found;
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString('utf8', from, end));
    } catch {
      // What the line was made of says all that it could have said.
    }
    from = end + 1;
    yield value;
  }
}
