import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { listOutput } from '../../../src/engine/swarm/schemas/locks.ts';
import { create, entries, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const ONE = 'decomposition: {id: root, description: Release, children: [{id: a, description: A}]}';
const TWO = 'decomposition: {id: root, description: Release, children: [{id: a, description: A}, {id: b, description: B}]}';
const TOGETHER = ['swarm recruit ann --role coder', 'swarm recruit bob --role coder', 'swarm claim --agent ann --task a'];
const LOCKED = [
  'lock acquire src/a/ --agent ann --ttl 1h',
  'lock acquire docs/ --agent bob --ttl 1h',
  'lock acquire plan.md --agent queen --ttl 1h',
  'lock acquire other.md --agent zoe --ttl 1h',
];
const RELEASED = 'Released when the swarm ended: docs/ (bob), plan.md (queen), src/a/ (ann).\n';

async function held(): Promise<string[]> {
  const { locks } = listOutput().parse(await project.json('lock list'));
  const paths = locks.map(({ path }) => path);
  expect(project.manifest.locks.map(({ path }) => path)).toEqual(paths);
  return paths;
}

describe('the end of a swarm releases the locks of its members, and no others', () => {
  test('when the last task is done; the output lists them', async () => {
    await create(ONE);
    await succeed(...TOGETHER, ...LOCKED);
    expect(await project.run('swarm complete a --agent ann')).toMatchObject({
      code: 0,
      out: `a is done.\nThe swarm is complete: 1 of 1 task done.\n${RELEASED}`,
    });
    expect(await held()).toEqual(['other.md']);
    expect((await project.run('swarm replay --limit 5')).out).toMatch(/ann +\S+ +src\/a\/ +exclusive, with the end of the swarm/);
  });

  test('when it is aborted, which the timeline records', async () => {
    await create(TWO);
    await succeed(...TOGETHER, ...LOCKED);
    expect((await project.run('swarm abort --by queen --reason enough')).out).toBe(`Aborted the swarm. Skipped: 2 tasks.\n${RELEASED}`);
    expect(await held()).toEqual(['other.md']);
    expect((await entries('decision')).at(-1)?.reasoning).toBe('enough. Skipped: 2 tasks. Released: 3 locks of its members.');
  });

  test('when its last task fails, or its result is approved', async () => {
    await create(TWO);
    await succeed(...TOGETHER, ...LOCKED, 'swarm fail a --agent ann --reason no');
    expect(await held()).toHaveLength(4);
    await succeed('swarm claim --agent bob');
    expect(await project.json('swarm fail b --agent bob --reason no')).toMatchObject({
      swarm: { status: 'failed' },
      locks: [],
      lapsed: [],
      releasedLocks: [{ path: 'docs/' }, { path: 'plan.md' }, { path: 'src/a/' }],
    });
    await create(`${ONE}\nmergePolicy: {strategy: coordinator_review, conflictResolution: last_write, requireHumanApproval: false}`);
    await succeed(...TOGETHER, 'lock acquire src/a/ --agent ann', 'swarm complete a --agent ann');
    expect(await held()).toEqual(['other.md', 'src/a/']);
    expect((await project.run('swarm approve --by queen')).out).toBe(
      'root is merged; the swarm has finished.\nReleased when the swarm ended: src/a/ (ann).\n',
    );
  });

  test('when it is ended by an edit of the file', async () => {
    await create(ONE);
    await succeed(...TOGETHER, ...LOCKED);
    project.edit((manifest) => {
      for (const task of manifest.decomposition.children) Object.assign(task, { status: 'done', output: 'by hand' });
    });
    expect((await project.run('lock list')).out).toMatch(/^other\.md {2}zoe [^\n]+\n$/);
    expect(await held()).toEqual(['other.md']);
  });

  test('including those of an unresponsive agent, and of a retired one', async () => {
    await create(TWO, ['--vanish-after', '1s']);
    await succeed(...TOGETHER, ...LOCKED, 'swarm retire bob');
    await succeed('swarm recruit cy --role coder');
    await expect.poll(() => project.run('swarm claim --agent cy --task a').then(({ code }) => code)).toBe(0);
    await succeed('swarm complete a --agent cy', 'swarm claim --agent cy', 'swarm complete b --agent cy');
    expect(await held()).toEqual(['other.md']);
  });
});

describe('after the end of a swarm', () => {
  test('releasing a released lock succeeds and renewing it fails, each with the reason', async () => {
    await create(ONE);
    await succeed(...TOGETHER, ...LOCKED, 'swarm complete a --agent ann');
    const said = /^The lock on (?:docs|src\/a)\/ ended with swarm swm_\w+ at \S+; now it is free\.\n/;
    expect(await project.run('lock renew docs/ --agent bob')).toMatchObject({ code: 1, out: expect.stringMatching(said) });
    expect(await project.run('lock release docs/ --agent bob')).toMatchObject({ code: 0, out: expect.stringMatching(said) });
    expect(await project.run('lock release docs/ --agent bob')).toMatchObject({ code: 1, out: 'Not held: docs/\n' });
    expect(await project.run('lock release src/a/ --agent ann')).toMatchObject({ code: 0, out: expect.stringMatching(said) });
  });

  test('a lock that a member acquires later is an ordinary lock, and a new swarm does not release it', async () => {
    await create(ONE);
    await succeed(...TOGETHER, 'swarm complete a --agent ann', 'lock acquire late.ts --agent ann --ttl 1h');
    expect(await held()).toEqual(['late.ts']);
    await create(ONE);
    expect(await held()).toEqual(['late.ts']);
  });

  test('a clone that adopts the finished swarm keeps the locks in the file', async () => {
    await create(ONE);
    await succeed(...TOGETHER, 'swarm complete a --agent ann', 'lock acquire late.ts --agent ann --ttl 1h');
    fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true });
    expect(await held()).toEqual(['late.ts']);
  });

  test('a clone that adopts a running swarm releases locks at its end', async () => {
    await create(ONE);
    await succeed(...TOGETHER, ...LOCKED);
    fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true });
    await succeed('swarm complete a --agent ann');
    expect(await held()).toEqual(['other.md']);
  });

  test('a swarm that is resumed by a retry releases locks again at its next end', async () => {
    await create(ONE);
    await succeed(...TOGETHER, 'lock acquire f.ts --agent ann --ttl 1h', 'swarm fail a --agent ann --reason no');
    expect(await held()).toEqual([]);
    await succeed(
      'swarm retry a --by ann',
      'swarm claim --agent ann',
      'lock acquire f.ts --agent ann --ttl 1h',
      'swarm complete a --agent ann',
    );
    expect(await held()).toEqual([]);
  });

  test('with --keep-locks, locks stay until they expire', async () => {
    await create(ONE, ['--keep-locks']);
    await succeed(...TOGETHER, ...LOCKED);
    expect(await project.json('swarm complete a --agent ann')).toMatchObject({ releasedLocks: [], locks: [{ path: 'src/a/' }] });
    expect(await held()).toHaveLength(4);
  });

  test('the locks of a coordinating person who has not joined stay', async () => {
    const file = project.write('plan.yaml', ONE);
    await project.asPerson(`swarm create --task T --coordinator person:mia --file ${file}`);
    await succeed(...TOGETHER, 'lock acquire src/ --agent ann --ttl 1h');
    await project.asPerson('lock acquire notes.md --agent person:mia --ttl 1h');
    await succeed('swarm complete a --agent ann');
    expect(await held()).toEqual(['notes.md']);
  });

  test('a waiting member is refused with the reason, and a waiting non-member gets the lock', async () => {
    await create(ONE);
    await succeed(...TOGETHER, 'lock acquire f.ts --agent ann --ttl 1h');
    const bob = project.run('lock acquire f.ts --agent bob --wait 5m');
    const isWaiting = (agent: string) =>
      expect.poll(async () => (await project.run('lock list --json')).out.includes(`"agentId": "${agent}"`)).toBe(true);
    await isWaiting('bob');
    const zoe = project.run('lock acquire f.ts --agent zoe --wait 5m --ttl 1h');
    await isWaiting('zoe');
    await succeed('swarm complete a --agent ann');
    expect(await zoe).toMatchObject({ code: 0 });
    expect(await bob).toMatchObject({ code: 1, err: expect.stringContaining('The swarm has ended, which ended the locks and waits') });
    expect(await held()).toEqual(['f.ts']);
  });

  test('a waiting member learns who aborted the swarm, why, and that the lock is free', async () => {
    await create(ONE);
    await succeed(...TOGETHER, 'lock acquire f.ts --agent ann --ttl 1h');
    const bob = project.run('lock acquire f.ts --agent bob --wait 5m');
    await expect.poll(async () => (await project.run('lock list --json')).out.includes('"agentId": "bob"')).toBe(true);
    await succeed('swarm abort --by queen --reason Nonsense');
    expect(await bob).toEqual({
      code: 1,
      out: 'Not granted. No other agent holds the lock now.\n',
      err: expect.stringContaining('The swarm was aborted by "queen" (Nonsense), which ended the locks and waits of its members.'),
    });
  });
});
