import { crtxOperations } from '../engine/crtx/index.ts';
import type { Output } from './print.ts';
import { runProgram } from './program.ts';
import { lockTexts } from './text/lock.ts';
import { projectTexts } from './text/project.ts';
import { swarmTexts } from './text/swarm.ts';
import { timelineTexts } from './text/timeline.ts';
import { version } from './version.ts';

/**
 * Runs `cortex`.
 * @param args what follows the program's name
 * @param interactive a person is at the other end
 * @returns the exit code: 0 yes, 1 no or failed, 2 wrong usage
 */
export function cortexProgram(args: readonly string[], output: Output, interactive: boolean): Promise<number> {
  return runProgram(
    {
      name: 'cortex',
      version,
      description: 'Coordinate AI coding agents through plain files: locks, swarms and their memory in .cortex/.',
      operations: crtxOperations,
      groups: {
        swarm: 'Swarms: who does what, and what it costs',
        lock: 'Locks on files: who may change what, until when',
        timeline: 'The timeline: what was decided, found and learned, and why',
      },
      texts: { ...projectTexts, ...swarmTexts, ...lockTexts, ...timelineTexts },
      output,
      interactive,
    },
    args,
  );
}
