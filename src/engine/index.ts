/** The headless engine as a library. */

export * from './crtx/index.ts';
export * from './dna/index.ts';
export * from './graph/index.ts';
export { type NeedsPlace, readNeeds } from './needs/needs-you.ts';
export { isSnoozed, readSnoozes, type Snoozes, snoozeNeed } from './needs/snoozed.ts';
export { type Clock, systemClock } from './platform/clock.ts';
export { CortexError, describeError, type ErrorCode, type ErrorData } from './platform/errors.ts';
export type { Need, NeedAction, NeedRank } from './platform/need.ts';
export type { Operation, OperationContext, Outcome } from './platform/operation.ts';
export { nodeRuntime, type Runtime } from './platform/runtime.ts';
export { type Disposable, type WatchDirectory, watchDirectory } from './platform/watching.ts';
export * from './project/index.ts';
export * from './stack/index.ts';
export * from './swarm/index.ts';
export * as team from './team/index.ts';
export * from './timeline/index.ts';
export * from './vault/index.ts';
