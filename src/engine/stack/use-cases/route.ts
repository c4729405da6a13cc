import path from 'node:path';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { type BlockedAgent, blockedAgents } from '../agents/blocked-agents.ts';
import { conflictProblems } from '../conflicts.ts';
import { AGENTS_FILE } from '../files/stack-places.ts';
import { allMessages, readOr } from '../messages/all-messages.ts';
import { type Routed, type RoutedStack, type RouteReport, routeMessages } from '../messages/route.ts';
import { titleOf } from '../messages/threads/threads.ts';
import { parsePlanText } from '../plan/plan.ts';
import type { BlockedView, RoutedView } from '../schemas/route.ts';
import type { Stacks } from '../stacks.ts';
import { STACK_FILES } from '../store.ts';
import { addAgentCommand } from '../suggested-commands.ts';
import { taskView } from './task-view.ts';

/** Tells the timeline what was routed, where there is one. @returns how many messages it was told of @throws CortexError when it cannot be told */
export type LogRoutes = (runtime: Runtime, root: string, report: RouteReport) => Promise<number>;

/** What one run did and found. */
export interface Run {
  readonly report: RouteReport;
  readonly blocked: readonly BlockedView[];
}

function blockedView({ name, tasks, message }: BlockedAgent): BlockedView {
  return {
    agent: name,
    tasks: tasks.map(taskView),
    message: message && { id: message.id, to: message.to, title: titleOf(message.content), time: message.time },
  };
}

function findBlocked(stacks: readonly RoutedStack[], problems: string[]): BlockedView[] {
  const plans = stacks.map(({ name, store }) => {
    const text = readOr(() => store.text(STACK_FILES.plan) ?? '', '', problems);
    problems.push(...conflictProblems(path.join(store.directory, STACK_FILES.plan), mergeConflicts(text)));
    return { name, blocked: parsePlanText(text).filter(({ status }) => status === 'blocked') };
  });
  const all = allMessages(stacks);
  problems.push(...all.problems);
  return blockedAgents(plans, all.messages).map(blockedView);
}

/**
 * Brings the messages of every OUTBOX to their recipients, once, and looks who is blocked.
 * @throws CortexError `not-found` without an AGENTS.md: then an OUTBOX is for whoever reads it
 */
export async function routeOnce(stacks: Stacks): Promise<Run> {
  if (stacks.agentsText === null) {
    const next = `Define the agents first: ${addAgentCommand()}`;
    throw new CortexError('not-found', `there is no ${AGENTS_FILE} that says between whom to route`, { file: stacks.agentsFile, next });
  }
  const all = stacks.all();
  const problems = [...stacks.conflicts, ...all.problems];
  const report = await routeMessages(all.stacks, (name) => stacks.recipient(name));
  // After it: what has just been delivered counts.
  const blocked = findBlocked(stacks.all().stacks, problems);
  return { report: { ...report, problems: [...new Set([...problems, ...report.problems])] }, blocked };
}

export function routedView(routed: Routed): RoutedView {
  return { ...routed, why: routed.why ?? null };
}

/** A timeline that cannot be written changes nothing about what was routed. @returns why, in words */
export async function logged(log: Promise<number>): Promise<{ count: number; problems: readonly string[] }> {
  try {
    return { count: await log, problems: [] };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return { count: 0, problems: [`The messages are routed, and the timeline was not told of it: ${describeError(error)}`] };
  }
}
