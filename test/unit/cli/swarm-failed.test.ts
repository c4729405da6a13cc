import { beforeEach, describe, expect, test } from 'vitest';
import { create, PLAN, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();
beforeEach(async () => {
  await create();
  await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann --task parse');
});

describe('a failed task', () => {
  test('lists the locks that the agent still holds, like a completed one', async () => {
    await succeed('lock acquire src/parse.ts --agent ann', 'lock acquire src/other.ts --agent bob');
    expect((await project.run('swarm fail parse --agent ann --reason stuck')).out).toBe(
      'parse has failed. Skipped because of it: test.\nann still holds src/parse.ts.\nTo release it: cortex lock release --all --agent ann\n',
    );
    expect(await project.json('swarm fail parse --agent ann --reason stuck')).toMatchObject({
      again: true,
      locks: [{ path: 'src/parse.ts', agentId: 'ann' }],
    });
  });

  test('shows its reason in status, escaped and truncated', async () => {
    await project.run(['swarm', 'fail', 'parse', '--agent', 'ann', '--reason', `No grammar\n${'x'.repeat(5_000)}`]);
    const line = (await project.run('swarm status')).out.split('\n').find((each) => each.includes('✗ parse'));
    expect(line).toMatch(/Write the parser \(failed: No grammar\\u\{a\}x{100,}…$/);
    expect(line?.length).toBeLessThan(500);
  });

  test('that another program failed without a reason shows only its description', async () => {
    project.edit(({ decomposition: { children } }) => Object.assign(children[0] ?? {}, { status: 'failed', output: ['no', 'text'] }));
    expect((await project.run('swarm status')).out).toMatch(/✗ parse +failed +ann +Write the parser$/m);
  });
});

test('must be retried before the tasks that were skipped because of it', async () => {
  await succeed('swarm fail parse --agent ann --reason stuck');
  expect((await project.run('swarm retry test --by queen')).err).toBe(
    'error: Task "test" waits for "parse" (failed, ann). Retry "parse" first: cortex swarm retry parse --by queen\n',
  );
});

test('singular and plural of limits are correct, and large numbers have separators', async () => {
  await project.run('swarm fail parse --agent ann --reason stuck');
  await succeed('swarm claim --agent ann', 'swarm complete docs --agent ann');
  const plan = PLAN.replace('{maxAgents: 2, maxTokens: 1000}', '{maxAgents: 1, maxTokens: 1, maxCostUsd: 12345.5}');
  expect((await create(plan)).out).toContain('with 3 tasks. Limits: 1 agent, 1 token, $12,345.50, 60 min.');
  await project.run('swarm recruit ann --role coder');
  await project.run('swarm usage --agent ann --tokens 1234567 --cost 2000');
  const { out } = await project.run('swarm status');
  expect(out).toContain('Budget  1 of 1 agent · 1,234,567 of 1 token · $2,000.00 of $12,345.50 · ');
  expect(out).toContain('1,234,567 tokens  $2,000.00');
});

describe('claim in a finished swarm reports how it ended', () => {
  const claim = () => project.run('swarm claim --agent ann --json');
  const end = async () => succeed('swarm claim --agent ann', 'swarm complete docs --agent ann');

  test.each([
    ['failed', 'swarm fail parse --agent ann --reason stuck', 'has failed'],
    ['aborted', 'swarm abort --by queen --reason enough', 'was aborted'],
  ])('%s', async (code, words, reason) => {
    await succeed(words);
    if (code === 'failed') await end();
    const { code: exit, out } = await claim();
    expect([exit, JSON.parse(out)]).toEqual([
      1,
      { task: null, code, reason: expect.stringContaining(reason), before: [], agreed: null, overlaps: [] },
    ]);
  });

  test('all-done', async () => {
    await succeed('swarm complete parse --agent ann', 'swarm claim --agent ann --task test', 'swarm complete test --agent ann');
    await end();
    expect(JSON.parse((await claim()).out)).toMatchObject({ code: 'all-done' });
  });
});
