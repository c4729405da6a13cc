import { INACTIVE } from './notes/agent-note.ts';
import { heartbeatFile } from './notes/heartbeat.ts';
import { type AgentState, determineLiveness, type Liveness, type LivenessRules } from './notes/liveness.ts';
import type { ProjectNote } from './notes/project-note.ts';
import { listClaimable, ProjectOwnership, type QueuedTask, tasksInProgress } from './owners.ts';
import { nameKey } from './slug.ts';
import type { TeamStore } from './team-store.ts';

/** Status of an agent (seed 5, "Monitor agents"). */
export interface AgentStatus {
  readonly slug: string;
  readonly name: string;
  readonly role: string;
  /** Path of its note, relative to the team directory. */
  readonly path: string;
  readonly state: AgentState;
  /** As in `Liveness`. */
  readonly lastBeat: number | null;
  readonly lastDay: string | null;
  /** Tasks in progress. */
  readonly inHand: readonly QueuedTask[];
  /** Number of tasks that it could claim. */
  readonly ready: number;
  /** Tasks that it flagged as unsuitable, from its session log. Housekeeping removes them. */
  readonly flags: readonly string[];
  readonly flagLines: readonly number[];
  readonly lastSession: string;
  readonly problem: Liveness['problem'];
}

export interface TeamStatus {
  readonly agents: readonly AgentStatus[];
  /** All tasks of all projects, in the order of the queues. */
  readonly tasks: readonly QueuedTask[];
  /** Projects with open tasks but without an agent. */
  readonly unowned: readonly string[];
}

/** Returns the status of the whole team. @param rules without the layout, which depends on the agent */
export function teamStatus(store: TeamStore, rules: Omit<LivenessRules, 'layout'>): TeamStatus {
  const projects = [...store.projects.values()];
  const [held, ownership, owned] = [tasksInProgress(projects), new ProjectOwnership(projects), new Set<ProjectNote>()];
  const agents = [...store.agents.values()].map((agent): AgentStatus => {
    const theirs = ownership.of(agent);
    // An inactive agent claims nothing, so it does not count as the owner of a project.
    for (const project of agent.status === INACTIVE ? [] : theirs) owned.add(project);
    const [working, ready] = [held.get(nameKey(agent.slug)) ?? [], listClaimable(agent, theirs).length];
    const { slug, name, role, path, flags, flagLines, lastSession } = agent;
    const layout = heartbeatFile(agent) === agent.path ? 'seed' : 'later';
    const live = determineLiveness(agent, working.length + ready > 0, { ...rules, layout });
    return { slug, name, role, path, ...live, inHand: working, ready, flags, flagLines, lastSession };
  });
  const unowned = projects.filter((project) => !owned.has(project) && project.tasks.some(({ state }) => state !== 'done'));
  return {
    agents,
    tasks: projects.flatMap((project) => project.tasks.map((task) => ({ project, task }))),
    unowned: unowned.map(({ slug }) => slug),
  };
}
