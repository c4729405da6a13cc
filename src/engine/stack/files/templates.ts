import { STACK_FILES } from '../store.ts';

/** What a new stack's files say (seed 3, "File Formats"): the headings, and nothing that somebody would have to remove. */
export const TEMPLATES: Readonly<Record<string, string>> = {
  [STACK_FILES.current]: '# Current State\n\n## Current Task\n\n## Focus\n\n## Next Steps\n',
  [STACK_FILES.plan]: '# Plan\n\n## Tasks\n\n## Notes\n',
  [STACK_FILES.context]: '# Context\n',
  [STACK_FILES.outbox]: '# Outbox\n',
  [STACK_FILES.inbox]: '# Inbox\n',
};
