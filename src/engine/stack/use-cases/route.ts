import path from 'node:path';
import { CortexError, describeError, joinSentences } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { type BlockedAgent, findBlockedAgents } from '../agents/blocked-agents.ts';
import { examineUndeclared } from '../agents/undeclared-stacks.ts';
import { conflictProblems } from '../conflicts.ts';
import type { StackFinding } from '../findings.ts';
import { allMessages, readOrReport } from '../messages/all-messages.ts';
import { type Routed, type RoutedStack, type RouteReport, routeMessages } from '../messages/route.ts';
import { shortTitle } from '../messages/threads/threads.ts';
import { parsePlanText } from '../plan/plan.ts';
import type { BlockedView, RoutedView } from '../schemas/route.ts';
import type { Stacks } from '../stacks.ts';
import { STACK_FILES } from '../store.ts';
import { addAgentCommand } from '../suggested-commands.ts';
import { taskView } from './status.ts';

/**
 * Records routed messages in the timeline, if there is one.
 * @returns the number of messages recorded @throws CortexError when recording fails
 */
export type LogRoutes = (runtime: Runtime, root: string, report: RouteReport) => Promise<number>;

/** Result of one run. */
export interface RouteRun {
  readonly report: RouteReport;
  readonly blocked: readonly BlockedView[];
}

function blockedView({ name, tasks, message }: BlockedAgent): BlockedView {
  return {
    agent: name,
    tasks: tasks.map(taskView),
    message: message && { id: message.id, to: message.to, title: shortTitle(message.content), time: message.time },
  };
}

function findBlocked(stacks: readonly RoutedStack[], problems: string[]): BlockedView[] {
  const plans = stacks.map(({ name, store }) => {
    const text = readOrReport(() => store.text(STACK_FILES.plan) ?? '', '', problems);
    problems.push(...conflictProblems(path.join(store.directory, STACK_FILES.plan), mergeConflicts(text)));
    return { name, blocked: parsePlanText(text).filter(({ status }) => status === 'blocked') };
  });
  const all = allMessages(stacks);
  problems.push(...all.problems);
  return findBlockedAgents(plans, all.messages).map(blockedView);
}

/**
 * Delivers the messages of every OUTBOX once, and finds blocked agents.
 * @throws CortexError `not-found` without an AGENTS.md that lists agents: then there are no recipients to route to
 */
export async function routeOnce(stacks: Stacks): Promise<RouteRun> {
  if (stacks.agentsText === null) {
    const next = `Define the agents first: ${addAgentCommand()}`;
    throw new CortexError('not-found', `no agents to route between`, {
      file: stacks.agentsFile,
      next,
    });
  }
  const all = stacks.all();
  const undeclared = examineUndeclared(stacks).map(findingText);
  const problems = [...stacks.conflicts, ...all.problems, ...undeclared];
  const report = await routeMessages(all.stacks, (name) => stacks.writtenRecipient(name));
  // After routing, so that delivered messages count.
  const blocked = findBlocked(stacks.all().stacks, problems);
  const isPartial = report.isPartial || undeclared.length > 0;
  return { report: { ...report, isPartial, problems: [...new Set([...problems, ...report.problems])] }, blocked };
}

const findingText = ({ message, file, line, next }: StackFinding): string => `${file}:${line}: ${joinSentences(message, next)}`;

export function routedView(routed: Routed): RoutedView {
  return { ...routed, why: routed.why ?? null };
}

/** The messages stay routed even if the timeline cannot be written. @returns the reason, as a problem */
export async function countLogged(log: Promise<number>): Promise<{ count: number; problems: readonly string[] }> {
  try {
    return { count: await log, problems: [] };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return { count: 0, problems: [`The messages were routed, but not recorded in the timeline: ${describeError(error)}`] };
  }
}
