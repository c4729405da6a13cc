/** The line, from 1, of the first block (`use (`) of a `go.mod` or `go.work` that is never closed; `null` where all are. */
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

/** The folders that a `go.work` uses, of those that are wanted, with their lines from 1. */
export function usedOutside(text: string, isWanted: (place: string) => boolean): { readonly place: string; readonly line: number }[] {
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
