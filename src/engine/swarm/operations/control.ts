import type { Operation } from '../../platform/operation.ts';
import { commandAbout, typedOption } from '../../platform/suggested.ts';
import { sentences } from '../../platform/summary.ts';
import { counted, duration } from '../../text/amounts.ts';
import {
  abortInput,
  abortOutput,
  budgetInput,
  budgetOutput,
  decomposeInput,
  decomposeOutput,
  pauseInput,
  pauseOutput,
  resumeInput,
  resumeOutput,
  retryInput,
  retryOutput,
} from '../schemas/control.ts';
import { describeBudget, releasedLine } from '../summaries.ts';
import { writing } from '../swarm-operation.ts';

const useCases = () => import('../use-cases/control.ts');

/** Operations that steer a running swarm (docs/decisions/0006-strategies-votes-merges.md). */
export const control = {
  pause: writing({
    name: 'swarm pause',
    description: 'Pause the swarm: no more tasks are assigned; tasks in progress continue',
    input: pauseInput,
    output: pauseOutput,
    summary: ({ since, by, again }, { name, time }) =>
      again ? `Already paused by ${name(by)} since ${time(since)}.` : 'Paused. Tasks in progress continue; no more tasks are assigned.',
    useCase: async () => (await useCases()).pauseSwarm,
  }),
  resume: writing({
    name: 'swarm resume',
    description: 'Resume a paused swarm',
    input: resumeInput,
    output: resumeOutput,
    summary: ({ pausedMs, finished, again }) => {
      if (again) return 'The swarm was not paused.';
      return finished ? 'Resumed, but the swarm has already finished.' : `Resumed after a pause of ${duration(pausedMs)}.`;
    },
    useCase: async () => (await useCases()).resumeSwarm,
  }),
  abort: writing({
    name: 'swarm abort',
    description: 'Abort a swarm; unfinished tasks are skipped',
    input: abortInput,
    output: abortOutput,
    summary: (output, style) => [`Aborted the swarm. Skipped: ${counted(output.skipped, 'task')}.`, releasedLine(output, style)],
    useCase: async () => (await useCases()).abortSwarm,
  }),
  budget: writing({
    name: 'swarm budget',
    description: 'Show the budget of a swarm, or change it',
    input: budgetInput,
    output: budgetOutput,
    summary: ({ budget, changed }) => `${describeBudget(budget)}${changed ? '  (changed)' : ''}`,
    useCase: async () => (await useCases()).setBudget,
  }),
  retry: writing({
    name: 'swarm retry',
    description: 'Retry a failed task, and the tasks that were skipped because of it',
    input: retryInput,
    output: retryOutput,
    summary: ({ task, count, resumed }, { name }) => {
      const others = count === 0 ? '' : `, and with it ${counted(count, 'skipped task')}`;
      return sentences(`${name(task)} is pending again${others}.`, resumed ? 'The swarm had ended, and runs again.' : '');
    },
    useCase: async () => (await useCases()).retryTask,
  }),
  decompose: writing({
    name: 'swarm decompose',
    description: 'Split a task into subtasks',
    input: decomposeInput,
    output: decomposeOutput,
    summary: ({ task, by, added, unassigned }, { name, next }) => {
      const said = `${name(task)} has ${counted(added, 'new task')}.`;
      if (unassigned.length === 0) return said;
      const assign = commandAbout('cortex swarm assign', unassigned[0], 'TASK', ['--agent AGENT', typedOption('by', by)]);
      return sentences(
        said,
        next(assign, (command) => `Assign ${unassigned.map(name).join(', ')}: ${command}`),
      );
    },
    useCase: async () => (await useCases()).splitTask,
  }),
};

export const controlOperations: readonly Operation[] = Object.values(control);
