/** Files of another program in another form: commands that only read leave their bytes. */
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

const READING = ['verify', 'status', 'timeline list', 'swarm status', 'lock list', 'timeline precedents --file a.ts'];
const NAMES = ['timeline.crtx', 'swarm.crtx', 'reasoning/t1.crtx'];
let project: CliProject;

const fileOf = (name: string) => path.join(project.root, '.cortex', name);
const bytesOf = (name: string) => fs.readFileSync(fileOf(name));
const jsonOf = (name: string) => JSON.parse(bytesOf(name).toString().replace('\ufeff', ''));

/** Writes a file with a byte order mark, Windows line ends, four spaces, unknown keys and no checksum. */
function write(name: string, type: string, data: unknown, checksum = ''): void {
  const header = {
    cortex: 1,
    type,
    project: 'theirs',
    created: 1_700_000_000_000,
    updated: 1_700_000_000_000,
    checksum,
    tool: 'theirs 1.2',
  };
  const text = JSON.stringify({ header, extra: { mine: 1 }, data }, null, 4).replaceAll('\n', '\r\n');
  fs.mkdirSync(path.dirname(fileOf(name)), { recursive: true });
  fs.writeFileSync(fileOf(name), `\ufeff${text}`);
}

const entry = (id: string) => ({
  ...{ id, timestamp: 1_700_000_000_000, agentId: 'ann', type: 'decision', action: 'a', reasoning: 'r', confidence: 1 },
  ...{ context: { files: ['a.ts'], state: { n: 1 } }, refs: [], outcome: 'pending' },
});
const task = (id: string, children: unknown[] = []) => ({
  ...{ id, description: id, status: 'pending', priority: 1, estimatedTokens: 0, dependencies: [], children },
});

function swarm(hours: number, spent: object = {}) {
  const now = Date.now();
  const lock = { path: 'src/a.ts', agentId: 'ann', type: 'exclusive', acquiredAt: now, expiresAt: now + hours * 3_600_000, reason: 'x' };
  const limits = { maxAgents: 10, maxTokens: 10, maxCostUsd: 1, maxDurationMs: 10 ** 14 };
  return {
    ...{ id: 's1', task: 'T', created: 1_700_000_000_000, coordinator: 'queen', strategy: 'parallel', agents: [], locks: [lock] },
    decomposition: task('root', [task('a')]),
    mergePolicy: { strategy: 'auto', conflictResolution: 'last_write', requireHumanApproval: false },
    budget: { ...limits, spent: { agents: 0, tokens: 0, costUsd: 0, durationMs: 0, ...spent } },
  };
}

beforeEach(() => {
  project = new CliProject();
  write('timeline.crtx', 'timeline', [entry('t1'), entry('t2')]);
  write('reasoning/t1.crtx', 'reasoning', [entry('r1')]);
  write('swarm.crtx', 'swarm', swarm(1));
});

describe('valid files of another program', () => {
  test('are not changed by commands that only read', async () => {
    const before = NAMES.map(bytesOf);
    for (const command of [...READING, ...READING]) expect([command, (await project.run(command)).err]).toEqual([command, '']);
    expect(NAMES.map(bytesOf)).toEqual(before);
    expect(await project.json('lock list')).toMatchObject({ locks: [{ path: 'src/a.ts', agentId: 'ann' }] });
  });

  test('are written with the first change, with their unknown keys', async () => {
    for (const command of READING) await project.run(command);
    await project.run('swarm recruit bob --role r');
    await project.run(['timeline', 'add', '--agent', 'bob', '--type', 'decision', '--action', 'b', '--reasoning', 'r']);
    expect(jsonOf('swarm.crtx')).toMatchObject({ extra: { mine: 1 }, data: { agents: [{ id: 'bob' }], locks: [{ agentId: 'ann' }] } });
    expect(jsonOf('timeline.crtx')).toMatchObject({ extra: { mine: 1 }, data: [{ id: 't1' }, { id: 't2' }, { action: 'b' }] });
  });

  test('are edited again by that program: its changes are adopted, and the file stays as it was written', async () => {
    for (const command of READING) await project.run(command);
    write('timeline.crtx', 'timeline', [entry('t1'), entry('t2'), entry('t3')]);
    const before = bytesOf('timeline.crtx');
    expect(await project.json('timeline list')).toMatchObject({ entries: [{ id: 't3' }, { id: 't2' }, { id: 't1' }] });
    expect(bytesOf('timeline.crtx')).toEqual(before);
  });
});

describe('are written, because they are not complete:', () => {
  test('a file with a wrong checksum', async () => {
    write('timeline.crtx', 'timeline', [entry('t1')], 'sha256:00');
    await project.run('timeline list');
    expect(jsonOf('timeline.crtx').header.checksum).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test('a swarm with a derived status that is wrong', async () => {
    const wrong = swarm(1);
    wrong.decomposition.status = 'active';
    write('swarm.crtx', 'swarm', wrong);
    await project.run('swarm status');
    expect(jsonOf('swarm.crtx').data.decomposition.status).toBe('pending');
  });

  test('a lock of more than 24 hours, which is reported with its line', async () => {
    write('swarm.crtx', 'swarm', swarm(25));
    const line = bytesOf('swarm.crtx')
      .toString()
      .split('\n')
      .findIndex((each) => each.includes('"path": "src/a.ts"'));
    const { err } = await project.run('swarm status');
    expect(err).toMatch(new RegExp(`-entries:${line}:\\d+: The lock of ann on src/a\\.ts ends 24 hours after it was adopted`));
    expect(jsonOf('swarm.crtx').data.locks[0].expiresAt).toBeLessThan(Date.now() + 24 * 3_600_000 + 1);
  });
});
