/** Of what thousands of notes have in common, each would name thousands of others. */
const MOST_NAMED = 10;

/** Some of many names, in quotes, and whether there are more. Looks no further than that. */
export function someNames(names: Iterable<string>, joint: string): string {
  const named: string[] = [];
  for (const name of names) {
    if (named.length === MOST_NAMED) return [...named, 'others'].join(joint);
    named.push(JSON.stringify(name));
  }
  return named.join(joint);
}
