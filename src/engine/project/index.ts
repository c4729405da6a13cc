/** Public API of the `.cortex` folder as a whole: init, verify, settle. */

export { invalidEntries, originalName } from './invalid-entries.ts';
export { crtxOperations } from './operations.ts';
export { explainUnreadable } from './rebuild-advice.ts';
export { initOutput, verifyOutput } from './schemas/project.ts';
export { type SettleOutput, settleOutput } from './schemas/settle.ts';
export { traceErrors } from './trace-errors.ts';
export { resolveConflicts as resolveCortexConflicts } from './use-cases/resolve-conflicts.ts';
export { resolveMarkedGraph } from './use-cases/resolve-file.ts';
