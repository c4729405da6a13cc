/** Undoes `encodeFileName` for names that were not cut: that it can be undone is why no two names have the same file. */
export function undoFileName(fileName: string): string {
  if (fileName === '%') return '';
  return fileName.replace(/%(?:u([0-9a-f]{4})|([0-9a-f]{2}))/g, (_, unit?: string, byte?: string) =>
    String.fromCharCode(Number.parseInt(unit ?? byte ?? '', 16)),
  );
}
