import { describe, expect, test } from 'vitest';
import { suggestPersonId } from '../../../src/engine/crtx/people.ts';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const waits = async (id: string) => {
  const { waits: links, next } = Object(await project.json(`task show ${id}`));
  return { way: links.map(({ kind, name, says }: Record<string, string>) => `${kind} ${name}: ${says}`), next };
};
const state = async (id: string) => /^State +(.*)$/m.exec((await project.run(`task show ${id}`)).out)?.[1];
const tasks = (...children: readonly string[]) =>
  `decomposition:\n  id: rel\n  description: Release\n  children:\n${children.map((each) => `    - {${each}}\n`).join('')}`;
const run = (next: string) => succeed(next.slice('cortex '.length));
const recruit = (...agents: readonly string[]) => succeed(...agents.map((agent) => `swarm recruit ${agent} --role dev`));

describe('a skipped task', () => {
  test.each([
    ['parallel', 'dependencies: [b]', 'dependencies: [a]'],
    ['pipeline', 'priority: 1', 'priority: 1'],
  ])('is followed to the failed task, under %s', async (strategy, afterB, afterA) => {
    const plan = tasks('id: a, description: A', `id: b, description: B, ${afterA}`, `id: c, description: C, ${afterB}`);
    await create(plan, ['--strategy', strategy]);
    await recruit('ann');
    await succeed('swarm claim --agent ann', 'swarm fail a --agent ann --reason broken');
    expect(await waits('c')).toEqual({ way: ['task b: skipped', 'task a: failed, ann'], next: 'cortex swarm retry a --by queen' });
    const { next } = await waits('rel');
    await run(next);
    expect(await waits('c')).toMatchObject({ way: ['task b: pending', 'task a: pending'] });
  });

  test('is followed through the dependencies of its parent', async () => {
    await create(tasks('id: a, description: A', 'id: b, description: B, dependencies: [a], children: [{id: leaf, description: L}]'));
    await recruit('ann');
    expect((await waits('leaf')).way).toEqual(['task a: pending']);
    await succeed('swarm claim --agent ann', 'swarm fail a --agent ann --reason broken');
    expect(await waits('leaf')).toEqual({ way: ['task a: failed, ann'], next: 'cortex swarm retry a --by queen' });
  });
});

describe('an assigned task', () => {
  test('in progress waits for nothing', async () => {
    await create(tasks('id: a, description: A'));
    await recruit('ann');
    await succeed('swarm claim --agent ann');
    expect(await waits('a')).toEqual({ way: [], next: null });
    expect(await state('a')).toMatch(/^in progress by ann \(working, seen \d+ \S+ ago\)$/);
  });

  test('waits for an agent that has not joined, or has not started it', async () => {
    await create(tasks('id: a, description: A, assignedTo: zoe', 'id: b, description: B'), ['--strategy', 'hierarchical']);
    expect(await waits('a')).toEqual({ way: ['agent zoe: not in the swarm'], next: 'cortex swarm assign a --agent AGENT --by queen' });
    expect(await waits('b')).toEqual({ way: [], next: 'cortex swarm assign b --agent AGENT --by queen' });
    expect(await state('a')).toBe('pending, zoe');
    await recruit('zoe');
    const { way, next } = await waits('a');
    expect(way).toEqual(['agent zoe: idle']);
    await run(next);
    expect(await state('a')).toMatch(/^in progress by zoe/);
  });
});

describe('a decision', () => {
  const policy = 'mergePolicy: {strategy: human_review, conflictResolution: coordinator_decides}\n';
  const submit = (agent: string) => succeed(`swarm claim --agent ${agent} --task a`, `swarm complete a --agent ${agent} --output ${agent}`);

  test('between results, and then the approval, is what their task waits for', async () => {
    await create(tasks('id: a, description: A', 'id: b, description: B') + policy, ['--strategy', 'competitive']);
    await recruit('ann', 'bob');
    await submit('ann');
    expect(await waits('a')).toEqual({
      way: ['decision a: 1 of 2 submitted, waiting for 1 more agent'],
      next: 'cortex swarm merge --task a --by queen',
    });
    await submit('bob');
    const pick = 'cortex swarm merge --task a --by queen --pick PICK';
    expect(await waits('a')).toEqual({ way: ['decision a#1: waiting for the coordinator'], next: pick });
    await run(pick.replace('PICK', 'bob'));
    const approve = `cortex swarm approve --task a --by ${suggestPersonId(process.env)}`;
    expect(await waits('a')).toEqual({ way: ['decision a: waiting for a person'], next: approve });
    expect((await project.run('task show a')).out).toMatch(/^Waits for +decision a: waiting for a person$/m);
  });

  test('on a proposal is what its task waits for', async () => {
    await create(tasks('id: a, description: A'), ['--strategy', 'consensus']);
    await recruit('ann', 'bob');
    await succeed('swarm propose a --agent ann --approach ink');
    expect(await waits('a')).toEqual({
      way: [expect.stringMatching(/^decision prp_\w+: waiting for votes$/)],
      next: expect.stringMatching(/^cortex swarm vote prp_\w+ --agent AGENT --for yes$/),
    });
  });
});
