import { STACK_FILES } from '../store.ts';

/** Initial files of a new stack (seed 3, "File Formats"): headings only, so that no sample text has to be removed. */
export const TEMPLATES: Readonly<Record<string, string>> = {
  [STACK_FILES.current]: '# Current State\n\n## Current Task\n\n## Focus\n\n## Next Steps\n',
  [STACK_FILES.plan]: '# Plan\n\n## Tasks\n\n## Notes\n',
  [STACK_FILES.context]: '# Context\n',
  [STACK_FILES.outbox]: '# Outbox\n',
  [STACK_FILES.inbox]: '# Inbox\n',
};
