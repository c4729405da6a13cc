/** The `.cortex` folder as a whole: made, verified, settled. The only door of this folder. */

export { invalidEntries, nameBeforeInvalid } from './invalid-entries.ts';
export { crtxOperations } from './operations.ts';
export { whyBroken } from './rebuild-advice.ts';
export { initOutput, verifyOutput } from './schemas/project.ts';
export { settleOutput } from './schemas/settling.ts';
export { settleMarkedGraph } from './use-cases/settle-file.ts';
