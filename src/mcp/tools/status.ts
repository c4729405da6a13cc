import * as z from 'zod';
import { heldFileChangesOutput, listLeaves, listOutput, statusOutput } from '../../engine/swarm/index.ts';
import { cut } from '../../engine/text/cut.ts';
import { moment } from '../../engine/text/foreign-data.ts';
import type { AgentConnection, Call } from '../agent-connection.ts';
import { defineTool } from '../tool.ts';
import { toLockSummary } from './files.ts';
import { readInbox } from './messages.ts';

/** Maximum length of a command, enough to recognize it. */
const MAX_LENGTH = 200;

/** Skipped tasks have ended, but are no progress. */
function progressText({
  done,
  total,
  active,
  failed,
  skipped,
}: Readonly<Record<'done' | 'total' | 'active' | 'failed' | 'skipped', number>>): string {
  return `${done} of ${total} done, ${active} active, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function summarizeSwarm(connection: AgentConnection, call: Call) {
  const { output, warnings = [] } = await connection.ask('swarm status', statusOutput, { input: {}, call });
  const { swarm, progress, pause, end } = output;
  if (swarm === null) return { swarm: null, member: false, tasks: [], warnings };
  const own = listLeaves(swarm.decomposition).filter(({ assignedTo, status }) => assignedTo === connection.agent && status !== 'done');
  const { spent, maxTokens, maxCostUsd } = swarm.budget;
  return {
    swarm: {
      id: swarm.id,
      goal: swarm.task,
      strategy: swarm.strategy,
      coordinator: swarm.coordinator,
      state: end?.how ?? (pause === null ? 'running' : `paused by ${pause.by}`),
      progress: progress === null ? '' : progressText(progress),
      budget: { tokens: spent.tokens, maxTokens, costUsd: spent.costUsd, maxCostUsd },
    },
    member: swarm.agents.some(({ id }) => id === connection.agent),
    tasks: own.map(({ id, description, status }) => ({ id, description, status })),
    warnings,
  };
}

/** Returns the files that the agent holds and that changed while a command of another agent ran. */
async function changedFiles(connection: AgentConnection, call: Call) {
  const { output } = await connection.ask('lock changes', heldFileChangesOutput, { input: {}, call });
  const own = output.changes.filter(({ holder }) => holder === connection.agent);
  return own.map(({ id, path, what, agent, command, to }) => ({
    change: id,
    path,
    what,
    by: agent,
    command: cut(command, MAX_LENGTH),
    at: moment(to),
  }));
}

/** Returns the agent's identity and state. */
export const statusTool = defineTool({
  name: 'status',
  description: 'Who you are, your tasks, locks and unread messages, and the state of the swarm. Call it first.',
  input: z.object({}),
  isReadOnly: true,
  run: async (connection, _, call) => {
    const { warnings, ...seen } = await summarizeSwarm(connection, call);
    const { output } = await connection.ask('lock list', listOutput, { input: {}, call });
    const changed = await changedFiles(connection, call);
    const inbox = await readInbox(connection, call, 0);
    const data = {
      agent: connection.agent,
      ...seen,
      locks: output.locks.filter(({ agentId }) => agentId === connection.agent).map(toLockSummary),
      lockedByOthers: output.locks.filter(({ agentId }) => agentId !== connection.agent).map(toLockSummary),
      ...(changed.length > 0 && { changedWhileHeld: changed }),
      unreadMessages: inbox?.unread ?? null,
    };
    const shared = connection.isShared ? [`another session also works as ${connection.agent}: set a different CORTEX_AGENT for each`] : [];
    return { ok: true, message: sentence(connection, seen.swarm !== null, data.tasks.length), data, warnings: [...warnings, ...shared] };
  },
});

function sentence({ agent }: AgentConnection, hasSwarm: boolean, tasks: number): string {
  if (agent === null)
    return 'Your agent id is unknown (CORTEX_AGENT is not set, and no hook has registered this session). You may read, and edit only files that no agent has locked.';
  const who = `You are ${agent}.`;
  if (!hasSwarm) return `${who} There is no swarm; locks, messages and memory work without one.`;
  return tasks > 0 ? `${who} Continue your task, and finish it.` : `${who} You have no task: call claim.`;
}
