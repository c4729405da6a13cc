/** Public API of the `.cortex` folder as a whole: init, verify, settle. */

export { invalidEntries, originalName } from './invalid-entries.ts';
export { crtxOperations } from './operations.ts';
export { explainUnreadable } from './rebuild-advice.ts';
export { initOutput, verifyOutput } from './schemas/project.ts';
export { type SettleOutput, settleOutput } from './schemas/settle.ts';
export { resolveConflicts as resolveCortexConflicts } from './use-cases/resolve-conflicts.ts';
export { resolveMarkedGraph } from './use-cases/resolve-file.ts';

/** Loads the check of a reasoning trace. It needs half of the engine, and most projects have no traces. */
export const loadTraceErrors = async () => (await import('./trace-errors.ts')).traceErrors;
