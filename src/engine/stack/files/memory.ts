import { parseSections, type Section } from '../../text/markdown/sections.ts';
import type { StackStore } from '../store.ts';

/** Files of a stack's long-term memory: notes of the agent, and the archive of INBOX and PLAN. */
export const MEMORY_FILES = ['CONTEXT.md', 'MEMORY.md', 'HISTORY.md'] as const;

/** A file of the long-term memory. */
export interface MemoryFile {
  readonly name: (typeof MEMORY_FILES)[number];
  readonly sections: readonly Section[];
  readonly text: string;
}

/**
 * Returns the files that exist (seed 3, "CONTEXT.md").
 * @throws CortexError `broken-file` for a file that is not UTF-8, not regular, or too large
 */
export function memoryFiles(store: StackStore): MemoryFile[] {
  return MEMORY_FILES.flatMap((name) => {
    const text = store.text(name);
    return text === null ? [] : [{ name, sections: parseSections(text), text }];
  });
}
