import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { CliProject, runProgramHere } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { WAIT_MS } from '../../support/limits.ts';
import { agentNote, projectNote, taskText } from '../../support/team-folder.ts';

const MESSAGE = '---\nID: msg-1\nFrom: agent-b\nTo: agent-a\nType: note\nTime: 2026-11-28T10:00:00Z\n---\nhello\n';
const NOTE = '---\nname: Rates\ntype: rule\nproject: ops\nstatus: review\ncreated: 2026-01-02\nupdated: 2026-01-02\n---\ntext\n';

let project: CliProject;
const at = (time: string) => vi.stubEnv('CORTEX_NOW', `2026-11-28T${time}Z`);
const status = async () => (await project.run('status')).out;
const json = async () => Object(await project.json('status'));
const succeed = async (...commands: readonly string[]) => {
  for (const words of commands) expect(await project.run(words), words).toMatchObject({ code: 0 });
};

beforeEach(() => {
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, temporaryFolder());
  at('10:00:00');
  project = new CliProject();
});

/** Creates a swarm of three agents, one of which waits for a locked file. */
async function swarmAtWork(): Promise<void> {
  const tasks = ['cart', 'mail', 'docs', 'pay'].map(
    (id) => `    - {id: ${id}, description: do ${id}${id === 'pay' ? ', dependencies: [cart]' : ''}}`,
  );
  project.write('plan.yaml', `decomposition:\n  id: root\n  description: shop\n  children:\n${tasks.join('\n')}\n`);
  await succeed('init', `swarm create --task shop --coordinator ann --file ${project.root}/plan.yaml`);
  for (const agent of ['finch', 'kestrel', 'wren']) await succeed(`swarm recruit ${agent} --role dev`, `swarm claim --agent ${agent}`);
  await succeed('lock acquire src/cart.ts --agent kestrel --ttl 2h');
}

describe('cortex status', () => {
  test('says how to start in an empty folder', async () => {
    const folder = temporaryFolder();
    const { code, out } = await runProgramHere(cortexProgram, ['status', '--root', folder], false);
    expect({ code, out: out.trim() }).toEqual({
      code: 0,
      out: expect.stringMatching(/^No Cortex files found: .* To start: cortex init --root \S+$/),
    });
  });

  test('says that no more tasks are assigned when a limit is used up', async () => {
    await swarmAtWork();
    at('11:00:00');
    expect(await status()).toContain(
      'running, but no more tasks are assigned: the time is used up; 0 of 4 tasks done, 3 active, 1 pending',
    );
    expect(await json()).toMatchObject({ swarm: { state: 'running', usedUp: ['duration'] } });
    await succeed('swarm budget --by ann --duration 5h');
    expect(await json()).toMatchObject({ swarm: { usedUp: [] } });
  });

  test('shows each agent with its task and what it waits for, unresponsive agents first', async () => {
    await swarmAtWork();
    const waiting = project.run('lock acquire src/cart.ts --agent finch --wait 1h');
    await vi.waitFor(async () => expect((await json()).locks.waiting).toBe(1), WAIT_MS);
    at('10:05:00');
    await succeed('swarm heartbeat --agent wren');
    const out = await status();
    expect(out).toContain('running, 0 of 4 tasks done, 3 active, 1 pending');
    expect(out).toMatch(/finch {4}waiting 5 min for src\/cart\.ts, held by kestrel {2}cart "do cart"/);
    expect(out).toMatch(/kestrel {2}working, seen 5 min ago +mail "do mail"/);
    expect(out).toMatch(/wren {5}working, seen 0 s ago +docs "do docs"/);
    expect(out).toContain('1 held, 1 agent waiting');
    at('10:34:00');
    const { swarm } = await json();
    expect(swarm.agents.map(({ agent, state }: { agent: string; state: string }) => [agent, state])).toEqual([
      ['finch', 'unresponsive'],
      ['kestrel', 'unresponsive'],
      ['wren', 'working'],
    ]);
    expect(await status()).toMatch(/finch {4}unresponsive, last seen 34 min ago +cart "do cart"/);
    await project.run('lock release --all --agent finch');
    await waiting;
  });

  test('counts the tasks of a finished swarm, and shows how it ended', async () => {
    await swarmAtWork();
    await succeed('swarm complete mail --agent kestrel', 'swarm fail cart --agent finch --reason no', 'swarm complete docs --agent wren');
    expect((await json()).swarm).toMatchObject({ state: 'failed', tasks: { done: 2, failed: 1, skipped: 1, total: 4 } });
  });

  test('names the locks, and says when there are more', async () => {
    await swarmAtWork();
    await succeed('lock acquire docs/ --agent wren --shared');
    expect(await status()).toMatch(/^Locks +2 held \(cortex lock list\)\n +docs\/ +wren, shared\n +src\/cart\.ts +kestrel$/m);
    await succeed('lock acquire a1 a2 a3 a4 --agent finch');
    expect(await status()).toMatch(/^Locks +6 held .*\n( +\S+ +.*\n){5} +and 1 more$/m);
  });

  test('shows why the swarm is paused', async () => {
    await swarmAtWork();
    await succeed('swarm pause --by ann --reason broken');
    expect(await status()).toContain('paused by ann (broken), 0 of 4 tasks done');
  });

  test('shows that the results wait for approval, and that they were refused, not that the swarm is finished', async () => {
    const merge = 'mergePolicy: {strategy: coordinator_review, conflictResolution: last_write, requireHumanApproval: false}\n';
    project.write(
      'plan.yaml',
      `${merge}decomposition:\n  id: root\n  description: shop\n  children:\n    - {id: cart, description: do cart}\n`,
    );
    await succeed('init', `swarm create --task shop --coordinator ann --file ${project.root}/plan.yaml`, 'swarm recruit finch --role dev');
    await succeed('swarm claim --agent finch');
    const { out } = await project.run('swarm complete cart --agent finch');
    expect(out).toContain('The task is done. The coordinator must approve the result. See "cortex swarm status".');
    expect((await json()).swarm).toMatchObject({ state: 'merging', openMerge: { waitsFor: 'coordinator', refused: null } });
    const waits = 'all tasks have ended, waits for approval by the coordinator';
    expect(await status()).toContain(`${waits}, 1 of 1 task done`);
    expect((await project.run('swarm status')).out).toContain(`State: ${waits}\n`);
    await succeed('swarm approve --by ann --refuse --reason thin');
    expect(await status()).toContain('all tasks have ended, refused by ann: thin, 1 of 1 task done');
    expect((await project.run('swarm status')).out).toContain('State: all tasks have ended, refused by ann: thin\n');
    await succeed('swarm approve --by ann');
    expect(await status()).toContain('finished, 1 of 1 task done');
  });

  test('names the files of a stack with merge conflicts', async () => {
    project.write('.cstack/INBOX.md', '# Inbox\n');
    project.write('.cstack/PLAN.md', '# Plan\n\n<<<<<<< HEAD\n- [>] one\n=======\n- [x] one\n>>>>>>> other\n');
    expect(await status()).toMatch(/^Stacks +manager +merge conflict in PLAN\.md$/m);
    const { out } = await project.run('needs-you');
    expect(out).toMatch(/PLAN\.md:3\n.* are not read\. To keep both sides:\n +\$ cstack settle .*PLAN\.md$/m);
  });

  test('shows stacks, the team and the memory on the same screen', async () => {
    project.write('.cstack/INBOX.md', `# Inbox\n\n${MESSAGE}`);
    project.write('.cstack/PLAN.md', '# Plan\n\n- [>] one\n- [!] two\n- [ ] three\n');
    project.write('vault/rules/rates.md', NOTE);
    const home = process.env.HOME ?? '';
    const tasks = taskText('2026-11-28T09:00', 'New', 'ready') + taskText('2026-11-28T09:01', 'Stuck', 'ready', '**Blocked:** no key\n');
    for (const [file, text] of Object.entries({ 'agents/ann.md': agentNote('ann', ['p']), 'projects/p.md': projectNote(tasks) })) {
      fs.mkdirSync(path.dirname(path.join(home, 'cortex-team', file)), { recursive: true });
      fs.writeFileSync(path.join(home, 'cortex-team', file), text);
    }
    expect(await json()).toMatchObject({
      swarm: null,
      stacks: [{ agent: 'manager', unread: 1, inProgress: 1, blocked: 1, pending: 1 }],
      team: { ready: 1, blocked: 1, agents: 1 },
      memory: { notes: 1, toReview: 1 },
    });
    const out = await status();
    expect(out).toMatch(/^Stacks +manager +1 unread, 1 in progress, 1 blocked, 1 pending$/m);
    expect(out).toMatch(/^Team +1 ready, 1 blocked; 1 agent/m);
    expect(out).toMatch(/^Memory +1 note, 1 to review$/m);
    fs.writeFileSync(path.join(home, 'cortex-team/projects/p.md'), projectNote(tasks.replace('ready', 'redy')));
    expect(await status()).toMatch(/^Team +1 blocked, 1 with an unknown status; 1 agent/m);
    const unclear = { kind: 'broken', title: 'New (team project p)', why: 'unknown status: "redy" (allowed: ready, in-progress, done)' };
    const note = path.join(home, 'cortex-team/projects/p.md');
    const place = { file: fs.realpathSync(note), line: fs.readFileSync(note, 'utf8').split('\n').indexOf('**Status:** redy') + 1 };
    expect(Object(await project.json('needs-you')).needs).toContainEqual(expect.objectContaining({ ...unclear, place }));
  });

  test('reports a broken file, exits with 1, and shows the rest', async () => {
    await swarmAtWork();
    project.write('.cstack/INBOX.md', MESSAGE);
    fs.rmSync(path.join(project.root, '.cortex/.local/swarm'), { recursive: true });
    project.write('.cortex/swarm.crtx', '{');
    const { code, out } = await project.run('status');
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringMatching(/^Problems +swarm\.crtx: /m) });
    expect(out).toMatch(/^Stacks +manager +1 unread/m);
    expect((await json()).swarm).toBeNull();
  });

  test('shows a broken file once', async () => {
    const home = process.env.HOME ?? '';
    fs.mkdirSync(path.join(home, '.cortex'));
    fs.writeFileSync(path.join(home, '.cortex/config.yaml'), 'team_dir: [\n');
    const out = await status();
    expect(out).toMatch(/^Needs you +1 item \(cortex needs-you\)$/m);
    expect(out).toMatch(/^Problems +the team: .*config\.yaml/m);
    expect(out.match(/flow sequence|config\.yaml/g)).toHaveLength(1);
  });

  test('escapes control characters', async () => {
    await succeed('init');
    await project.run(['swarm', 'create', '--task', 'evil\u001b[2J\u202e', '--coordinator', 'ann']);
    expect(await status()).toContain('evil\\u{1b}[2J\\u{202e}');
  });
});

describe('cortex task show', () => {
  const task = async (id: string) => (await project.run(`task show ${id}`)).out;
  const waits = async (id: string) => {
    const { waits: links, next } = Object(await project.json(`task show ${id}`));
    return { way: links.map(({ kind, name, says }: Record<string, string>) => `${kind} ${name}: ${says}`), next };
  };

  test('follows the chain of waits to its cause, and suggests the command that resolves it', async () => {
    await swarmAtWork();
    const waiting = project.run('lock acquire src/cart.ts --agent finch --wait 1h');
    await vi.waitFor(async () => expect((await json()).locks.waiting).toBe(1), WAIT_MS);
    at('10:20:00');
    await succeed('swarm heartbeat --agent finch');
    at('10:40:00');
    expect(await waits('pay')).toEqual({
      way: [
        'task cart: active, finch',
        'agent finch: waiting 40 min for src/cart.ts, held by kestrel',
        'lock src/cart.ts: held by kestrel for 80 min more unless renewed',
        'agent kestrel: unresponsive, last seen 40 min ago',
      ],
      next: 'cortex lock break src/cart.ts --by ann --reason REASON',
    });
    const out = await task('pay');
    expect(out).toMatch(/^Waits for +task cart: active, finch$/m);
    expect(out).toMatch(/^Depends on +cart +active +finch +do cart$/m);
    const { next } = await waits('pay');
    await succeed(next.slice('cortex '.length));
    await waiting;
    expect((await waits('pay')).way).toEqual(['task cart: active, finch', expect.stringMatching(/^agent finch: working/)]);
  });

  test('suggests retiring an unresponsive agent that waits for nothing', async () => {
    await swarmAtWork();
    at('10:40:00');
    expect(await waits('docs')).toEqual({
      way: ['agent wren: unresponsive, last seen 40 min ago'],
      next: 'cortex swarm retire wren --by ann',
    });
  });

  test('shows subtasks, dependents, locks and the result of a task', async () => {
    await swarmAtWork();
    expect(await task('root')).toMatch(/^Parts +cart +active +finch +do cart$/m);
    expect(await task('cart')).toMatch(/^Needed by +pay +pending +do pay$/m);
    expect(await task('mail')).toMatch(/^Locks +src\/cart\.ts, exclusive, 2 h 0 min left$/m);
    await succeed('swarm usage --agent kestrel --tokens 1200', 'swarm complete mail --agent kestrel --output sent');
    expect(await task('mail')).toMatch(/^State +done, kestrel/m);
    expect(await task('mail')).toMatch(/^Tokens +1,200 used, 0 estimated$/m);
    expect(await task('mail')).toMatch(/^Output +sent$/m);
    expect((await waits('mail')).way).toEqual([]);
  });

  test('suggests how to retry a failed task, and reports that the swarm is paused', async () => {
    await swarmAtWork();
    await succeed('swarm fail cart --agent finch --reason no', 'swarm pause --by ann');
    expect(await waits('pay')).toMatchObject({ next: 'cortex swarm retry cart --by ann' });
    expect(await task('cart')).toMatch(/^Failed +no \(finch\)$/m);
    const { next } = await waits('cart');
    await succeed(next.slice('cortex '.length));
    expect(await waits('cart')).toEqual({
      way: [expect.stringMatching(/^swarm swm_.*: paused by ann$/)],
      next: 'cortex swarm resume --by ann',
    });
  });

  test('counts the dependencies that a task waits for, and the finished subtasks of its parent', async () => {
    const tasks = ['{id: a, description: A}', '{id: b, description: B}', '{id: c, description: C, dependencies: [a, b]}'];
    const children = tasks.map((each) => `        - ${each}\n`).join('');
    project.write(
      'plan.yaml',
      `decomposition:\n  id: root\n  description: r\n  children:\n    - id: whole\n      description: w\n      children:\n${children}`,
    );
    await succeed('init', `swarm create --task shop --coordinator ann --file ${project.root}/plan.yaml`, 'swarm recruit finch --role dev');
    expect(await task('c')).toMatch(/^Waits for +2 tasks; the one furthest from done:\n +task a: pending$/m);
    await succeed('swarm claim --agent finch', 'swarm complete a --agent finch');
    expect((await project.run('swarm status')).out).toMatch(/○ whole +in progress, 1 of 3 /);
    expect(await task('c')).toMatch(/^Waits for +task b: pending$/m);
  });

  test('counts no failed or skipped subtask as progress', async () => {
    const children = ['a', 'b', 'c', 'd'].map((id) => `    - {id: ${id}, description: ${id}}\n`).join('');
    project.write('plan.yaml', `decomposition:\n  id: root\n  description: r\n  children:\n${children}`);
    await succeed('init', `swarm create --task shop --coordinator ann --file ${project.root}/plan.yaml`, 'swarm recruit finch --role dev');
    const root = async () => /root +(.*?) {2}/.exec((await project.run('swarm status')).out)?.[1];
    expect(await root()).toBe('pending');
    await succeed('swarm claim --task a --agent finch', 'swarm fail a --agent finch --reason no');
    expect(await root()).toBe('in progress, 0 of 4 done, 1 failed');
    await succeed('swarm claim --task b --agent finch', 'swarm complete b --agent finch', 'swarm abort --by ann --reason over');
    await succeed('swarm retry c --by ann');
    expect(await root()).toBe('in progress, 1 of 4 done, 1 failed, 1 skipped');
  });

  test('follows a waiting agent to the holder of the lock, and suggests nothing while the holder works, because it waits already', async () => {
    await swarmAtWork();
    const waiting = project.run('lock acquire src/cart.ts --agent finch --wait 1h');
    await vi.waitFor(async () => expect((await json()).locks.waiting).toBe(1), WAIT_MS);
    expect(await waits('cart')).toEqual({
      way: [
        expect.stringMatching(/^agent finch: waiting/),
        'lock src/cart.ts: held by kestrel for 2 h 0 min more unless renewed',
        expect.stringMatching(/^agent kestrel: working/),
      ],
      next: null,
    });
    // All places round up.
    at('10:00:10');
    expect((await waits('cart')).way[1]).toBe('lock src/cart.ts: held by kestrel for 2 h 0 min more unless renewed');
    at('10:20:00');
    await succeed('swarm heartbeat --agent finch');
    at('10:40:30');
    expect((await waits('cart')).way[1]).toBe('lock src/cart.ts: held by kestrel for 80 min more unless renewed');
    expect((await project.run('lock list')).out).toContain('80 min left');
    await succeed('lock release --all --agent kestrel');
    await waiting;
  });

  test('reports a missing task, swarm or project', async () => {
    await succeed('init');
    expect(await project.run('task show a')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no swarm. Create one: cortex swarm create'),
    });
    await succeed('swarm create --task shop --coordinator ann');
    expect(await project.run('task show a')).toMatchObject({ code: 1, err: expect.stringContaining('no such task (got "a")') });
  });
});
