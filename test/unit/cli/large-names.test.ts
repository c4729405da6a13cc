import { expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

const MEBIBYTE = 1_048_576;

test('status is not wider than a screen with a name of a megabyte, thousands of tasks and the deepest nesting', async () => {
  const project = new CliProject();
  await project.run('init');
  const children = Array.from({ length: 2_000 }, (_, n) => ({ id: `t${n}`, description: n === 7 ? 'd'.repeat(MEBIBYTE / 2) : 'd' }));
  let deep: object = { id: 'deepest', description: 'd' };
  for (let level = 0; level < 60; level++) deep = { id: `level${level}`, description: 'd', children: [deep] };
  const plan = project.write(
    'plan.json',
    JSON.stringify({ decomposition: { id: 'all', description: 'd', children: [...children, deep] } }),
  );
  await project.run(['swarm', 'create', '--task', 'T', '--coordinator', 'lead', '--file', plan]);
  await project.run(['swarm', 'recruit', 'n'.repeat(MEBIBYTE / 4), '--role', 'coder']);
  const { code, out } = await project.run('swarm status');
  expect(code).toBe(0);
  expect(out.split('\n').reduce((widest, line) => Math.max(widest, line.length), 0)).toBeLessThan(1_000);
  expect(out, 'ids remain visible').toContain('○ deepest');
});
