import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { withLockReading } from '../../../src/engine/swarm/index.ts';
import { refusalText } from '../../../src/guard/refusals.ts';
import { CliProject } from '../../support/cortex-cli.ts';

let project: CliProject;
const at = (time: string) => {
  process.env.CORTEX_NOW = `2026-01-02T${time}Z`;
};
beforeEach(async () => {
  project = new CliProject();
  at('10:00:00');
  await project.run('init');
});
afterEach(() => {
  delete process.env.CORTEX_NOW;
});

test('lock list shows the remaining time', async () => {
  await project.run('lock acquire a.ts --agent ann --ttl 10m --reason work');
  await project.run('lock acquire b.ts --agent ann --ttl 3h');
  at('10:00:30');
  expect((await project.run('lock list')).out.replace(/#\d+/g, '#1')).toBe(
    'a.ts  ann  exclusive  2026-01-02T10:10:00Z  10 min left     token #1  work\n' +
      'b.ts  ann  exclusive  2026-01-02T13:00:00Z  3 h 0 min left  token #1\n',
  );
  at('10:09:50');
  const refused = await project.run('lock acquire a.ts --agent bob');
  expect(refused.out).toBe(
    'Not granted. To wait for it, add --wait 10m.\na.ts  held by ann  exclusive  2026-01-02T10:10:00Z  10 s left  work\n',
  );
});

test('a new lock shows its full duration', async () => {
  for (const ttl of ['1s', '30s', '60s', '10m', '3h']) await project.run(`lock acquire ${ttl} --agent ann --ttl ${ttl}`);
  expect(
    (await project.run('lock list')).out.match(/\S+ \S+(?: \S+ \S+)? left/g)?.map((left) => left.replace(/^\S+Z /, '').trim()),
  ).toEqual(['10 min left', '1 s left', '30 s left', '3 h 0 min left', '1 min left']);
});

test('swarm status shows the remaining time of locks, and when each agent was last seen', async () => {
  await project.run('swarm create --task T --coordinator queen');
  await project.run('swarm recruit ann --role coder');
  await project.run('swarm recruit bob --role coder');
  await project.run('lock acquire src/ --agent ann --ttl 1h');
  at('10:05:00');
  await project.run('swarm usage --agent bob --tokens 5 --cost 0');
  at('10:07:30');
  const { out } = await project.run('swarm status');
  expect(out).toContain('ann  coder  idle  0 tokens  $0.00  seen 7 min ago\nbob  coder  idle  5 tokens  $0.00  seen 2 min ago\n');
  expect(out).toContain('\nLocks\nsrc/  ann  53 min left\n');
});

test('timeline list shows an entry with its reasoning, files and outcome', async () => {
  const add = (action: string, more: readonly string[]) =>
    project.run(['timeline', 'add', '--agent', 'ann', '--type', 'fix', '--action', action, ...more, '--json']);
  await add('first', ['--reasoning', '']);
  const { entry } = JSON.parse(
    (await add('second', ['--reasoning', `Because\n${'x'.repeat(500)}`, '--file', 'a.ts', '--file', 'b.ts'])).out,
  );
  await project.run(['timeline', 'resolve', entry.id, '--outcome', 'success', '--detail', 'It holds']);
  const lines = (await project.run('timeline list')).out.trimEnd().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^2026-01-02T10:00:00Z {2}ann {2}fix {2}success {2}tle_\w+ {2}second$/),
    expect.stringMatching(/^ {4}Because\\u\{a\}x{100,}…$/),
    '    a.ts b.ts',
    '    success: It holds',
    expect.stringMatching(/first$/),
  ]);
});

const reasonings = async (type: string) =>
  (await project.timeline()).filter((entry) => entry.type === type).map(({ reasoning }) => reasoning);

test('the duration of a pause is the same everywhere', async () => {
  await project.run('swarm create --task T --coordinator queen');
  for (const [paused, resumed, words] of [
    ['10:01:00', '10:01:00.600', '0 s'],
    ['10:02:00', '10:04:30', '2 min'],
  ] as const) {
    at(paused);
    await project.run('swarm pause --by queen --reason tea');
    at(resumed);
    expect((await project.run('swarm resume --by queen')).out).toBe(`Resumed after a pause of ${words}.\n`);
    expect((await reasonings('decision')).at(-1)).toBe(`It was paused for ${words}.`);
    expect((await project.run('swarm replay --limit 1')).out).toContain(`paused for ${words}\n`);
  }
});

test('a swarm that finished during a pause is not resumed', async () => {
  await project.run('swarm create --task T --coordinator queen');
  await project.run('swarm recruit ann --role coder');
  await project.run('swarm claim --agent ann');
  await project.run('swarm pause --by queen --reason tea');
  await project.run('swarm complete root --agent ann');
  const said = 'Resumed, but the swarm has already finished.\n';
  expect((await project.run('swarm resume --by queen')).out).toBe(said);
  expect((await reasonings('decision')).at(-1)).toBe('The swarm had already finished.');
});

test('a heartbeat keeps the task of an agent; without one, it is released, with the time in seconds', async () => {
  await project.run('swarm create --task T --coordinator queen --vanish-after 20s');
  for (const agent of ['ann', 'bob']) await project.run(`swarm recruit ${agent} --role coder`);
  await project.run('swarm claim --agent ann');
  at('10:00:15');
  expect(await project.run('swarm heartbeat --agent ann')).toEqual({ code: 0, out: 'Recorded a heartbeat of ann.\n', err: '' });
  expect(await project.json('swarm heartbeat --agent ann')).toEqual({ agent: 'ann', released: [], lapsed: [] });
  expect(await project.run('swarm heartbeat --agent eve')).toMatchObject({ code: 1, err: expect.stringContaining('not a member') });
  at('10:00:34');
  expect((await project.run('swarm claim --agent bob')).out).toContain('wait for "root" (active, ann)');
  at('10:00:40');
  expect((await project.run('swarm claim --agent bob')).out).toContain('Claimed ');
  expect(await reasonings('discovery')).toEqual(['No heartbeat for 25 s. Pending again: root.']);
});

test('an unresponsive agent is shown as such everywhere, before and after it loses its task, and so are its locks', async () => {
  await project.run('swarm create --task T --coordinator queen --vanish-after 20s');
  for (const agent of ['ann', 'bob']) await project.run(`swarm recruit ${agent} --role coder`);
  await project.run('swarm claim --agent ann');
  await project.run('lock acquire a.ts --agent ann --ttl 10m');
  const seen = async () => Object(await project.json('swarm status')).swarm.agents;
  expect((await seen())[0]).not.toHaveProperty('unresponsive');
  expect(Object(await project.json('lock list')).locks[0]).not.toHaveProperty('holderUnresponsive');
  at('10:00:25');
  expect((await seen())[0]).toMatchObject({ id: 'ann', status: 'working', unresponsive: true });
  await project.run('swarm heartbeat --agent bob');
  at('10:00:40');
  for (let looks = 0; looks < 2; looks++) {
    expect(await seen()).toMatchObject([{ id: 'ann', status: 'idle', unresponsive: true }, { id: 'bob' }]);
    expect((await seen())[1]).not.toHaveProperty('unresponsive');
    expect((await project.run('swarm status')).out).toMatch(/ann {2}coder {2}unresponsive/);
    expect(project.manifest.agents[0]).not.toHaveProperty('unresponsive');
    expect(await project.json('lock list')).toMatchObject({ locks: [{ path: 'a.ts', agentId: 'ann', holderUnresponsive: true }] });
    expect((await project.run('lock list')).out).toContain('holder unresponsive');
    expect(await project.json('lock check a.ts')).toMatchObject({ paths: [{ locks: [{ holderUnresponsive: true }] }] });
    expect((await project.run('lock check a.ts')).out).toContain('holder unresponsive');
    await project.run('swarm claim --agent bob');
  }
  await project.run('swarm heartbeat --agent ann');
  expect((await seen())[0]).not.toHaveProperty('unresponsive');
});

test('the lock of an unresponsive agent is marked where it is refused and listed, with the command that breaks it', async () => {
  await project.run('swarm create --task T --coordinator queen --vanish-after 20s');
  for (const agent of ['ann', 'bob']) await project.run(`swarm recruit ${agent} --role coder`);
  await project.run('lock acquire a.ts --agent ann --ttl 10m');
  const asking = 'lock acquire a.ts --agent bob';
  expect((await project.run(asking)).err).not.toContain('unresponsive');
  expect(Object(await project.json(asking)).blockedBy[0]).not.toHaveProperty('holderUnresponsive');
  expect((await project.run('status')).out).toMatch(/a\.ts +ann$/m);
  at('10:00:25');
  const refused = await project.run(asking);
  expect(refused.out).toMatch(/a\.ts +held by ann \(unresponsive\) +exclusive/);
  const breaking = 'cortex lock break a.ts --by queen --reason "ann is unresponsive"';
  expect(refused.err).toContain(`ann is unresponsive. The coordinator or a person can break its lock on a.ts: ${breaking}\n`);
  expect(Object(await project.json(asking)).blockedBy).toMatchObject([{ agentId: 'ann', holderUnresponsive: true }]);
  expect((await project.run('lock release a.ts --agent bob')).out).toContain('a.ts is held by ann (unresponsive), until');
  expect((await project.run('status')).out).toMatch(/a\.ts +ann, unresponsive$/m);
  expect(Object(await project.json('status')).locks.first).toEqual([
    { path: 'a.ts', agent: 'ann', type: 'exclusive', holderUnresponsive: true },
  ]);
  expect((await project.run('swarm status')).out).toMatch(/Locks\n *a\.ts +ann \(unresponsive\)/);
  expect(Object(await project.json('swarm status')).swarm.locks).toMatchObject([{ path: 'a.ts', holderUnresponsive: true }]);
  expect(project.manifest.locks[0]).not.toHaveProperty('holderUnresponsive');
  const { holders, locks } = withLockReading(nodeRuntime(), project.root, (reading) => ({
    holders: reading.holders('a.ts'),
    locks: reading.locks(),
  }));
  expect([holders, locks]).toMatchObject([[{ holderUnresponsive: true }], [{ holderUnresponsive: true }]]);
  const denied = { allowed: false, why: 'held', paths: ['a.ts'], held: holders } as const;
  expect(refusalText(denied, 'bob', [])).toContain('"holderUnresponsive"');
  expect((await project.run('swarm heartbeat --agent ann')).code).toBe(0);
  expect((await project.run(asking)).out).not.toContain('unresponsive');
  await project.run('swarm retire ann');
  expect((await project.run('swarm status')).out).not.toContain('unresponsive');
});
