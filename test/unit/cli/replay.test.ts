import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { create, PLAN, project, succeed, useProject } from '../../support/swarm-project.ts';

const at = (time: string) => {
  process.env.CORTEX_NOW = `2026-01-02T${time}Z`;
};

useProject();
beforeEach(async () => {
  at('10:00:00');
  await create(PLAN);
  await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann --task parse');
  at('10:05:00');
  await succeed('lock acquire src/ --agent ann --ttl 10m --reason parsing');
  at('10:20:00');
  await succeed('swarm complete parse --agent ann');
});
afterEach(() => {
  delete process.env.CORTEX_NOW;
});

const shown = (text: string) => text.replace(/#\d+/g, '#1').replace(/swm_\w+/g, 'swm_1');

async function replayed(options: string): Promise<string[]> {
  const { code, out, err } = await project.run(`swarm replay ${options}`);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return shown(out).trimEnd().split('\n');
}

describe('cortex swarm replay --at', () => {
  test('shows the swarm as swarm status did at that time', async () => {
    expect(await replayed('--at 2026-01-02T10:06:00Z')).toEqual([
      'As of 2026-01-02T10:06:00Z, record #1',
      '',
      'Release 1.0',
      'swm_1, parallel, coordinated by queen',
      '0 %  0 of 3 done, 1 active, 2 pending, 0 failed, 0 skipped',
      'Budget  1 of 2 agents · 0 of 1,000 tokens · $0.00 of $50.00 · 6 min of 60 min',
      '',
      '▶ root     active        Release',
      '  ▶ parse  active   ann  Write the parser',
      '  ○ test   pending       Test it (waits for parse)',
      '  ○ docs   pending       Write docs',
      '',
      'Agents',
      'ann  coder  working  0 tokens  $0.00  seen 1 min ago  parse',
      '',
      'Locks',
      'src/  ann  9 min left',
    ]);
  });

  test('accepts an age, and "0s" shows what swarm status shows', async () => {
    const [, , ...now] = await replayed('--at 0s');
    expect(now.join('\n')).toBe(shown((await project.run('swarm status')).out).trimEnd());
    expect((await replayed('--at 16m')).join('\n')).toContain('10:04:00Z');
  });

  test('accepts an ordinal, and returns it as JSON with locks and waits', async () => {
    const { changes } = Object(await project.json('swarm replay'));
    const { ordinal } = changes.find(({ kind }: { kind: string }) => kind === 'lock-granted');
    const past = await project.json(`swarm replay --at ${ordinal}`);
    expect(past).toMatchObject({
      moment: { ordinal, time: Date.UTC(2026, 0, 2, 10, 5), at: '2026-01-02T10:05:00.000Z' },
      swarm: { agents: [{ id: 'ann', status: 'working' }] },
      progress: { done: 0 },
      pause: null,
      locks: [{ path: 'src/', agentId: 'ann', reason: 'parsing' }],
      waiting: [],
    });
    expect(await project.json(`swarm replay --at ${ordinal - 1}`)).toMatchObject({ locks: [] });
  });

  test('shows locks when there is no swarm, and waiting agents', async () => {
    fs.rmSync(path.join(project.root, '.cortex'), { recursive: true });
    await succeed('init', 'lock acquire a.ts --agent ann --ttl 5m');
    expect(await replayed('--at 0s')).toEqual([
      'As of 2026-01-02T10:20:00Z, record #1',
      '',
      'There was no swarm.',
      'a.ts  ann  exclusive  2026-01-02T10:25:00Z  5 min left  token #1',
    ]);
  });
});

describe('cortex swarm replay', () => {
  test('lists the last changes, the newest last', async () => {
    const [more, ...lines] = (await replayed('--limit 6')).toReversed();
    expect(lines.toReversed()).toEqual([
      '2026-01-02T10:00:00Z  #1       task          root   pending → active',
      '2026-01-02T10:00:00Z  #1  ann  task          parse  pending → active (ann)',
      '2026-01-02T10:05:00Z  #1  ann  lock-granted  src/   exclusive, parsing',
      '2026-01-02T10:15:00Z  #1  ann  lock-expired  src/   exclusive',
      '2026-01-02T10:20:00Z  #1       task          root   active → pending',
      '2026-01-02T10:20:00Z  #1  ann  task          parse  active → done',
    ]);
    const { earlier } = Object(await project.json('swarm replay --limit 6'));
    expect(more).toBe(`Earlier ones: add --before ${earlier}`);
    const before = await replayed(`--before ${earlier}`);
    const words = (all: string[]) => all.map((line) => line.split(/ {2,}/));
    expect(words([...before, ...lines.toReversed()])).toEqual(words(await replayed('--limit 50')));
    expect(await project.json(`swarm replay --before ${earlier}`)).toMatchObject({ earlier: null, next: null });
  });

  test('lists the changes between two times in pages', async () => {
    const all = await replayed('--from 2026-01-02T10:00:00Z --to 5m');
    expect(all.map((line) => line.split(/ {2,}/)[3])).toEqual(['lock-granted', 'lock-expired']);
    const first = Object(await project.json('swarm replay --from 2026-01-02T10:00:00Z --limit 1'));
    expect(first.changes).toHaveLength(1);
    const [line, more] = await replayed('--from 2026-01-02T10:00:00Z --limit 1');
    expect([line, more]).toEqual([all[0], `More: add --after ${first.next}`]);
    expect((await replayed(`--after ${first.next} --limit 1`))[0]).toBe(all[1]);
    expect(await replayed('--from 0s')).toEqual(['Nothing changed.']);
    expect(await replayed('--from 7d')).toEqual(await replayed('--limit 50'));
  });

  test.each([
    [
      '--at 2026-01-02T09:59:59Z',
      1,
      'the history starts at 2026-01-02T10:00:00.000Z (got "2026-01-02T09:59:59.000Z")',
      'Choose a later moment.',
    ],
    ['--to 7', 1, 'the history starts at 1', 'Choose a later moment.'],
    ['--from 7d --to 1h', 1, 'the history starts at 2026-01-02T10:00:00.000Z (got "2026-01-02T09:20:00.000Z"', 'Choose a later moment.'],
    ['--from 1s --to 1h', 2, 'the beginning is later than the end', 'Swap the two'],
    ['--from 9 --to 8', 2, 'the beginning is later than the end (got "9 to 8")', 'Swap the two'],
    ['--before here', 2, 'this is not a page cursor', '"earlier"'],
    ['--at 2026-01-02T10:20:01Z', 1, 'this moment is in the future', 'allowed: 2026-01-02T10:20:00.000Z or earlier'],
    ['--at yesterday', 2, 'invalid time', '2h'],
    ['--after here', 2, 'this is not a page cursor', '"next"'],
    ['--at 1h --to 2h', 2, 'a state and changes cannot be combined', '--at'],
    ['--limit 0', 2, 'at least 1', '--limit'],
  ])('%s is refused with a hint', async (options, code, problem, hint) => {
    const run = await project.run(`swarm replay ${options}`);
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).toContain(problem);
    expect(run.err).toContain(hint);
  });

  test('reports no changes and no state without a history, and creates no log', async () => {
    fs.rmSync(path.join(project.root, '.cortex'), { recursive: true });
    await project.run('init');
    const before = fs.readdirSync(path.join(project.root, '.cortex'));
    expect(await replayed('--limit 50')).toEqual(['Nothing changed.']);
    const run = await project.run('swarm replay --at 0s');
    expect([run.code, run.err]).toEqual([1, expect.stringContaining('there is no history of a swarm here')]);
    expect(fs.readdirSync(path.join(project.root, '.cortex'))).toEqual(before);
  });

  test('changes no file, not even one that another program wrote', async () => {
    project.edit((manifest) => Object.assign(manifest, { task: 'Release 2.0' }));
    const files = () => {
      const names = fs.readdirSync(path.join(project.root, '.cortex'), { recursive: true, encoding: 'utf8' }).sort();
      return names.map((name) => {
        const stat = fs.statSync(path.join(project.root, '.cortex', name));
        return [name, stat.ino, stat.size, stat.mtimeMs];
      });
    };
    const before = files();
    await replayed('--at 0s');
    await replayed('--limit 9');
    expect(files()).toEqual(before);
  });
});
