/** Returns the 1-based line of the first block (`use (`) of a `go.mod` or `go.work` that is never closed; `null` if there is none. */
export function openGoBlock(text: string): number | null {
  let opened: number | null = null;
  for (const [n, line] of text.split(/\r?\n/).entries()) {
    const [code = ''] = line.split('//', 1);
    const bare = code.trim();
    if (bare === ')') opened = null;
    else if (bare.endsWith('(')) {
      // Blocks do not nest, so the block before this one was left open.
      if (opened !== null) return opened;
      opened = n + 1;
    }
  }
  return opened;
}

const REPLACED = /^[ \t]*(?:replace[ \t]+)?(\S+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+(\.{1,2}\/\S*|\.{1,2})[ \t]*(?:\/\/.*)?$/;
const MAX_LINE_LENGTH = 1_000;

/** Returns the local replacements in a `go.mod` or `go.work`, with their 1-based lines. */
export function goReplacements(text: string): { readonly path: string; readonly place: string; readonly line: number }[] {
  return text.split(/\r?\n/).flatMap((line, n) => {
    const [, path, place = ''] = REPLACED.exec(line.length > MAX_LINE_LENGTH ? '' : line) ?? [];
    return path === undefined ? [] : [{ path, place, line: n + 1 }];
  });
}

/** Returns the folders in `use` directives of a `go.work` that satisfy `isWanted`, with their 1-based lines. */
export function goPlaces(text: string, isWanted: (place: string) => boolean): { readonly place: string; readonly line: number }[] {
  let isOpen = false;
  return text.split(/\r?\n/).flatMap((line, n) => {
    const code = (line.split('//', 1)[0] ?? '').trim();
    const single = /^use\s+([^\s(]\S*)$/.exec(code)?.[1];
    const inBlock = isOpen && code !== ')' ? code : undefined;
    if (/^\w+\s*\($/.test(code)) isOpen = /^use\b/.test(code);
    else if (code === ')') isOpen = false;
    const place = (single ?? inBlock ?? '').replaceAll('"', '');
    return place !== '' && isWanted(place) ? [{ place, line: n + 1 }] : [];
  });
}
