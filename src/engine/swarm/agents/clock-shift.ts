import type { SwarmRun } from '../state/swarm-run.ts';

/**
 * Shifts the running times of a swarm after the clock was set, so that every member's silence is as long as before. Past times stay as
 * written (docs/decisions/0043-clock-changes.md).
 * @param ms milliseconds, may be negative
 */
export function shiftRun(run: SwarmRun, ms: number): void {
  const { members, silence, budget, pause, tree } = run;
  for (const member of members.values()) {
    member.lastActivity += ms;
    member.givenAt += ms;
  }
  silence.shift(ms);
  budget.shift(ms);
  if (pause !== null) run.pause = { ...pause, at: pause.at + ms };
  for (const task of tree.tasks) if (task.since !== null) task.since += ms;
}
