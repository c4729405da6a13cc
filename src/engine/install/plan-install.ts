import { join } from 'node:path';
import { type FileChange, missingFolder, readPresentText } from '../files/file-changes.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { withoutPart, withPart } from './change-text.ts';
import type { Part } from './part.ts';

/** Reports whether a text is empty, or an empty JSON object. */
const isBlank = (text: string): boolean => /^\s*(?:\{\s*\}\s*)?$/.test(text);

function changesOf(
  runtime: Runtime,
  root: string,
  parts: readonly Part[],
  change: (text: string, part: Part, before: string | null) => string,
) {
  const files = [...new Set(parts.map(({ file }) => file))];
  return files.flatMap((file): { readonly file: string; readonly before: string | null; readonly after: string }[] => {
    const before = readPresentText(runtime, root, file);
    const own = parts.filter((part) => part.file === file).map((part) => ({ ...part, file: join(root, file) }));
    // Try each part alone first, so that an error has a line of the file, not of an already changed text.
    for (const part of own) change(before ?? '', part, before);
    const after = own.reduce((text, part) => change(text, part, before), before ?? '');
    return after === (before ?? '') ? [] : [{ file, before, after }];
  });
}

/** Adds a part. A file of ours never replaces a foreign file. */
function added(text: string, part: Part, before: string | null): string {
  if (part.kind !== 'file' || before === null || before === part.text || before.includes(part.mark)) return withPart(text, part);
  throw new CortexError('broken-file', 'another file has this name', {
    file: part.file,
    next: 'Move it away and install again.',
  });
}

/**
 * Returns what installing would change; nothing when everything is present.
 * @throws CortexError `broken-file`, `outside-root`, `invalid-input`
 */
export function planInstall(runtime: Runtime, root: string, parts: readonly Part[]): FileChange[] {
  return changesOf(runtime, root, parts, added).map(({ file, before, after }) => ({ path: file, before, after, folder: null }));
}

/**
 * Returns what removing would change: only what was installed, and files in which nothing else is left.
 * @throws CortexError `broken-file`
 */
export function planRemoval(runtime: Runtime, root: string, parts: readonly Part[]): FileChange[] {
  const present = parts.filter(({ file }) => readPresentText(runtime, root, file) !== null);
  const isFrame = (part: Part): boolean => part.kind === 'value' && part.isFrame === true;
  const own = present.filter((part) => !isFrame(part));
  return changesOf(runtime, root, own, withoutPart).map(({ file, before, after }) => {
    const frames = present.filter((part) => part.file === file && isFrame(part));
    const isLeft = !isBlank(frames.reduce(withoutPart, after));
    const [top = null] = file.includes('/') && missingFolder(runtime, root, file) === null ? file.split('/') : [];
    return isLeft ? { path: file, before, after, folder: null } : { path: file, before, after: null, folder: top };
  });
}

/** Reports whether a part is present, so that installing would not change its file. True when that is unknown. */
export function isInstalled(runtime: Runtime, root: string, part: Part): boolean {
  try {
    return planInstall(runtime, root, [part]).length === 0;
  } catch (error) {
    if (error instanceof CortexError) return true;
    throw error;
  }
}
