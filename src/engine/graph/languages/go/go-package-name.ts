/** What a package is most likely called by its path, where its importer does not say: the last part that is no version. */
export function goPackageName(path: string): string {
  const parts = path.split('/').filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? path).replace(/\.v\d+$/, '').replace(/^go-|-go$|\.go$/g, '');
}
