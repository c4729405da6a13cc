import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { WAIT_MS } from '../../../support/limits.ts';
import { NeedsPlace, NOW } from '../../../support/needs.ts';

const MINUTE = 60_000;

/** Creates a project with a swarm of this plan, coordinated by an agent. */
async function swarm(plan: string, more: readonly string[] = []): Promise<NeedsPlace> {
  const place = new NeedsPlace();
  const file = place.project.write('plan.yaml', plan);
  await place.cortex('init', ['swarm', 'create', '--task', 'Release', '--coordinator', 'queen', '--file', file, ...more]);
  return place;
}

const swarmFile = ({ root }: NeedsPlace) => path.join(root, '.cortex', 'swarm.crtx');

/** Creates a swarm with one task, which ann has claimed. */
async function atWork(more = '', options: readonly string[] = []): Promise<NeedsPlace> {
  const place = await swarm(`decomposition: {id: logo, description: Draw the logo}${more}`, options);
  await place.cortex('swarm recruit ann --role artist', 'swarm claim --agent ann');
  return place;
}

describe('a merged result', () => {
  const APPROVAL = '\nmergePolicy: {strategy: human_review, conflictResolution: last_write, requireHumanApproval: true}';

  async function waiting(): Promise<NeedsPlace> {
    const place = await atWork(APPROVAL);
    await place.cortex('swarm complete logo --agent ann --output a');
    return place;
  }

  it('needs approval by a person', async () => {
    const place = await waiting();
    expect(await place.only()).toMatchObject({
      kind: 'approval',
      rank: 'blocked',
      title: 'Draw the logo',
      why: 'the merged result waits for approval by a person: logo by ann (a)',
      place: { file: swarmFile(place), line: null },
    });
    expect(fs.existsSync(swarmFile(place))).toBe(true);
    await place.settles('cortex swarm approve --by person:ada --root');
  });

  it('of several tasks is listed by the time since it waits', async () => {
    const plan = 'decomposition: {id: all, description: All, children: [{id: a, description: A}, {id: b, description: B}]}';
    const place = await swarm(`${plan}${APPROVAL}`, ['--strategy', 'competitive']);
    await place.cortex('swarm recruit ann --role artist');
    for (const [n, task] of ['b', 'a'].entries()) {
      place.at(NOW + n * MINUTE);
      await place.cortex(`swarm claim --agent ann --task ${task}`, `swarm complete ${task} --agent ann`);
    }
    expect((await place.needs()).map(({ kind, title, since }) => ({ kind, title, since }))).toEqual([
      { kind: 'approval', title: 'B', since: NOW },
      { kind: 'approval', title: 'A', since: NOW + MINUTE },
    ]);
  });
});

it('a refused merge of the root has a lower rank until a task is retried or it is approved', async () => {
  const place = new NeedsPlace();
  const policy = 'mergePolicy: {strategy: coordinator_review, conflictResolution: last_write, requireHumanApproval: false}';
  const plan = `decomposition: {id: root, description: All, children: [{id: a, description: A}]}\n${policy}`;
  const file = place.project.write('plan.yaml', plan);
  await place.cortex('init', ['swarm', 'create', '--task', 'Release', '--coordinator', 'person:ada', '--file', file]);
  await place.cortex('swarm recruit ann --role coder', 'swarm claim --agent ann', 'swarm complete a --agent ann --output x');
  expect(await place.only()).toMatchObject({ kind: 'approval', title: 'All', rank: 'blocked' });
  await place.cortex('swarm approve --by person:ada --refuse --reason blue');
  expect(await place.only()).toMatchObject({ kind: 'approval', rank: 'soon' });
  expect((await place.only()).why).toContain('was refused (blue): retry a task');
  await place.cortex('swarm retry a --by person:ada');
  expect(await place.needs()).toEqual([]);
});

describe('conflicting results', () => {
  const CONTEST = '\nmergePolicy: {strategy: auto, conflictResolution: coordinator_decides, requireHumanApproval: false}';

  it('need the coordinator if that is a person', async () => {
    const place = new NeedsPlace();
    const file = place.project.write('plan.yaml', `decomposition: {id: logo, description: Draw the logo}${CONTEST}`);
    const create = ['swarm', 'create', '--task', 'Release', '--strategy', 'competitive', '--file', file];
    await place.cortex('init', [...create, '--coordinator', 'person:ada']);
    await place.cortex('swarm recruit ann --role artist', 'swarm recruit bob --role artist');
    await place.cortex('swarm claim --agent ann', 'swarm claim --agent bob');
    await place.cortex('swarm complete logo --agent ann --output a', 'swarm complete logo --agent bob --output b');
    const need = await place.only();
    expect(need).toMatchObject({ kind: 'conflict', rank: 'blocked', title: 'Draw the logo' });
    expect(need.why).toBe('several results, choose one: ann (confidence 0.8: a) or bob (confidence 0.8: b)');
    await place.settles('cortex swarm merge', { pick: 'bob' });
  });

  it('of several files are separate needs', async () => {
    const place = new NeedsPlace();
    const plan = `decomposition: {id: root, description: All, children: [{id: a, description: A}, {id: b, description: B}]}${CONTEST}`;
    const file = place.project.write('plan.yaml', plan);
    await place.cortex('init', ['swarm', 'create', '--task', 'Release', '--coordinator', 'person:ada', '--file', file]);
    await place.cortex('swarm recruit ann --role coder', 'swarm recruit bob --role coder');
    await place.cortex('swarm claim --agent ann --task a', 'swarm claim --agent bob --task b');
    place.at(NOW + MINUTE);
    const files = '--output x --file one.ts --file my|two.ts';
    await place.cortex(`swarm complete a --agent ann ${files}`, `swarm complete b --agent bob ${files}`);
    const needs = await place.needs();
    expect(needs.map(({ kind, title }) => [kind, title]).sort()).toEqual([
      ['conflict', 'my|two.ts'],
      ['conflict', 'one.ts'],
    ]);
    const commands = await place.commands();
    for (const command of commands) expect(await place.type(command, { pick: 'a' })).toMatchObject({ code: 0 });
    expect(await place.needs()).toEqual([]);
  });
});

describe('a budget', () => {
  it.each([
    ['tokens', 'swarm usage --agent ann --tokens 850 --cost 0', '850 of 1,000 used'],
    ['cost', 'swarm usage --agent ann --tokens 0 --cost 8', '$8.00 of $10.00 used'],
  ])('of %s is a need at 80 %%, and blocks work when used up', async (limit, usage, why) => {
    const place = await atWork('\nbudget: {maxTokens: 1000, maxCostUsd: 10}');
    await place.cortex(usage);
    expect(await place.only()).toMatchObject({ kind: 'budget', rank: 'soon', title: `Budget: ${limit}`, why });
    const { id } = await place.only();
    await place.cortex(usage);
    const usedUp = await place.only();
    expect(usedUp).toMatchObject({
      rank: 'blocked',
      why: expect.stringMatching(/^The (tokens|money|time) (are|is) used up \(.+, limit .+\): no more tasks are assigned$/),
    });
    expect(usedUp.id).not.toBe(id);
    await place.settles('cortex swarm budget');
  });

  it('that ends before the tasks do is a need as soon as that is known, and the same time is in `swarm status`', async () => {
    const children = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `{id: t${n}, description: Task ${n}}`).join(', ');
    const place = await swarm(
      `decomposition: {id: all, description: All, children: [${children}]}\nbudget: {maxCostUsd: 7, maxDurationMs: 36000000}`,
      ['--vanish-after', '9h'],
    );
    await place.cortex('swarm recruit ann --role coder');
    const finish = async (task: string) => place.cortex(`swarm claim --agent ann --task ${task}`, `swarm complete ${task} --agent ann`);
    for (const task of ['t1', 't2', 't3', 't4']) await finish(task);
    await place.cortex('swarm usage --agent ann --tokens 10 --cost 5');
    place.at(NOW + 50 * MINUTE);
    expect(await place.needs()).toEqual([]);
    expect((await place.project.run('swarm status')).out).not.toMatch(/ends about|Enough/);
    await finish('t5');
    // $5 in 50 minutes: the last $2 take 20 minutes, and three tasks half an hour.
    expect(await place.only()).toMatchObject({
      rank: 'soon',
      title: 'Budget: cost',
      why: '$5.00 of $7.00 used; at this rate it ends in about 20 min, with 3 tasks left',
    });
    expect((await place.project.run('swarm status')).out).toMatch(/Money ends about \d{4}-\d\d-\d\dT\d\d:\d\dZ, 3 tasks left/);
    expect(await place.project.json('swarm status')).toMatchObject({
      outlook: { kind: 'ends', limit: 'cost', at: NOW + 70 * MINUTE, left: 3 },
    });
    await place.settles('cortex swarm budget');
    expect((await place.project.run('swarm status')).out).toContain('Enough for all tasks');
    await place.cortex('swarm pause --by person:ada');
    expect((await place.project.run('swarm status')).out).not.toMatch(/ends about|Enough/);
  });

  it('of dollars suggests a limit in whole cents', async () => {
    const place = await atWork('\nbudget: {maxCostUsd: 5}');
    await place.cortex('swarm usage --agent ann --tokens 0 --cost 5.6');
    expect(await place.commands()).toEqual([expect.stringMatching(/ --cost 11\.2 /)]);
  });

  it('of time advances by itself, and stops during a pause', async () => {
    const place = await atWork(`\nbudget: {maxDurationMs: ${10 * MINUTE}}`, ['--vanish-after', '9h']);
    place.at(NOW + 7.9 * MINUTE);
    expect(await place.needs()).toEqual([]);
    await place.cortex('swarm pause --by person:ada');
    place.at(NOW + 70 * MINUTE);
    expect(await place.needs()).toEqual([]);
    await place.cortex('swarm resume --by person:ada');
    place.at(NOW + 71 * MINUTE);
    expect(await place.only()).toMatchObject({ rank: 'soon', title: 'Budget: duration', why: '8 min of 10 min used' });
    place.at(NOW + 75 * MINUTE);
    expect(await place.only()).toMatchObject({ rank: 'blocked' });
    await place.settles('cortex swarm budget');
  });
});

describe('work at risk', () => {
  it('is a failed task, until it is retried', async () => {
    const children = '[{id: a, description: Parse}, {id: b, description: Test, dependencies: [a]}, {id: c, description: Other}]';
    const place = await swarm(`decomposition: {id: root, description: All, children: ${children}}`);
    await place.cortex('swarm recruit ann --role coder', 'swarm claim --agent ann --task a', 'swarm fail a --agent ann --reason broken');
    expect(await place.only()).toMatchObject({
      kind: 'failed',
      rank: 'at-risk',
      title: 'Parse',
      why: 'ann failed it: broken. 1 task was skipped because of it',
      place: { file: swarmFile(place), line: null },
    });
    await place.settles('cortex swarm retry a');
  });

  it('is a failed task, with all tasks that depend on it, also through others and through parents', async () => {
    const children = `[
      {id: a, description: A, children: [{id: a1, description: A1}, {id: a2, description: A2}]},
      {id: b, description: B, dependencies: [a], children: [{id: b1, description: B1}, {id: b2, description: B2}]},
      {id: c, description: C, dependencies: [b1]}, {id: d, description: D, dependencies: [c, a1]}, {id: e, description: E}]`;
    const place = await swarm(`decomposition: {id: root, description: All, children: ${children}}`);
    await place.cortex('swarm recruit ann --role coder', 'swarm claim --agent ann --task a1', 'swarm fail a1 --agent ann --reason broken');
    expect(await place.only()).toMatchObject({
      title: 'A1',
      why: 'ann failed it: broken. 1 task was skipped because of it. 3 tasks wait for it',
    });
  });

  it('is a failed swarm, until a task is retried or another swarm is created', async () => {
    const place = await atWork();
    await place.cortex('swarm fail logo --agent ann --reason stuck');
    expect(await place.only()).toMatchObject({ kind: 'failed', title: 'Draw the logo', why: 'ann failed it: stuck. The swarm has failed' });
    await place.settles('cortex swarm retry logo');
    await place.cortex('swarm claim --agent ann', 'swarm fail logo --agent ann --reason stuck');
    await place.only();
    await place.cortex(['swarm', 'create', '--task', 'Another', '--coordinator', 'queen']);
    expect(await place.needs()).toEqual([]);
  });

  it('is an unresponsive agent with tasks in progress, not an idle one', async () => {
    const place = await atWork('', ['--vanish-after', '10m']);
    await place.cortex('swarm recruit idle --role coder');
    place.at(NOW + 10 * MINUTE - 1);
    expect(await place.needs()).toEqual([]);
    place.at(NOW + 11 * MINUTE);
    expect(await place.only()).toMatchObject({
      kind: 'agent',
      rank: 'at-risk',
      title: 'ann',
      since: NOW,
      why: 'unresponsive, 1 task in progress',
    });
    await place.settles('cortex swarm retire ann');
  });

  it('is a blocked agent', async () => {
    const place = await atWork();
    place.project.edit((manifest) => {
      const [ann] = manifest.agents;
      if (ann !== undefined) ann.status = 'blocked';
    });
    expect(await place.only()).toMatchObject({ kind: 'agent', why: 'blocked, 1 task in progress', since: null });
    await place.settles('cortex swarm retire ann');
  });

  it('is a lock that three agents wait for', async () => {
    const place = new NeedsPlace();
    vi.stubEnv('CORTEX_NOW', undefined);
    await place.cortex('init', ['lock', 'acquire', 'my file.ts', '--agent', 'ann']);
    const wait = (agent: string) => place.project.run(['lock', 'acquire', 'my file.ts', '--agent', agent, '--wait', '60s']);
    const two = [wait('a'), wait('b')];
    await vi.waitFor(async () => expect((await place.project.run('lock list')).out).toContain('b'), WAIT_MS);
    expect(await place.needs()).toEqual([]);
    const three = [...two, wait('c')];
    await vi.waitFor(async () => expect(await place.needs()).toHaveLength(1), WAIT_MS);
    expect(await place.only()).toMatchObject({ kind: 'lock', title: 'my file.ts', why: '3 agents wait for ann, the holder' });
    expect(fs.existsSync((await place.only()).place?.file ?? '')).toBe(true);
    await place.settles('cortex lock break "my file.ts"', { reason: 'she is away' });
    const got = await Promise.race(three.map(async (run, n) => ({ n, run: await run })));
    expect(got.run.code).toBe(0);
    for (const agent of ['a', 'b', 'c']) await place.project.run(['lock', 'release', 'my file.ts', '--agent', agent]);
  });
});

describe('the timeline', () => {
  it('lists pending escalations', async () => {
    const place = new NeedsPlace();
    const add = ['timeline', 'add', '--agent', 'ann', '--type', 'escalation', '--action', 'Delete the table?'];
    await place.cortex('init', [...add, '--reasoning', 'it is large'], [...add, '--reasoning', 'done', '--outcome', 'success']);
    expect(await place.only()).toMatchObject({
      kind: 'escalation',
      rank: 'blocked',
      title: 'Delete the table?',
      why: 'escalated by ann: it is large',
      since: NOW,
      place: { file: path.join(place.root, '.cortex', 'timeline.crtx') },
    });
    await place.settles('cortex timeline resolve', { outcome: 'failure' });
  });
});

describe('broken files', () => {
  const BROKEN = '{"header": {"cortex": 1},\n  oops';

  it.each(['timeline.crtx', 'manifest.crtx', 'swarm.crtx'])('are one need each: %s', async (name) => {
    const place = new NeedsPlace();
    place.write({ [`.cortex/${name}`]: BROKEN });
    const need = await place.only();
    expect(need).toMatchObject({ kind: 'broken', rank: 'at-risk', title: name, since: null, actions: [] });
    expect(need.place).toEqual({ file: path.join(place.root, '.cortex', name), line: 2 });
    place.write({ [`.cortex/${name}`]: '' });
    expect((await place.needs()).map(({ id }) => id)).toEqual([need.id]);
    fs.rmSync(path.join(place.root, '.cortex', name));
    expect(await place.needs()).toEqual([]);
  });

  it('do not hide other needs', async () => {
    const place = await atWork('', ['--vanish-after', '10m']);
    place.at(NOW + 11 * MINUTE);
    place.write({ '.cortex/manifest.crtx': BROKEN });
    expect((await place.needs()).map(({ kind, title }) => `${kind} ${title}`).sort()).toEqual(['agent ann', 'broken manifest.crtx']);
  });
});
