/** Snoozed needs of the user. Loaded when there are needs. */
import os from 'node:os';
import type * as vscode from 'vscode';
import { isSnoozed, readSnoozes, snoozeNeed } from '../../engine/needs/snoozed.ts';
import { CortexError, describeError } from '../../engine/platform/errors.ts';
import type { Need } from '../../engine/platform/need.ts';
import type { Runtime } from '../../engine/platform/runtime.ts';

/** Returns a function that reports whether a need is snoozed. If the file cannot be read, nothing is. */
export function snoozeTest(runtime: Runtime, log: vscode.LogOutputChannel): (need: Need, now: number) => boolean {
  try {
    const snoozes = readSnoozes(runtime, os.homedir());
    return (need, now) => isSnoozed(need, snoozes, now);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    log.warn(describeError(error));
    return () => false;
  }
}

/** @param until milliseconds since 1970 UTC @throws CortexError */
export function snooze(runtime: Runtime, need: Need, until: number): Promise<void> {
  return snoozeNeed(runtime, os.homedir(), need, until);
}
