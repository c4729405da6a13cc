import { afterEach, expect, test, vi } from 'vitest';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();
afterEach(() => vi.unstubAllEnvs());

/** Completes a swarm of two tasks and an urgent one; then begins another. */
async function twoSwarms(): Promise<readonly [first: string, second: string]> {
  await create();
  const first = project.manifest.id;
  await succeed('swarm recruit ann --role coder', 'swarm usage --agent ann --tokens 120 --cost 0.42');
  for (const result of ['=cmd|x', 'a, "b"', '<b>|done|</b>']) {
    const { out } = await project.run('swarm claim --agent ann --json');
    const { task } = JSON.parse(out);
    expect(await project.run(['swarm', 'complete', task.id, '--agent', 'ann', '--output', result])).toMatchObject({ code: 0 });
  }
  await create();
  return [first, project.manifest.id];
}

interface Listed {
  readonly swarms: readonly Record<string, unknown>[];
}

test('history lists all swarms with how they ended', async () => {
  const [first, second] = await twoSwarms();
  await succeed('swarm abort --by queen --reason stop');
  await create();
  const { swarms }: Listed = JSON.parse((await project.run('swarm history --json')).out);
  expect(swarms).toMatchObject([
    { id: first, state: 'finished', progress: { done: 3, total: 3 }, tokens: 120, costUsd: 0.42, agents: 1 },
    { id: second, state: 'aborted', progress: { done: 0, skipped: 3 } },
    { id: project.manifest.id, state: 'running', endedAt: null },
  ]);
  for (const { createdAt, endedAt } of swarms.slice(0, 2)) expect(Number(endedAt)).toBeGreaterThanOrEqual(Number(createdAt));
  const { out } = await project.run('swarm history');
  expect(out).toMatch(
    new RegExp(`^${first} {2}\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d {2}finished .* 3 of 3 tasks {2}\\$0\\.42 {2}Release 1\\.0$`, 'm'),
  );
});

test('a report has tasks with times and results, and agents, also of an earlier swarm', async () => {
  const [first] = await twoSwarms();
  const { out } = await project.run(['swarm', 'report', '--swarm', first]);
  expect(out).toContain('# Release 1.0\n');
  expect(out).toContain('- Tasks: 3 of 3 done, 0 failed, 0 skipped, 0 open');
  expect(out).toMatch(/^\| parse \| Write the parser \| done \| ann \| .* \|$/m);
  expect(out).toContain('| \\<b\\>\\|done\\|\\</b\\> |');
  expect(out).toContain('| ann | coder | 3 | 120 | $0.42 |');
  expect((await project.run('swarm report')).out).toContain('3 open');
  expect(await project.run('swarm report --swarm swm_none')).toMatchObject({ code: 1, out: '' });
});

test('as CSV, texts are quoted, and none is a formula', async () => {
  const [first] = await twoSwarms();
  const { out } = await project.run(['swarm', 'report', '--swarm', first, '--csv']);
  const [head, ...rows] = out.trimEnd().split('\n');
  expect(head).toBe('id,description,status,agent,started,ended,tokens,result');
  expect(rows).toHaveLength(3);
  expect(out).toContain(`,'=cmd|x\n`);
  expect(out).toContain(',"a, ""b"""\n');
  expect(rows.every((row) => /,\d{4}-\d\d-\d\dT[\d:.]+Z,\d{4}-\d\d-\d\dT[\d:.]+Z,/.test(row))).toBe(true);
});

test('the time of a retried task is that of its last work, and silent agents are called unresponsive', async () => {
  const at = (time: string) => vi.stubEnv('CORTEX_NOW', `2026-11-30T${time}Z`);
  at('10:00:00');
  await create();
  await succeed('swarm recruit ann --role coder', 'swarm recruit bob --role coder', 'swarm claim --agent ann --task docs');
  at('10:10:00');
  await succeed('swarm fail docs --agent ann --reason tired', 'swarm retry docs --by queen');
  at('10:20:00');
  await succeed('swarm claim --agent bob --task docs', 'swarm heartbeat --agent ann');
  at('10:20:05');
  await succeed('swarm complete docs --agent bob --output done', 'swarm claim --agent ann --task parse');
  const { out } = await project.run('swarm report');
  expect(out).toMatch(/^\| docs \| Write docs \| done \| bob \| 5 s \|/m);
  expect(out).toContain('\n| ann | coder |');
  at('10:50:10');
  expect((await project.run('swarm report')).out).toContain('\n| ann (unresponsive) | coder |');
});

test('without a swarm, history and report say so', async () => {
  expect((await project.run('swarm history')).out).toContain('There was no swarm yet.');
  const { code, err } = await project.run('swarm report');
  expect(code).toBe(1);
  expect(err).toContain('there is no swarm');
});
