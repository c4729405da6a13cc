import * as z from 'zod';
import { CortexError } from '../engine/platform/errors.ts';
import { onDemand } from '../engine/platform/on-demand.ts';
import { defineOperation, type Operation } from '../engine/platform/operation.ts';

/** The agents whose hooks are supported. */
const VENDORS = ['claude', 'copilot', 'vscode', 'codex', 'gemini', 'cursor', 'opencode'] as const;
/** Value of `--for` in git's own hook. */
export const GIT = 'git';
export type Vendor = (typeof VENDORS)[number];

const input = onDemand(() =>
  z.object({ for: z.enum([...VENDORS, GIT]).describe('coding agent that runs the hook; git: the pre-commit hook') }),
);
const output = onDemand(() => z.null());

/**
 * The operation `cortex guard`, for help and usage errors only. Hooks are answered without loading the parser of the command line, because
 * the guard runs before every tool of an agent (src/cli/commands/guard.ts).
 */
export const guardOperation: Operation = defineOperation({
  name: 'guard',
  description: 'Hook for coding agents and git: refuse changes to locked files (reads the hook on standard input)',
  effect: 'write',
  input,
  output,
  load: async () => () => {
    throw new CortexError('invalid-input', 'these options cannot be combined', { next: 'Run: cortex guard --for claude' });
  },
});
