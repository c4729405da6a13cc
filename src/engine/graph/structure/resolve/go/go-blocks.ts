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
