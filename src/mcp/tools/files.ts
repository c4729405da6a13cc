import * as z from 'zod';
import { blastOutput } from '../../engine/graph/index.ts';
import { acquireOutput, checkOutput, endedOutput, type HeldLockView, heldOutput } from '../../engine/swarm/index.ts';
import { moment } from '../../engine/text/foreign-data.ts';
import { precedentsOutput } from '../../engine/timeline/index.ts';
import type { AgentConnection, Call } from '../agent-connection.ts';
import { type Answer, defineTool } from '../tool.ts';
import { resultOrMessage, resultOrNull } from './results.ts';

/** Returns a lock in the form for agents. */
export function toLockSummary({ path, agentId, type, expiresAt, reason, holderUnresponsive }: HeldLockView) {
  const silent = holderUnresponsive ? { holderUnresponsive } : {};
  return { path, agent: agentId, type, until: moment(expiresAt), ...silent, ...(reason !== '' && { reason }) };
}

const SECOND = 1_000;

async function acquire(connection: AgentConnection, input: Record<string, unknown>, call: Call): Promise<Answer> {
  const { output, ok, warnings = [] } = await connection.ask('lock acquire', acquireOutput, { input, call });
  const blockedBy = output.blockedBy.map(({ until, agentId, ...each }) => ({ agent: agentId, ...each, until: moment(until) }));
  const missing = output.missing.length === 0 ? {} : { notThere: output.missing };
  const data = { locks: output.locks.map(toLockSummary), blockedBy, mayBreak: output.mayBreak, testsToRun: output.tests, ...missing };
  if (ok) return { ok, message: 'Locked. Renew the locks before they expire; finish releases them.', data, warnings };
  const cycle = output.cycle.length > 0 ? ` Waiting would cause a deadlock: ${output.cycle.join(', ')}.` : '';
  return { ok, message: `Not locked.${cycle} Do not edit these files: wait (waitSeconds), or work on something else.`, data, warnings };
}

/** Acquires, renews and releases locks. */
export const lockTool = defineTool({
  name: 'lock',
  description: 'Lock files or folders before you edit them; renew or release locks. Paths are relative to the project.',
  input: z.object({
    action: z.enum(['acquire', 'renew', 'release']).default('acquire'),
    paths: z.array(z.string()).default([]).describe('release: default: all of your locks'),
    minutes: z.number().min(0.1).max(1_440).default(10),
    shared: z.boolean().default(false).describe('shared lock: others may also hold shared locks; no agent edits the file'),
    waitSeconds: z.int().min(0).max(3_600).default(0),
    reason: z.string().default(''),
  }),
  isReadOnly: false,
  run: async (connection, { action, paths, minutes, shared, waitSeconds, reason }, call) => {
    const agent = connection.requireAgent();
    const ttl = Math.round(minutes * 60 * SECOND);
    if (action === 'acquire') return acquire(connection, { paths, agent, shared, ttl, wait: waitSeconds * SECOND, reason }, call);
    const {
      output,
      ok,
      warnings = [],
    } = action === 'renew'
      ? await connection.ask('lock renew', heldOutput, { input: { paths, agent, ttl }, call })
      : await connection.ask('lock release', endedOutput, { input: { paths, agent, all: paths.length === 0 }, call });
    const data = { locks: output.locks.map(toLockSummary), notHeld: output.notHeld, heldBy: output.heldBy.map(toLockSummary) };
    const said = ok ? `${action === 'renew' ? 'Renewed' : 'Released'}.` : 'You do not hold all of these locks (any more): see notHeld.';
    return { ok, message: said, data, warnings };
  },
});

/** Checks whether files may be edited, and what an edit may break. */
export const checkTool = defineTool({
  name: 'check',
  description: 'Check files before an edit: lock holders, impact of a change, tests to run, and earlier decisions.',
  input: z.object({ paths: z.array(z.string()).min(1).max(100) }),
  isReadOnly: true,
  run: async (connection, { paths }, call) => {
    const agent = connection.agent === null ? {} : { agent: connection.agent };
    const { output, ok, warnings = [] } = await connection.ask('lock check', checkOutput, { input: { paths, ...agent }, call });
    const blast = await resultOrNull(() => connection.ask('graph blast', blastOutput, { input: { files: paths, limit: 10 }, call }));
    const past = await resultOrMessage(() =>
      connection.ask('timeline precedents', precedentsOutput, { input: { file: paths, limit: 5 }, call }),
    );
    const data = {
      paths: output.paths.map(({ locks, ...each }) => ({ ...each, locks: locks.map(toLockSummary) })),
      impact: blast === null ? 'unknown: there is no graph (cortex graph build)' : blast.output,
      precedents:
        typeof past === 'string'
          ? `unknown: ${past}`
          : (past?.output.precedents.map(({ entry, why }) => ({ ...precedentSeen(entry), why })) ?? []),
    };
    const said = ok ? 'No other agent holds them. Lock the files that you edit.' : 'Another agent holds some of them: do not edit those.';
    return { ok, message: said, data, warnings: [...warnings, ...(blast?.warnings ?? [])] };
  },
});

function precedentSeen({
  id,
  agentId,
  type,
  action,
  reasoning,
  outcome,
}: z.infer<ReturnType<typeof precedentsOutput>>['precedents'][number]['entry']) {
  return { id, agent: agentId, type, action, reasoning, outcome };
}

/** Returns the files of a task that the agent has not locked. */
export async function listUnlocked(connection: AgentConnection, agent: string, files: readonly string[], call: Call): Promise<string[]> {
  if (files.length === 0) return [];
  const { output } = await connection.ask('lock check', checkOutput, { input: { paths: files, agent }, call });
  return output.paths.flatMap(({ path, state }) => (state === 'yours' ? [] : [path]));
}
