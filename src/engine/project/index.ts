/** The `.cortex` folder as a whole: made, verified, settled. The only door of this folder. */

export { invalidEntries, nameBeforeInvalid } from './invalid-entries.ts';
export { initOutput, verifyOutput } from './operations/project.ts';
export { settleOutput } from './operations/settling.ts';
export { crtxOperations } from './operations.ts';
export { whyBroken } from './to-be-rebuilt.ts';
export { settleMarkedGraph } from './use-cases/settle-file.ts';
