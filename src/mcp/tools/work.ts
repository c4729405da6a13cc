import * as z from 'zod';
import type { Outcome } from '../../engine/platform/operation.ts';
import { claimOutput, completeOutput, endedOutput, failOutput, recruitOutput } from '../../engine/swarm/index.ts';
import type { AgentConnection, Call } from '../agent-connection.ts';
import { type Answer, defineTool } from '../tool.ts';
import { listUnlocked } from './files.ts';

/** Claims a task. An agent that is not a member joins the swarm first. */
export const claimTool = defineTool({
  name: 'claim',
  description: 'Claim a task of the swarm: the next one for you, or a named one. Joins the swarm if needed.',
  input: z.object({
    task: z.string().optional().describe('id of the task; default: the next one'),
    waitSeconds: z.int().min(0).max(3_600).default(0).describe('wait this long for a task'),
  }),
  isReadOnly: false,
  run: async (connection, { task, waitSeconds }, call) => {
    const agent = connection.requireAgent();
    const input = { agent, wait: waitSeconds * 1_000, ...(task !== undefined && { task }) };
    const claim = () => connection.ask('swarm claim', claimOutput, { input, call });
    const first = await claim();
    if (first.output.code !== 'unknown-agent') return claimed(first);
    await connection.ask('swarm recruit', recruitOutput, { input: { agent, role: 'worker' }, call });
    return claimed(await claim());
  },
});

const OVERLAPS = 'Other agents work on tasks that may change the same files: see overlaps.';

function claimed({ output, ok, warnings = [] }: Outcome<z.infer<ReturnType<typeof claimOutput>>>): Answer {
  const { task, code, reason, before, agreed, overlaps } = output;
  if (task === null) return { ok, message: 'There is no task for you now.', data: { code, reason }, warnings };
  const said = 'Claimed. Lock files before you edit them (lock), and finish the task when it is done (finish).';
  const shared = overlaps === null || overlaps.length === 0 ? '' : ` ${OVERLAPS}`;
  const data = { code, task: { id: task.id, description: task.description }, before, agreed, overlaps };
  return { ok, message: `${said}${shared}`, data, warnings };
}

/** Completes or fails a task. */
export const finishTool = defineTool({
  name: 'finish',
  description: 'Finish your task: done with a summary, or failed with the reason. Releases your locks.',
  input: z.object({
    task: z.string().describe('id of the task'),
    result: z.enum(['done', 'failed']),
    summary: z.string().min(1).describe('summary of the result, or the reason for the failure'),
    files: z.array(z.string()).default([]).describe('the files that you changed'),
    confidence: z.number().min(0).max(1).optional(),
    keepLocks: z.boolean().default(false),
  }),
  isReadOnly: false,
  run: async (connection, { task, result, summary, files, confidence, keepLocks }, call) => {
    const agent = connection.requireAgent();
    const open = result === 'done' ? await listUnlocked(connection, agent, files, call) : [];
    if (open.length > 0) {
      const said = 'These files are not in your locks. Lock them, check that no other agent has changed them, and call finish again.';
      return { ok: false, message: said, data: { notLocked: open } };
    }
    const done = { task, agent, output: summary, file: files, ...(confidence !== undefined && { confidence }) };
    const ended =
      result === 'done'
        ? await connection.ask('swarm complete', completeOutput, { input: done, call })
        : await connection.ask('swarm fail', failOutput, { input: { task, agent, reason: summary }, call });
    const { output, ok, warnings = [] } = ended;
    const released = keepLocks ? [] : await releaseAll(connection, agent, call);
    const standing = `${output.swarm.progress.done} of ${output.swarm.progress.total} tasks are done`;
    const said =
      output.swarm.status === 'running' ? `Recorded; ${standing}. Claim the next one.` : `Recorded; the swarm is ${output.swarm.status}.`;
    return {
      ok,
      message: said,
      data: { task, status: output.taskStatus, released, lostLocks: output.lapsed.map(({ path }) => path) },
      warnings,
    };
  },
});

async function releaseAll(connection: AgentConnection, agent: string, call: Call): Promise<string[]> {
  const { output } = await connection.ask('lock release', endedOutput, { input: { agent, all: true }, call });
  return output.locks.map(({ path }) => path);
}
