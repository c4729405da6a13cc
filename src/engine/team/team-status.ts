import { INACTIVE } from './notes/agent-note.ts';
import { heartbeatFile } from './notes/heartbeat.ts';
import { type AgentState, type Liveness, type LivenessRules, livenessOf } from './notes/liveness.ts';
import type { ProjectNote } from './notes/project-note.ts';
import { inHand, Ownership, type QueuedTask, readyFor } from './owners.ts';
import { nameKey } from './slug.ts';
import type { TeamStore } from './team-store.ts';

/** How an agent is doing (seed 5, "Monitor agents"). */
export interface AgentStatus {
  readonly slug: string;
  readonly name: string;
  readonly role: string;
  /** Of its note, below the team directory. */
  readonly path: string;
  readonly state: AgentState;
  /** As `Liveness` has them. */
  readonly lastBeat: number | null;
  readonly lastDay: string | null;
  /** What it has in progress. */
  readonly inHand: readonly QueuedTask[];
  /** How many tasks it could claim. */
  readonly ready: number;
  /** Tasks that it says are not for it, as its session log has them, until housekeeping. */
  readonly flags: readonly string[];
  readonly flagLines: readonly number[];
  readonly lastSession: string;
  readonly problem: Liveness['problem'];
}

export interface TeamStatus {
  readonly agents: readonly AgentStatus[];
  /** Every task of every project, in the order of the queues. */
  readonly tasks: readonly QueuedTask[];
  /** Projects that are nobody's and have something to do. */
  readonly unowned: readonly string[];
}

/** How the whole team is doing. @param rules without the layout, which is each agent's own */
export function teamStatus(store: TeamStore, rules: Omit<LivenessRules, 'layout'>): TeamStatus {
  const projects = [...store.projects.values()];
  const [held, ownership, owned] = [inHand(projects), new Ownership(projects), new Set<ProjectNote>()];
  const agents = [...store.agents.values()].map((agent): AgentStatus => {
    const theirs = ownership.of(agent);
    // Who is not on the team takes nothing, and so does not keep a project from being nobody's.
    for (const project of agent.status === INACTIVE ? [] : theirs) owned.add(project);
    const [working, ready] = [held.get(nameKey(agent.slug)) ?? [], readyFor(agent, theirs).length];
    const { slug, name, role, path, flags, flagLines, lastSession } = agent;
    const layout = heartbeatFile(agent) === agent.path ? 'seed' : 'later';
    const live = livenessOf(agent, working.length + ready > 0, { ...rules, layout });
    return { slug, name, role, path, ...live, inHand: working, ready, flags, flagLines, lastSession };
  });
  const unowned = projects.filter((project) => !owned.has(project) && project.tasks.some(({ state }) => state !== 'done'));
  return {
    agents,
    tasks: projects.flatMap((project) => project.tasks.map((task) => ({ project, task }))),
    unowned: unowned.map(({ slug }) => slug),
  };
}
