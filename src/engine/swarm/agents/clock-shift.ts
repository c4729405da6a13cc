import type { SwarmRun } from '../state/swarm-run.ts';

/**
 * Moves what still runs in a swarm, as the clock was set: who was silent for a minute before is so afterwards. What is history stays as it
 * was written (docs/decisions/0043-clocks-that-were-wrong.md).
 * @param ms milliseconds, also negative
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
