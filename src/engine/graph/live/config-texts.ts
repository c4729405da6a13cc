import path from 'node:path';
import type { UnreadFile } from '../../crtx/index.ts';
import { readFileBounded } from '../../files/atomic-file.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { isPage } from '../configs.ts';
import { MAX_SOURCE_BYTES } from '../limits.ts';
import { inUtf8 } from '../parse/in-utf8.ts';
import type { GraphProblem } from '../problems.ts';
import type { Source, Sources } from '../sources.ts';
import { unreadManifest } from '../structure/configs.ts';
import { addNamedConfigs } from './named-configs.ts';

export interface ConfigTexts {
  /** By path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly GraphProblem[];
  /** Manifests that could not be read, and the web pages beyond the number that is read. */
  readonly unread: readonly UnreadFile[];
}

/** Maximum number of web pages that are read; most pages of projects with more are documentation. */
const MAX_PAGES = 500;
const SCRIPT = /<script\b/i;

/** Splits off the pages that are too many to be read. */
function splitPages(configs: readonly Source[]): { readonly some: readonly Source[]; readonly more: readonly Source[] } {
  const pages = configs.filter(({ path: relative }) => isPage(relative));
  const some = [...configs.filter(({ path: relative }) => !isPage(relative)), ...pages.slice(0, MAX_PAGES)];
  return { some, more: pages.slice(MAX_PAGES) };
}

/** Returns a single entry for all pages that were not read, because there may be thousands. */
function unreadPages([first, ...others]: readonly Source[]): UnreadFile[] {
  if (first === undefined) return [];
  const also = others.length === 0 ? '' : `, nor are ${others.length} more pages after it`;
  return unreadManifest(first.path, `is not read${also}: only the first ${MAX_PAGES} web pages are`, null);
}

/**
 * Reads manifests, configuration files and web pages with scripts, and the files to which configurations refer. Unreadable files are reported and
 * skipped.
 * @param root a real path
 */
export function readConfigTexts({ fs }: Runtime, root: string, { configs, paths }: Sources): ConfigTexts {
  const texts = new Map<string, string>();
  const problems: GraphProblem[] = [];
  const { some, more } = splitPages(configs);
  const unread: UnreadFile[] = unreadPages(more);
  const read = (relative: string): string | null => {
    try {
      const content = readFileBounded(fs, path.join(root, relative), { maxBytes: MAX_SOURCE_BYTES, root });
      return content === null ? null : inUtf8(content.bytes).toString('utf8');
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      problems.push({ path: relative, message: `cannot be read: ${error.message}` });
      unread.push(...unreadManifest(relative, `cannot be read: ${error.message}`, null));
      return null;
    }
  };
  for (const { path: relative } of some) {
    const text = read(relative);
    if (text !== null && (!isPage(relative) || SCRIPT.test(text))) texts.set(relative, text);
  }
  addNamedConfigs(texts, paths, read);
  return { texts, problems, unread };
}
