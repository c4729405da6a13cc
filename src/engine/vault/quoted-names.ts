/** Limit of names to list: thousands of notes may share a property, and each would list thousands of others. */
const MAX_NAMED = 10;

/** Joins the first names, quoted, and mentions if there are others. Reads no further names. */
export function quotedNames(names: Iterable<string>, joint: string): string {
  const named: string[] = [];
  for (const name of names) {
    if (named.length === MAX_NAMED) return [...named, 'others'].join(joint);
    named.push(JSON.stringify(name));
  }
  return named.join(joint);
}
