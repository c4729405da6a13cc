/** Public API of the `.cortex` folder as a whole: init, verify, settle. */

export { invalidEntries, nameBeforeInvalid } from './invalid-entries.ts';
export { crtxOperations } from './operations.ts';
export { whyBroken } from './rebuild-advice.ts';
export { initOutput, verifyOutput } from './schemas/project.ts';
export { settleOutput } from './schemas/settling.ts';
export { settleMarkedGraph } from './use-cases/settle-file.ts';
