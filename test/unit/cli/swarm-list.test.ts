import { afterEach, expect, test, vi } from 'vitest';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();
afterEach(() => vi.unstubAllEnvs());

const PLAN = `decomposition:
  id: rel
  description: Release
  children:
    - {id: parser, description: Write the parser}
    - {id: lexer, description: Write the lexer}
    - id: docs
      description: Documentation
      dependencies: [parser, lexer]
      children:
        - {id: guide, description: Write the guide}
        - {id: api, description: Describe the API, dependencies: [guide]}
`;

/** Returns what the selected tasks wait for, by id. */
async function listed(options: string): Promise<Record<string, string[]>> {
  const { tasks } = Object(await project.json(`swarm status ${options}`));
  return Object.fromEntries(tasks.map(({ id, waitsFor }: { id: string; waitsFor: string[] }) => [id, waitsFor]));
}

test('ready, blocked and assigned tasks are listed, with all that they wait for', async () => {
  await create(PLAN);
  await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann');
  expect(await listed('--ready')).toEqual({ lexer: [] });
  expect(await listed('--blocked')).toEqual({ guide: ['parser', 'lexer'], api: ['parser', 'lexer', 'guide'] });
  expect(await listed('--ready --blocked')).toEqual({ lexer: [], guide: ['parser', 'lexer'], api: ['parser', 'lexer', 'guide'] });
  expect(await listed('--agent ann')).toEqual({ parser: [] });
  expect(Object(await project.json('swarm status')).tasks).toBeNull();
});

test('an empty list is a negative answer', async () => {
  await create(PLAN);
  expect(await project.run('swarm status --agent ann')).toMatchObject({ code: 1, out: 'No task matches.\n' });
});

test('under pipeline each task waits for the one before it', async () => {
  await create(PLAN, ['--strategy', 'pipeline']);
  expect(await listed('--ready')).toEqual({ parser: [] });
  expect((await listed('--blocked')).lexer).toEqual(['parser']);
});

test('the tree shows what tasks wait for, results, and tasks of unresponsive agents', async () => {
  await create(PLAN);
  await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann');
  await succeed('swarm complete parser --agent ann --output {"files":2}', 'swarm claim --agent ann');
  const { out } = await project.run('swarm status');
  expect(out).toContain('Write the parser (result: {"files":2})');
  expect(out).toContain('Describe the API (waits for lexer, guide)');
  expect(out).toMatch(/lexer +active +ann +Write the lexer\n/);
  vi.stubEnv('CORTEX_NOW', '2099-01-01T00:00:00Z');
  expect((await project.run('swarm status')).out).toMatch(/lexer +active +ann \(unresponsive\) +Write the lexer\n/);
});
