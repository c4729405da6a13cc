import { beforeEach, expect } from 'vitest';
import type { TimelineEntry } from '../../src/engine/crtx/index.ts';
import { CliProject, type Run } from './cortex-cli.ts';

/** A plan of two dependent tasks and an urgent one, for two agents. */
export const PLAN = `decomposition:
  id: root
  description: Release
  children:
    - {id: parse, description: Write the parser}
    - {id: test, description: Test it, dependencies: [parse]}
    - {id: docs, description: Write docs, priority: 1}
budget: {maxAgents: 2, maxTokens: 1000}
`;

/** The project of the present test, created for each by `useProject`. */
export let project: CliProject;

/** Creates a project before each test of a file. */
export function useProject(): void {
  beforeEach(async () => {
    project = new CliProject();
    await project.run('init');
  });
}

/** Creates the swarm "Release 1.0" of the coordinator "queen". */
export function create(plan = PLAN, more: readonly string[] = []): Promise<Run> {
  const file = project.write('plan.yaml', plan);
  return project.run(['swarm', 'create', '--task', 'Release 1.0', '--coordinator', 'queen', '--file', file, ...more]);
}

/** Runs commands in order, which must all exit with 0. */
export async function succeed(...commands: readonly string[]): Promise<void> {
  for (const command of commands) expect(await project.run(command), command).toMatchObject({ code: 0 });
}

/** Returns the timeline entries of one type, oldest first. */
export async function entries(type: string): Promise<TimelineEntry[]> {
  return (await project.timeline()).filter((entry) => entry.type === type);
}
