import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

let project: CliProject;
const at = (time: string) => {
  process.env.CORTEX_NOW = `2026-01-02T${time}Z`;
};
const out = async (words: string) => (await project.run(words)).out;
beforeEach(async () => {
  project = new CliProject();
  at('10:00:00');
  for (const words of [
    'init',
    'swarm create --task T --coordinator queen --keep-locks',
    'swarm recruit ann --role r',
    'swarm recruit bob --role r',
  ])
    await project.run(words);
});
afterEach(() => {
  delete process.env.CORTEX_NOW;
});

/** ann works on the task under a lock that expires at 10:10. bob locks the file after that. */
async function overrun(): Promise<void> {
  await project.run('swarm claim --agent ann');
  await project.run('lock acquire f.ts --agent ann --ttl 10m');
  at('10:11:00');
  await project.run('lock acquire f.ts --agent bob --ttl 10m');
  at('10:12:00');
}
const COMPLETE = 'The swarm is complete: 1 of 1 task done.\n';
const TAKEN = 'The lock on f.ts expired at 2026-01-02T10:10:00Z; now it is locked by bob.\n';

describe('a lock that expired during the work is reported', () => {
  test('by complete, with the current holder', async () => {
    await overrun();
    const done = await project.run('swarm complete root --agent ann');
    expect([done.code, done.out]).toEqual([0, `root is done.\n${TAKEN}${COMPLETE}`]);
  });

  test('by fail, as JSON', async () => {
    await overrun();
    const lapsed = [{ path: 'f.ts', at: Date.parse('2026-01-02T10:10:00Z'), heldBy: ['bob'] }];
    expect(await project.json('swarm fail root --agent ann --reason stuck')).toMatchObject({ lapsed, locks: [] });
  });

  test('by release --all, once', async () => {
    await overrun();
    const released = await project.run('lock release --all --agent ann');
    expect([released.code, released.out]).toEqual([0, TAKEN]);
    expect(await out('lock release --all --agent ann')).toBe('No locks were held.\n');
  });

  test('by its release and renewal', async () => {
    await overrun();
    const held = `${TAKEN}Not held: f.ts\n  f.ts is held by bob, until 2026-01-02T10:21:00Z\n`;
    for (const words of ['lock renew f.ts --agent ann', 'lock release f.ts --agent ann'])
      expect(await project.run(words)).toMatchObject({ code: 1, out: held });
  });

  test('also when it is free now, and in a process that starts from a checkpoint', async () => {
    await project.run('lock acquire src/ --agent ann --ttl 1m');
    at('10:05:00');
    // More than one segment.
    for (let n = 0; n < 6; n += 1) await project.run(['lock', 'acquire', 'x', '--agent', 'bob', '--reason', 'x'.repeat(300_000)]);
    expect(await out('lock release --all --agent ann')).toBe('The lock on src/ expired at 2026-01-02T10:01:00Z; now it is free.\n');
  });
});

describe('no expired lock is reported', () => {
  test('if it was released or renewed in time, or acquired again', async () => {
    await project.run('swarm claim --agent ann');
    await project.run('lock acquire back.ts --agent ann --ttl 1m');
    await project.run('lock release back.ts --agent ann');
    await project.run('lock acquire again.ts --agent ann --ttl 1m');
    at('10:05:00');
    await project.run('lock acquire again.ts --agent ann --ttl 10m');
    expect(await out('swarm complete root --agent ann')).toBe(
      `root is done.\nann still holds again.ts.\nTo release it: cortex lock release --all --agent ann\n${COMPLETE}`,
    );
  });

  test('by complete if it expired before the task was started', async () => {
    await project.run('lock acquire old.ts --agent ann --ttl 1m');
    at('10:05:00');
    await project.run('swarm claim --agent ann');
    expect(await out('swarm complete root --agent ann')).toBe(`root is done.\n${COMPLETE}`);
  });

  test('if its holder broke it', async () => {
    await project.run('lock acquire f.ts --agent queen --ttl 10m');
    await project.run('lock break f.ts --by queen --reason now');
    expect(await out('lock release --all --agent queen')).toBe('No locks were held.\n');
  });
});

describe('a broken lock is reported', () => {
  const BROKEN = 'The lock on f.ts was broken at 2026-01-02T10:01:00Z by queen (in the way); now it is free.\n';
  beforeEach(async () => {
    await project.run('swarm claim --agent ann');
    await project.run('lock acquire f.ts --agent ann --ttl 10m');
    at('10:01:00');
    await project.run(['lock', 'break', 'f.ts', '--by', 'queen', '--reason', 'in the way']);
  });

  test('by renew, release and complete', async () => {
    expect(await project.run('lock renew f.ts --agent ann')).toMatchObject({ code: 1, out: `${BROKEN}Not held: f.ts\n` });
    expect(await out('swarm complete root --agent ann')).toBe(`root is done.\n${BROKEN}${COMPLETE}`);
    expect(await out('lock release --all --agent ann')).toBe(BROKEN);
    expect(await out('lock release --all --agent ann')).toBe('No locks were held.\n');
  });

  test('as JSON', async () => {
    const lapsed = [{ path: 'f.ts', at: Date.parse('2026-01-02T10:01:00Z'), broken: { by: 'queen', reason: 'in the way' }, heldBy: [] }];
    expect(await project.json('swarm complete root --agent ann')).toMatchObject({ lapsed });
  });

  test('by the first heartbeat after it', async () => {
    at('10:02:00');
    expect(await out('swarm heartbeat --agent ann')).toBe(`Recorded a heartbeat of ann.\n${BROKEN}`);
    at('10:03:00');
    expect(await out('swarm heartbeat --agent ann')).toBe('Recorded a heartbeat of ann.\n');
  });
});

describe('heartbeat reports to an unresponsive agent', () => {
  test('its lost tasks and locks, once', async () => {
    await project.run('swarm claim --agent ann');
    await project.run('lock acquire f.ts --agent ann --ttl 10m');
    at('10:45:00');
    const ranOut = { path: 'f.ts', at: Date.parse('2026-01-02T10:10:00Z'), broken: null, swarm: null, heldBy: [] };
    expect(await project.json('swarm heartbeat --agent ann')).toEqual({ agent: 'ann', released: ['root'], lapsed: [ranOut] });
    at('10:46:00');
    expect(await project.json('swarm heartbeat --agent ann')).toEqual({ agent: 'ann', released: [], lapsed: [] });
  });

  test('also if another agent detected it first, and the agent only acquired a lock since', async () => {
    await project.run('swarm claim --agent ann');
    at('10:45:00');
    await project.run('swarm claim --agent bob');
    await project.run('lock acquire g.ts --agent ann');
    expect(await out('swarm heartbeat --agent ann')).toBe('Recorded a heartbeat of ann.\nIt sent no heartbeat in time, and lost: root.\n');
  });

  test('but not the task that it has claimed again', async () => {
    await project.run('swarm claim --agent ann');
    at('10:45:00');
    await project.run('swarm heartbeat --agent bob');
    await project.run('swarm claim --agent ann');
    expect(await out('swarm heartbeat --agent ann')).toBe('Recorded a heartbeat of ann.\n');
  });
});
