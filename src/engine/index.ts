/** The headless engine as a library. */
export * from './code-graph/index.ts';
export * from './crtx/index.ts';
export { type Clock, systemClock } from './kernel/clock.ts';
export { CortexError, describeError, type ErrorCode, type ErrorData } from './kernel/errors.ts';
export type { Need, NeedAction, NeedRank } from './kernel/need.ts';
export type { Operation, OperationContext, Outcome } from './kernel/operation.ts';
export { nodeRuntime, type Runtime } from './kernel/runtime.ts';
export { type Disposable, type WatchDirectory, watchDirectory } from './kernel/watching.ts';
export { type NeedsPlace, readNeeds } from './needs-you.ts';
export { isSnoozed, readSnoozes, type Snoozes, snoozeNeed } from './snoozed.ts';
export * from './stack/index.ts';
export * as team from './team/index.ts';
export * from './vault/index.ts';
