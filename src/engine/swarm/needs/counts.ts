/** Returns how often each name occurs. */
export function counts(names: Iterable<string>): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}
