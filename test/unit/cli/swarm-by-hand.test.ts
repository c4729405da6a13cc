import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SwarmAgent, TaskNode } from '../../../src/engine/crtx/index.ts';
import { CliProject } from '../../support/cortex-cli.ts';

const PLAN =
  'decomposition: {id: root, description: Release, children: [{id: a, description: A}, {id: b, description: B, dependencies: [a]}, {id: c, description: C}]}';

let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
  await project.run(['swarm', 'create', '--task', 'Release', '--coordinator', 'queen', '--file', project.write('plan.yaml', PLAN)]);
  await project.run('swarm recruit ann --role coder');
});

const task = (id: string, more: Partial<TaskNode> = {}): TaskNode => ({
  id,
  description: `Do ${id}`,
  status: 'pending',
  priority: 3,
  estimatedTokens: 0,
  dependencies: [],
  children: [],
  ...more,
});
const agent = (id: string, more: Partial<SwarmAgent> = {}): SwarmAgent => ({
  id,
  role: 'by hand',
  expertise: [],
  assignedTasks: [],
  status: 'idle',
  tokensUsed: 0,
  costUsd: 0,
  ...more,
});

/** Returns the tasks of `swarm status` as id, status and agent. */
async function tasks(): Promise<string[]> {
  const { swarm } = Object(await project.json('swarm status'));
  return swarm.decomposition.children.map(({ id, status, assignedTo }: TaskNode) => [id, status, assignedTo].join(' ').trim());
}

const conflicts = async () => (await project.timeline()).filter(({ type }) => type === 'conflict');

describe('a swarm.crtx that is edited by hand', () => {
  test('adopts and shows progress, new tasks, new agents and usage', async () => {
    await project.run('swarm claim --agent ann --task a');
    project.edit(({ decomposition, agents }) => {
      Object.assign(decomposition.children[0] ?? {}, { status: 'done', output: 'a.ts' });
      decomposition.children.push(task('d', { dependencies: ['a'] }));
      agents.push(agent('hand', { tokensUsed: 40, costUsd: 0.5 }));
      Object.assign(agents[0] ?? {}, { tokensUsed: 7 });
    });
    expect(await tasks()).toEqual(['a done ann', 'b pending', 'c pending', 'd pending']);
    const { swarm, progress } = Object(await project.json('swarm status'));
    expect(swarm.agents).toMatchObject([
      { id: 'ann', tokensUsed: 7, status: 'idle' },
      { id: 'hand', role: 'by hand' },
    ]);
    expect(swarm.budget.spent).toMatchObject({ agents: 2, tokens: 47, costUsd: 0.5 });
    expect(progress).toMatchObject({ done: 1, pending: 3, total: 4 });
    expect(swarm.decomposition.children[0].output).toBe('a.ts');
    expect(await conflicts()).toEqual([]);
    expect(await project.json('swarm claim --agent hand --task d')).toMatchObject({ task: { id: 'd', assignedTo: 'hand' } });
  });

  test('adopts a claim and a failure', async () => {
    project.edit(({ decomposition }) => Object.assign(decomposition.children[0] ?? {}, { status: 'active', assignedTo: 'ann' }));
    expect(await tasks()).toEqual(['a active ann', 'b pending', 'c pending']);
    expect((await project.run('swarm claim --agent ann --task a')).out).toContain('You are working on it already');
    project.edit(({ decomposition }) => Object.assign(decomposition.children[0] ?? {}, { status: 'failed' }));
    expect(await tasks()).toEqual(['a failed ann', 'b skipped', 'c pending']);
  });

  test('can end a swarm', async () => {
    project.edit(({ decomposition }) => {
      for (const child of decomposition.children) child.status = 'failed';
    });
    expect((await project.run('swarm create --task Next --coordinator queen')).code).toBe(0);
  });

  test('keeps unknown keys of any name', async () => {
    const key = '__proto__';
    const mark = (value: object) => Object.defineProperty(value, key, { value: { kept: 1 }, enumerable: true });
    await project.run('swarm recruit zoe --role coder');
    project.edit((manifest) => {
      for (const part of [manifest, manifest.budget, manifest.agents[0] ?? {}, manifest.decomposition]) mark(part);
    });
    await project.run('swarm recruit yan --role coder');
    const { manifest } = project;
    for (const part of [manifest, manifest.budget, manifest.agents[0] ?? {}, manifest.decomposition])
      expect(Object.getOwnPropertyDescriptor(part, key)?.value).toEqual({ kept: 1 });
  });

  test('keeps the values of the log where it contradicts them, and records one conflict', async () => {
    await project.run('swarm claim --agent ann --task a');
    await project.run('swarm recruit bob --role coder');
    await project.run('lock acquire x.ts --agent ann');
    project.edit((manifest) => {
      manifest.coordinator = 'bob';
      manifest.strategy = 'consensus';
      manifest.locks = [];
      Object.assign(manifest.decomposition.children[0] ?? {}, { assignedTo: 'bob' });
    });
    expect(await tasks()).toEqual(['a active ann', 'b pending', 'c pending']);
    for (let look = 0; look < 3; look++) await project.run('swarm status');
    expect(project.manifest).toMatchObject({ coordinator: 'queen', strategy: 'parallel', locks: [{ path: 'x.ts', agentId: 'ann' }] });
    const told = await conflicts();
    expect(told).toMatchObject([{ agentId: 'cortex', outcome: 'failure', context: { files: ['.cortex/swarm.crtx'], trigger: 'swarm' } }]);
    for (const words of [
      'x.ts',
      'The coordinator cannot change: it is "queen".',
      'strategy of a running swarm cannot change: it is parallel',
      'Task "a" remains assigned to "ann"',
    ])
      expect(told[0]?.reasoning).toContain(words);
  });

  test('omits tasks that depend on each other, with their dependents', async () => {
    project.edit(({ decomposition }) => {
      decomposition.children.push(task('d', { dependencies: ['e'] }), task('e', { dependencies: ['d'] }));
      decomposition.children.push(task('f', { dependencies: ['e'] }), task('g', { dependencies: ['a'] }));
    });
    expect(await tasks()).toEqual(['a pending', 'b pending', 'c pending', 'g pending']);
    expect((await conflicts())[0]?.reasoning).toContain('d → e → d');
  });

  describe('with entries that cannot be adopted', () => {
    const copies = () => fs.readdirSync(path.join(project.root, '.cortex')).filter((name) => name.endsWith('-entries'));
    const onlyCopy = () => {
      expect(copies()).toEqual([expect.stringMatching(/^swarm\.crtx\.corrupt-[0-9TZ]+-entries$/)]);
      return path.join(project.root, '.cortex', copies()[0] ?? '');
    };
    /** Returns the line of the first occurrence of a text in the copy. */
    const lineOf = (text: string) => {
      const [before, after] = fs.readFileSync(onlyCopy(), 'utf8').split(text);
      expect(after).toBeDefined();
      return before?.split('\n').length ?? 0;
    };
    const lock = (lockPath: string, agentId: string) => ({
      path: lockPath,
      agentId,
      type: 'exclusive' as const,
      reason: 'by hand',
      acquiredAt: Date.now(),
      expiresAt: Date.now() + 600_000,
    });
    const warnings = async () => (await project.run('swarm status')).err.split('\n').filter((line) => line !== '');

    test('adopts the other entries, and every command reports each invalid one with its line until the copy is corrected', async () => {
      project.edit(({ decomposition, agents }) => {
        decomposition.children.push(task('good1'), task('h', { dependencies: ['nope'] }), task('good2', { dependencies: ['good1'] }));
        agents.push(agent('zoe'));
      });
      const written = fs.readFileSync(path.join(project.root, '.cortex/swarm.crtx'), 'utf8');
      const before = await project.run('verify');
      expect(before.code).toBe(1);
      expect(before.out).toMatch(
        /swarm\.crtx:\d+:\d+: error: Task "h" was not added: "h" depends on "nope", which is not a task\. The next command/,
      );
      const said = await warnings();
      expect(fs.readFileSync(onlyCopy(), 'utf8')).toBe(written);
      const place = `${onlyCopy()}:${lineOf('"h"') - 1}:`;
      expect(said).toEqual([
        expect.stringContaining('Task "h" was not added: "h" depends on "nope", which is not a task. This file is a copy'),
      ]);
      expect(said[0]).toContain(place);
      expect(await tasks()).toEqual(['a pending', 'b pending', 'c pending', 'good1 pending', 'good2 pending']);
      expect(project.manifest.agents.map(({ id }) => id)).toEqual(['ann', 'zoe']);
      expect(await warnings()).toEqual(said);
      expect(await project.run('verify')).toMatchObject({ code: 0, out: expect.stringMatching(/-entries:\d+:\d+: warning: Task "h"/) });
      fs.writeFileSync(onlyCopy(), written.replace('"nope"', '"good1"'));
      expect(await warnings()).toEqual([]);
      expect((await tasks()).sort()).toEqual(['a pending', 'b pending', 'c pending', 'good1 pending', 'good2 pending', 'h pending']);
      expect(copies()).toEqual([]);
      expect((await project.run('verify')).out).toContain('no problems found');
    });

    test('omits only the invalid entry below a new task', async () => {
      project.edit(({ decomposition }) => {
        const [good, bad] = [task('good'), task('bad', { dependencies: ['nope'] })];
        decomposition.children.push(
          task('p', { children: [good, bad, task('a', { description: 'again' })] }),
          task('late', { dependencies: ['bad'] }),
        );
      });
      const said = await warnings();
      expect(said).toHaveLength(3);
      for (const words of [
        'Task "a" was not added: there is a task "a" already',
        'Task "bad" was',
        '"late" depends on "bad", which is left out',
      ])
        expect(said.join('\n')).toContain(words);
      expect(said.find((line) => line.includes('Task "a"'))).toContain(`${onlyCopy()}:${lineOf('"again"') - 2}:`);
      expect(project.manifest.decomposition.children.at(-1)).toMatchObject({ id: 'p', children: [{ id: 'good' }] });
    });

    test.each<[string, string, (manifest: CliProject['manifest']) => void, string]>([
      ['a budget below zero', '-5 cannot be maxTokens', ({ budget }) => Object.assign(budget, { maxTokens: -5 }), '"maxTokens"'],
      [
        'another coordinator',
        'The coordinator cannot change: it is "queen"',
        (manifest) => Object.assign(manifest, { coordinator: 'eve' }),
        '"coordinator"',
      ],
      ['without a task', 'Task "c" cannot be removed', ({ decomposition }) => decomposition.children.pop(), '"decomposition"'],
      [
        'a lock that another excludes',
        'did not get the lock on src/x.ts, because of the lock of ann',
        ({ locks }) => locks.push(lock('src/x.ts', 'eve')),
        '"src/x.ts"',
      ],
      ['a lock outside', 'cannot have a lock on ../out', ({ locks }) => locks.push(lock('../out', 'eve')), '"../out"'],
      ['without a lock that was granted', 'The lock of ann on src stays', ({ locks }) => locks.pop(), '"locks"'],
      [
        'an agent that is there already',
        'Agent "ann" has joined already',
        ({ agents }) => agents.push(agent('ann', { role: 'other' })),
        '"other"',
      ],
    ])('reports %s with its line, keeps a copy and cleans the file', async (_what, words, change, text) => {
      await project.run('lock acquire src --agent ann --ttl 10m');
      project.edit((manifest) => {
        change(manifest);
        manifest.decomposition.children.push(task('good'));
      });
      expect((await project.run('verify')).out).toMatch(/swarm\.crtx:\d+:\d+: error: /);
      const said = await warnings();
      expect(said).toEqual([expect.stringContaining(words)]);
      const line = Number(/-entries:(\d+):/.exec(said[0] ?? '')?.[1]);
      expect(Math.abs(line - lineOf(text))).toBeLessThan(3);
      expect(await tasks()).toEqual(expect.arrayContaining(['c pending', 'good pending']));
      expect(project.manifest).toMatchObject({
        coordinator: 'queen',
        locks: [{ path: 'src', agentId: 'ann' }],
        agents: [{ id: 'ann', role: 'coder' }],
      });
      expect((await project.run('verify')).code).toBe(0);
    });

    test.each<[string, string, (file: Record<'data' | 'root', Record<string, unknown>>) => unknown]>([
      ['the status of the root', 'data.decomposition.status', ({ root }) => Object.assign(root, { status: 'complete' })],
      ['the priority of the root', 'data.decomposition.priority', ({ root }) => Object.assign(root, { priority: 'high' })],
      ['the id of the root', 'data.decomposition.id', ({ root }) => Object.assign(root, { id: null })],
      ['an optional field of the root', 'data.decomposition.actualTokens', ({ root }) => Object.assign(root, { actualTokens: '9' })],
      ['no tasks', 'data.decomposition.children is missing', ({ root }) => delete root.children],
      ['a root that is none', 'data.decomposition', ({ data }) => Object.assign(data, { decomposition: [] })],
      ['no root', 'data.decomposition is missing', ({ data }) => delete data.decomposition],
      ['no locks', 'data.locks is missing', ({ data }) => delete data.locks],
      ['locks that are no list', 'data.locks is an object', ({ data }) => Object.assign(data, { locks: {} })],
      ['agents that are no list', 'data.agents', ({ data }) => Object.assign(data, { agents: 'ann' })],
    ])('adopts valid entries despite %s, and loses no existing one', async (_what, words, change) => {
      await project.run('lock acquire src --agent ann --ttl 10m');
      const file = path.join(project.root, '.cortex/swarm.crtx');
      const before = project.manifest;
      const value = JSON.parse(fs.readFileSync(file, 'utf8'));
      const root = value.data.decomposition;
      value.data.task = 'Release soon';
      root.children.push(task('good'));
      change({ ...value, root });
      fs.writeFileSync(file, JSON.stringify(value, null, 2));
      expect(await warnings()).toEqual([expect.stringMatching(/-entries:\d+:\d+: /)]);
      expect((await warnings())[0]).toContain(words);
      const { decomposition, agents, locks, task: goal } = project.manifest;
      const hasTasks = value.data.decomposition?.children !== undefined;
      expect(goal).toBe('Release soon');
      expect(agents).toEqual(before.agents);
      expect(locks).toEqual(before.locks);
      expect(decomposition).toEqual({
        ...before.decomposition,
        children: [...before.decomposition.children, ...(hasTasks ? [task('good')] : [])],
      });
      expect((await project.run('verify')).code).toBe(0);
    });

    test('reports a number that is out of range', async () => {
      const file = path.join(project.root, '.cortex/swarm.crtx');
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"tokensUsed": 0', '"tokensUsed": 1e999'));
      expect(await warnings()).toEqual([
        expect.stringContaining('data.agents[0].tokensUsed exceeds the range of numbers (allowed: a finite number)'),
      ]);
    });

    test('rewrites the file without them, and keeps one copy of repeated edits', async () => {
      for (let edits = 0; edits < 3; edits++) {
        project.edit((manifest) => Object.assign(manifest, { coordinator: 'eve' }));
        expect(await warnings()).toHaveLength(1);
        expect(project.manifest.coordinator).toBe('queen');
        await project.run(`lock acquire file${edits}.ts --agent ann`);
      }
      fs.rmSync(onlyCopy());
      expect(await warnings()).toEqual([]);
    });
  });

  test('refuses agents beyond maxAgents', async () => {
    project.edit((manifest) => {
      manifest.budget.maxAgents = 1;
    });
    await project.run('swarm status');
    project.edit(({ agents }) => agents.push(agent('hand')));
    const { swarm } = Object(await project.json('swarm status'));
    expect(swarm.agents.map(({ id }: SwarmAgent) => id)).toEqual(['ann']);
    expect((await conflicts())[0]?.reasoning).toContain('Agent "hand" cannot join');
  });

  test('with the id swm_none changes only locks', async () => {
    const until = Date.now() + 600_000;
    project.edit((manifest) => {
      Object.assign(manifest, { id: 'swm_none', task: '', coordinator: '', agents: [], decomposition: task('root', { description: '' }) });
      manifest.locks.push({ path: 'y.ts', agentId: 'eve', type: 'exclusive', acquiredAt: Date.now(), expiresAt: until, reason: '' });
    });
    expect(await tasks()).toEqual(['a pending', 'b pending', 'c pending']);
    expect(await project.json('lock list')).toMatchObject({ locks: [{ path: 'y.ts', agentId: 'eve' }] });
    await project.run('swarm claim --agent ann --task a');
    expect(project.manifest).toMatchObject({ task: 'Release', coordinator: 'queen', agents: [{ id: 'ann' }] });
    expect(await conflicts()).toEqual([]);
  });

  test('cannot replace an active swarm with another one', async () => {
    const { id } = project.manifest;
    project.edit((manifest) => {
      manifest.id = 'swm_other';
    });
    expect(await tasks()).toEqual(['a pending', 'b pending', 'c pending']);
    expect((await conflicts())[0]?.reasoning).toContain(`Swarm "${id}" has unfinished work, so "swm_other" cannot take its place.`);
  });

  test('keeps unknown keys through later commands', async () => {
    project.edit((manifest) => {
      Object.assign(manifest, { note: { by: 'eve' } });
      Object.assign(manifest.agents[0] ?? {}, { mood: 'fine' });
      Object.assign(manifest.decomposition.children[2] ?? {}, { link: 'https://example.org' });
    });
    await project.run('swarm claim --agent ann --task a');
    expect(project.manifest).toMatchObject({ note: { by: 'eve' }, agents: [{ mood: 'fine' }] });
    expect(project.manifest.decomposition.children[2]).toMatchObject({ link: 'https://example.org' });
  });
});

describe('a manifest that another program wrote', () => {
  /** Writes exactly the fields of the seed. */
  function writeManifest(decomposition: TaskNode): CliProject {
    const fresh = new CliProject();
    const data = {
      id: 'my-swarm',
      task: 'By hand',
      created: 1_700_000_000_000,
      coordinator: 'boss',
      strategy: 'parallel',
      agents: [agent('hand', { assignedTasks: ['one'] })],
      locks: [],
      decomposition,
      mergePolicy: { strategy: 'auto', conflictResolution: 'last_write', requireHumanApproval: false },
      budget: {
        maxAgents: 3,
        maxTokens: 100,
        maxCostUsd: 1,
        maxDurationMs: 1e13,
        spent: { agents: 1, tokens: 0, costUsd: 0, durationMs: 0 },
      },
    };
    const header = { cortex: 1, type: 'swarm', project: 'p', created: 1, updated: 1, checksum: '' };
    fresh.write('.cortex/swarm.crtx', JSON.stringify({ header, data }));
    return fresh;
  }

  test('into an empty folder is adopted completely, and its tasks can be completed', async () => {
    const fresh = writeManifest(task('root', { children: [task('one'), task('two', { dependencies: ['one'] })] }));
    expect(await fresh.json('swarm status')).toMatchObject({ swarm: { id: 'my-swarm', task: 'By hand', agents: [{ id: 'hand' }] } });
    expect(await fresh.json('swarm claim --agent hand')).toMatchObject({ task: { id: 'one', assignedTo: 'hand' } });
    expect((await fresh.run('swarm complete one --agent hand')).code).toBe(0);
    expect(fresh.manifest).toMatchObject({ id: 'my-swarm', decomposition: { children: [{ status: 'done' }, { status: 'pending' }] } });
    expect(await fresh.timeline()).toEqual([]);
    expect((await fresh.run('verify')).code).toBe(0);
  });

  test('with tasks that depend on each other is refused by every command, and unchanged', async () => {
    const fresh = writeManifest(
      task('root', { children: [task('one', { dependencies: ['two'] }), task('two', { dependencies: ['one'] })] }),
    );
    const file = path.join(fresh.root, '.cortex/swarm.crtx');
    const content = fs.readFileSync(file, 'utf8');
    for (const command of ['swarm status', 'lock acquire a.ts --agent ann', 'swarm create --task T --coordinator q']) {
      expect(await fresh.run(command)).toEqual({
        code: 3,
        out: '',
        err: `error: ${file}: data.decomposition cannot be used: tasks wait for each other: one → two → one. Correct it there; it was not changed.\n`,
      });
    }
    expect(fs.readFileSync(file, 'utf8')).toBe(content);
    expect(await fresh.run('verify')).toMatchObject({
      code: 1,
      err: '',
      out: expect.stringMatching(/^\.cortex\/swarm\.crtx:1:\d+: error: data\.decomposition cannot be used: tasks wait for each other/),
    });
    fs.writeFileSync(file, content.replace('["one"]', '[]').replace('["two"]', '[]'));
    expect(await fresh.json('swarm status')).toMatchObject({ swarm: { id: 'my-swarm' } });
  });

  test('with a negative limit is refused by every command, and by verify', async () => {
    const fresh = writeManifest(task('root', { children: [task('one')] }));
    const file = path.join(fresh.root, '.cortex/swarm.crtx');
    const content = fs.readFileSync(file, 'utf8').replace('"maxTokens":100', '"maxTokens":-5');
    fs.writeFileSync(file, content);
    expect(await fresh.run('swarm status')).toMatchObject({
      code: 3,
      err: expect.stringContaining('data.budget.maxTokens is below zero: -5'),
    });
    expect(await fresh.run('verify')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/error: data\.budget\.maxTokens is below zero/),
    });
    expect(fs.readFileSync(file, 'utf8')).toBe(content);
  });

  test.each([
    ['truncated', '{"header": {"cortex": 1,', /swarm\.crtx:1:\d+: truncated in header/],
    ['of the wrong type', '{"header": {"cortex": 1, "type": "graph"}, "data": {}}', /swarm\.crtx:1:\d+: header\.type does not match/],
    ['a list', '[]', /swarm\.crtx:1:1: is not a Cortex file/],
  ])('that is %s is refused by every command with its position, and unchanged', async (_what, content, words) => {
    const fresh = new CliProject();
    const file = fresh.write('.cortex/swarm.crtx', content);
    for (const command of ['swarm status', 'swarm claim --agent ann', 'swarm create --task T --coordinator q']) {
      const run = await fresh.run(command);
      expect(run).toMatchObject({ code: 3, out: '' });
      expect(run.err).toMatch(words);
    }
    expect(fs.readFileSync(file, 'utf8')).toBe(content);
    expect(fs.readdirSync(path.dirname(file)).filter((name) => name.includes('corrupt'))).toEqual([]);
  });
});
