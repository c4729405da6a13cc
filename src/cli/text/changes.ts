import { escapeText } from './layout.ts';

/** Changes of files, written or only previewed. */
interface Changes {
  readonly written: boolean;
  readonly files: readonly { readonly path: string; readonly diff: string }[];
}

/** Returns the changes, or a preview of them. @param verb what was done to the files */
export function formatChanges({ written, files }: Changes, verb: string): string {
  if (files.length === 0) return 'Nothing to change.';
  if (written) return escapeText(`${verb} ${files.map(({ path }) => path).join(', ')}.`);
  const shown = files.map(({ path, diff }) => `${escapeText(path)}\n${diff.split('\n').map(escapeText).join('\n')}`);
  return [...shown, 'Nothing was written. To apply the changes, add --write.'].join('\n');
}
