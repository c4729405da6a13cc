/** Guesses a package's name from its path, for imports without an alias: the last part that is not a version. */
export function goPackageName(path: string): string {
  const parts = path.split('/').filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? path).replace(/\.v\d+$/, '').replace(/^go-|-go$|\.go$/g, '');
}
