import { resolveLocalFolder } from '../../crtx/local-folder.ts';
import { findProjectRoot } from '../../crtx/root.ts';
import type { SwarmManifest } from '../../crtx/schema.ts';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { readOutput } from '../decisions/deliberation.ts';
import { shortenResult } from '../decisions/result-summaries.ts';
import { toManifest } from '../projection.ts';
import { type LoggedSwarm, lastStateOf, listSwarms, summarizeSwarm } from '../replay/swarm-list.ts';
import type { HistoryOutput, ReportInput, ReportOutput } from '../schemas/history.ts';
import { listLeaves } from '../tasks/outline.ts';
import { unresponsiveAgents } from './status.ts';

type Context = Pick<OperationContext, 'runtime' | 'directory' | 'exactDirectory'>;

interface Logged {
  readonly log: string;
  readonly swarms: readonly LoggedSwarm[];
  readonly warnings: readonly string[];
}

function readLog({ runtime, directory, exactDirectory }: Context): Logged {
  const log = resolveLocalFolder(runtime.fs, findProjectRoot(runtime.fs, directory, exactDirectory), 'swarm');
  const warnings = new Set<string>();
  const swarms = listSwarms(runtime, log, (warning) => void warnings.add(warning));
  return { log, swarms, warnings: [...warnings] };
}

/** Lists all swarms of a project's log, the newest last. Reads only the log. */
export async function listHistory(context: Context): Promise<Outcome<HistoryOutput>> {
  const { log, swarms, warnings } = readLog(context);
  const listed = swarms.map((each) => summarizeSwarm(each, lastStateOf(context.runtime, log, each)));
  return { ok: true, output: { swarms: listed }, warnings };
}

function tasksOf({ decomposition }: SwarmManifest, { tasks }: LoggedSwarm): ReportOutput['tasks'] {
  return listLeaves(decomposition).map(({ id, description, status, assignedTo, actualTokens, output }) => ({
    id,
    description,
    status,
    agent: assignedTo ?? null,
    startedAt: tasks.get(id)?.startedAt ?? null,
    endedAt: tasks.get(id)?.endedAt ?? null,
    tokens: actualTokens ?? null,
    result: shortenResult(readOutput(output).result),
  }));
}

/** @param silent ids of the unresponsive agents */
function agentsOf({ agents }: SwarmManifest, tasks: ReportOutput['tasks'], silent: ReadonlySet<string>): ReportOutput['agents'] {
  return agents.map(({ id, role, tokensUsed, costUsd }) => {
    const done = tasks.filter(({ agent, status }) => agent === id && status === 'done').length;
    return { id, role, unresponsive: silent.has(id), done, tokens: tokensUsed, costUsd };
  });
}

/** Reports on one swarm: its tasks with times and results, and its agents. @throws CortexError `not-found` */
export async function reportSwarm(context: Context, { swarm: wanted }: ReportInput): Promise<Outcome<ReportOutput>> {
  const { log, swarms, warnings } = readLog(context);
  const found = wanted === undefined ? swarms.at(-1) : swarms.find(({ id }) => id === wanted);
  if (found === undefined) {
    const what = wanted === undefined ? 'there is no swarm' : 'there is no swarm with this id in the log';
    throw new CortexError('not-found', what, {
      ...(wanted !== undefined && { value: wanted }),
      next: 'List the swarms: cortex swarm history',
    });
  }
  const last = lastStateOf(context.runtime, log, found);
  const manifest = toManifest(last.state, last.at.time);
  const tasks = tasksOf(manifest, found);
  const silent = found.until === null ? unresponsiveAgents(last.state.swarm, manifest, context.runtime.clock.now()) : new Set<string>();
  return { ok: true, output: { swarm: summarizeSwarm(found, last), tasks, agents: agentsOf(manifest, tasks, silent) }, warnings };
}
