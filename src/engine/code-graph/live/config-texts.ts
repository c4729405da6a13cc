import path from 'node:path';
import { readFileBounded } from '../../kernel/atomic-file.ts';
import { CortexError } from '../../kernel/errors.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { MOST_SOURCE_BYTES } from '../limits.ts';
import type { GraphProblem } from '../problems.ts';
import type { Source } from '../sources.ts';

export interface ConfigTexts {
  /** By path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly GraphProblem[];
}

/** The texts of manifests and configuration; one that cannot be read costs itself. @param root a real path */
export function readConfigTexts({ fs }: Runtime, root: string, configs: readonly Source[]): ConfigTexts {
  const texts = new Map<string, string>();
  const problems: GraphProblem[] = [];
  for (const { path: relative } of configs) {
    try {
      const content = readFileBounded(fs, path.join(root, relative), { maxBytes: MOST_SOURCE_BYTES, root });
      if (content !== null) texts.set(relative, content.bytes.toString('utf8'));
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      problems.push({ path: relative, message: `it cannot be read: ${error.message}` });
    }
  }
  return { texts, problems };
}
