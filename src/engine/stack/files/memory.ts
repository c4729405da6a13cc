import { type Section, sectionsOf } from '../../text/markdown/sections.ts';
import type { StackStore } from '../store.ts';

/** The long memory of a stack: what an agent keeps, and what was taken out of its INBOX and PLAN. */
export const MEMORY_FILES = ['CONTEXT.md', 'MEMORY.md', 'HISTORY.md'] as const;

/** A file of the long memory. */
export interface MemoryFile {
  readonly name: (typeof MEMORY_FILES)[number];
  readonly sections: readonly Section[];
  readonly text: string;
}

/** Those that are there (seed 3, "CONTEXT.md"). @throws CortexError `broken-file` for what is no UTF-8, no file, or too large */
export function memoryFiles(store: StackStore): MemoryFile[] {
  return MEMORY_FILES.flatMap((name) => {
    const text = store.text(name);
    return text === null ? [] : [{ name, sections: sectionsOf(text), text }];
  });
}
