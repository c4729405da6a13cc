import type { Operation } from '../../platform/operation.ts';
import { naming, sentences } from '../../platform/summary.ts';
import { counted } from '../../text/amounts.ts';
import {
  admitInput,
  admitOutput,
  assignInput,
  assignOutput,
  claimInput,
  claimOutput,
  completeInput,
  completeOutput,
  createInput,
  createOutput,
  failInput,
  failOutput,
  heartbeatInput,
  heartbeatOutput,
  recruitInput,
  recruitOutput,
  retireInput,
  retireOutput,
  startInput,
  startOutput,
  statusInput,
  usageInput,
  usageOutput,
} from '../schemas/swarm.ts';
import { statusOutput } from '../schemas/swarm-state.ts';
import {
  agreedLine,
  ballotLine,
  claimedLines,
  claimOverlapLines,
  endLines,
  keptLines,
  lapsedLines,
  releasedLine,
  repeated,
  taskLines,
} from '../summaries.ts';
import { reading, writing } from '../swarm-operation.ts';
import { explainLimits } from '../wording.ts';

const useCases = () => import('../use-cases/swarm.ts');

const JOINED = {
  new: 'joined the swarm',
  again: 'is back in the swarm',
  before: 'is already in the swarm; its role and expertise are updated',
};

/** Operations on members and the state of the swarm: seed 1, "SwarmManifest", "SwarmAgent", "SwarmBudget". */
export const members = {
  create: writing({
    name: 'swarm create',
    description: 'Create a swarm: a goal, split into tasks for many agents',
    input: createInput,
    output: createOutput,
    summary: ({ swarm, tasks, budget }, { name }) =>
      `Created ${name(swarm)} with ${counted(tasks, 'task')}. Limits: ${explainLimits(budget)}.`,
    useCase: async () => (await import('../use-cases/create-swarm.ts')).createSwarm,
  }),
  status: reading({
    name: 'swarm status',
    description: 'Show the tasks, agents, locks and budget',
    input: statusInput,
    output: statusOutput,
    useCase: async () => (await useCases()).showStatus,
  }),
  recruit: writing({
    name: 'swarm recruit',
    description: 'Recruit an agent into the swarm',
    input: recruitInput,
    output: recruitOutput,
    summary: ({ agent, joined }, { name }) => `${name(agent)} ${JOINED[joined]}.`,
    useCase: async () => (await useCases()).recruitAgent,
  }),
  admit: writing({
    name: 'swarm admit',
    description: 'Admit an agent that waits to join, or refuse it',
    input: admitInput,
    output: admitOutput,
    summary: (output, { name }) => repeated(output, `${name(output.agent)} ${output.admitted ? 'joined the swarm' : 'is not admitted'}.`),
    useCase: async () => (await useCases()).admitAgent,
  }),
  retire: writing({
    name: 'swarm retire',
    description: 'Retire an agent: other agents can claim its tasks; it keeps its locks until they expire or are released',
    input: retireInput,
    output: retireOutput,
    summary: ({ agent, withdrawn, released, locks, decided, ...rest }, style) => {
      const left = `${style.name(agent)} ${withdrawn ? 'no longer waits to be admitted' : 'has left the swarm'}.`;
      return [
        sentences(repeated(rest, left), naming('Pending again:', released, style)),
        ...decided.map((each) => `${style.name(each.subject)} is ${ballotLine(each, style)}`),
        ...keptLines(agent, locks, style),
        releasedLine(rest, style),
      ];
    },
    useCase: async () => (await useCases()).retireAgent,
  }),
  usage: writing({
    name: 'swarm usage',
    description: 'Report the tokens and the cost that an agent has used',
    input: usageInput,
    output: usageOutput,
    summary: ({ agent, task }, { name }) => `Recorded usage of ${name(agent)}${task === null ? '' : ` for task ${name(task)}`}.`,
    useCase: async () => (await useCases()).reportUsage,
  }),
  heartbeat: writing({
    name: 'swarm heartbeat',
    description: 'Send a heartbeat, so that an agent keeps its tasks; its other commands also send one',
    input: heartbeatInput,
    output: heartbeatOutput,
    summary: ({ agent, released, lapsed }, style) => [
      `Recorded a heartbeat of ${style.name(agent)}.`,
      naming('It sent no heartbeat in time, and lost:', released, style),
      ...lapsedLines(lapsed, style),
    ],
    useCase: async () => (await useCases()).recordHeartbeat,
  }),
};

/** Operations on tasks: seed 1, "TaskNode"; RULINGS, crtx 7. */
export const tasks = {
  assign: writing({
    name: 'swarm assign',
    description: 'Assign a task to an agent',
    input: assignInput,
    output: assignOutput,
    summary: ({ task, agent, ...rest }, { name }) => repeated(rest, `${name(task)} is assigned to ${name(agent)}.`),
    useCase: async () => (await useCases()).assignTask,
  }),
  claim: writing({
    name: 'swarm claim',
    description: 'Claim the next task; if there is none, print the reason and exit with 1',
    input: claimInput,
    output: claimOutput,
    summary: ({ task, code, reason, agreed, overlaps }, style) =>
      task === null
        ? style.text(reason)
        : [...claimedLines(task, code, style), agreedLine(agreed, style), style.text(reason), ...claimOverlapLines(overlaps, style)],
    useCase: async () => (await import('../use-cases/claim.ts')).claimTask,
  }),
  start: writing({
    name: 'swarm start',
    description: 'Start a task that is assigned to the agent',
    input: startInput,
    output: startOutput,
    summary: ({ task, agreed, ...rest }, style) => {
      const [first = '', ...more] = taskLines('Started', task, style);
      return [repeated(rest, first), ...more, agreedLine(agreed, style)];
    },
    useCase: async () => (await useCases()).startTask,
  }),
  complete: writing({
    name: 'swarm complete',
    description: 'Complete a task',
    input: completeInput,
    output: completeOutput,
    summary: ({ task, taskStatus, ready, ...rest }, style) => {
      const id = style.name(task);
      const said = taskStatus === 'done' ? `${id} is done.` : `Submitted a result for ${id}; the task is done when a result is picked.`;
      return [sentences(repeated(rest, said), naming('Ready now:', ready, style)), ...endLines(rest, style)];
    },
    useCase: async () => (await useCases()).completeTask,
  }),
  fail: writing({
    name: 'swarm fail',
    description: 'Fail a task; tasks that depend on it are skipped',
    input: failInput,
    output: failOutput,
    summary: ({ task, taskStatus, skipped, ...rest }, style) => {
      const how = taskStatus === 'failed' ? 'has failed' : 'has failed for this agent; other contenders continue';
      const said = repeated(rest, `${style.name(task)} ${how}.`);
      return [sentences(said, naming('Skipped because of it:', skipped, style)), ...endLines(rest, style)];
    },
    useCase: async () => (await useCases()).failTask,
  }),
};

export const swarmOperations: readonly Operation[] = [...Object.values(members), ...Object.values(tasks)];
