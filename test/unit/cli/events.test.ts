import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ChangeEvent } from '../../../src/engine/needs/events/events-schemas.ts';
import { waitFor } from '../../harness/wait.ts';
import { CliProject, cortexFile } from '../../support/cortex-cli.ts';
import { TEAM } from '../../support/stack-project.ts';
import { create, succeed, project as used, useProject } from '../../support/swarm-project.ts';
import { agentNote, projectNote, taskText } from '../../support/team-folder.ts';

useProject();

const linesOf = (text: string): ChangeEvent[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Runs `cortex events`, and returns the changes. */
async function events(project: CliProject, ...more: readonly string[]): Promise<ChangeEvent[]> {
  const team = path.join(project.root, 'team');
  fs.mkdirSync(team, { recursive: true });
  const { out, err, code } = await project.run(['events', '--team', team, ...more, '--json']);
  expect([code, err]).toEqual([0, '']);
  return linesOf(out);
}

const brief = (found: readonly ChangeEvent[]) => found.map(({ source, kind, subject, detail }) => [source, kind, subject, detail]);

const message = (text: string) =>
  `---\nFrom: agent-frontend\nTo: agent-backend\nType: question\nTime: 2026-01-19T10:30:00Z\n---\n${text}\n`;

/** Writes stacks, a team and a vault into the project. */
function writeProtocols(project: CliProject): void {
  project.write('AGENTS.md', TEAM);
  project.write('backend/.cstack/INBOX.md', '# Inbox\n');
  project.write('backend/.cstack/PLAN.md', '- [ ] Round the prices\n- [ ] Write docs\n');
  project.write('frontend/.cstack/OUTBOX.md', '# Outbox\n');
  project.write('team/agents/finch.md', agentNote('Finch', ['shop']));
  project.write('team/projects/shop.md', projectNote(taskText('10:00', 'Fix the cart')));
  project.write('vault/rules/prices.md', '---\nname: Prices\ntype: rule\nproject: shop\nstatus: active\n---\nRound half up.\n');
}

test('a project without changes prints nothing, and says why plans and notes are missing', async () => {
  writeProtocols(used);
  const { out, err, code } = await used.run(['events', '--team', path.join(used.root, 'team')]);
  expect([code, out]).toEqual([0, '']);
  expect(err).toContain('Plans, work queues and notes have no history');
});

test('changes of swarm, locks and timeline are listed by time, without the copies of swarm events', async () => {
  await create();
  await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann', 'lock acquire src/a.ts --agent ann');
  await used.run(['timeline', 'add', '--agent', 'ann', '--type', 'decision', '--action', 'Chose SQLite', '--reasoning', 'One file']);
  await succeed('lock release src/a.ts --agent ann');
  const found = await events(used);
  expect(found.map(({ kind, agent }) => [kind, agent])).toEqual([
    ['created', 'queen'],
    ['joined', 'ann'],
    ['task', 'ann'],
    ['lock-granted', 'ann'],
    ['decision', 'ann'],
    ['lock-released', 'ann'],
  ]);
  expect(found.map(({ at }) => at).toSorted()).toEqual(found.map(({ at }) => at));
  expect(await events(used, '--since', new Date().toISOString())).toEqual([]);
  const { out } = await used.run('events');
  expect(out).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}timeline {2}decision {12}ann {10}Chose SQLite {2}One file$/m);
});

test('tasks that a retry makes pending again are listed, also those that nobody held', async () => {
  await create();
  await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann --task parse', 'swarm fail parse --agent ann --reason no');
  await succeed('swarm retry parse --by queen');
  const found = (await events(used)).filter(({ subject }) => subject === 'test');
  expect(found.map(({ detail }) => detail)).toEqual(['pending → skipped', 'skipped → pending']);
});

test('messages of several stacks and changes of logs are listed by time', async () => {
  await create();
  used.write('AGENTS.md', TEAM);
  const sent = (time: string) => message(time).replace('2026-01-19T10:30:00Z', `2026-01-19T${time}:00Z`);
  used.write('backend/.cstack/INBOX.md', `# Inbox\n\n${sent('10:30')}\n${sent('10:50')}`);
  used.write('frontend/.cstack/INBOX.md', `# Inbox\n\n${sent('10:40').replace('To: agent-backend', 'To: agent-frontend')}`);
  const found = await events(used, '--since', '2026-01-01');
  expect(found.map(({ at, source }) => (source === 'stack' ? at?.slice(11, 16) : source))).toEqual(['10:30', '10:40', '10:50', 'swarm']);
});

test('a cursor file continues where the last run ended, over all protocols', async () => {
  writeProtocols(used);
  const cursor = path.join(used.root, 'cursor.json');
  const next = () => events(used, '--cursor-file', cursor);
  expect(await next()).toEqual([]);
  await create();
  used.write('frontend/.cstack/OUTBOX.md', message('Which rounding?'));
  used.write('backend/.cstack/PLAN.md', '- [>] Round the prices\n- [ ] Add tests\n');
  used.write('team/projects/shop.md', projectNote(taskText('10:00', 'Fix the cart', 'in-progress', '**Agent:** finch')));
  used.write('vault/rules/prices.md', '---\nname: Prices\ntype: rule\nproject: shop\nstatus: archived\n---\nRound half up.\n');
  const id = used.manifest.id;
  const found = await next();
  expect(brief(found)).toEqual([
    ['stack', 'message-added', 'to agent-backend: Which rounding?', 'sent'],
    ['swarm', 'created', id, 'Release 1.0'],
    ['stack', 'plan-task-changed', 'agent-backend: Round the prices', 'pending → in progress'],
    ['stack', 'plan-task-added', 'agent-backend: Add tests', 'pending'],
    ['stack', 'plan-task-removed', 'agent-backend: Write docs', 'was pending'],
    ['team', 'task-changed', 'shop: Fix the cart', 'ready → in progress (finch)'],
    ['vault', 'note-changed', 'Prices', 'active → archived'],
  ]);
  expect(found[0]).toMatchObject({ at: '2026-01-19T10:30:00.000Z', agent: 'agent-frontend', line: 1 });
  expect(found[2]).toMatchObject({ at: null, file: path.join(used.root, 'backend/.cstack/PLAN.md'), line: 1 });
  expect(await next()).toEqual([]);
  used.write('frontend/.cstack/OUTBOX.md', '');
  used.write('backend/.cstack/INBOX.md', message('Which rounding?'));
  expect(brief(await next())).toEqual([['stack', 'message-changed', 'to agent-backend: Which rounding?', 'sent → unread']]);
});

test('a message with a date alone has no time, and the owner of an inbox is its recipient', async () => {
  writeProtocols(used);
  const cursor = path.join(used.root, 'cursor.json');
  const next = () => events(used, '--cursor-file', cursor);
  await next();
  const text = message('Which rounding?').replace('T10:30:00Z', '').replace('To: agent-backend\n', '');
  used.write('backend/.cstack/INBOX.md', text);
  expect(await next()).toMatchObject([{ kind: 'message-added', at: null, subject: 'to agent-backend: Which rounding?' }]);
});

test('what cannot be read is not reported as removed', async () => {
  writeProtocols(used);
  const cursor = path.join(used.root, 'cursor.json');
  const run = () => used.run(['events', '--team', path.join(used.root, 'team'), '--cursor-file', cursor, '--json']);
  await run();
  const plan = path.join(used.root, 'backend/.cstack/PLAN.md');
  fs.writeFileSync(plan, Buffer.from([0xff, 0xfe, 0x00, 0xd8]));
  fs.renameSync(path.join(used.root, 'team'), path.join(used.root, 'moved'));
  const broken = await run();
  expect(broken.out).toBe('');
  expect(broken.code).toBe(1);
  expect(broken.err).toContain('PLAN.md');
  expect(broken.err).toContain('the named directory does not exist');
  fs.writeFileSync(plan, '- [x] Round the prices\n- [ ] Write docs\n');
  fs.renameSync(path.join(used.root, 'moved'), path.join(used.root, 'team'));
  expect(brief(linesOf((await run()).out))).toEqual([
    ['stack', 'plan-task-changed', 'agent-backend: Round the prices', 'pending → completed'],
  ]);
});

test('after a log was deleted, the list continues with the new one', async () => {
  const cursor = path.join(used.root, 'cursor.json');
  await create();
  await succeed('swarm recruit ann --role coder', 'swarm recruit bob --role coder');
  await events(used, '--cursor-file', cursor);
  fs.rmSync(path.join(used.root, '.cortex'), { recursive: true });
  await succeed('init');
  await create();
  expect((await events(used, '--cursor-file', cursor)).map(({ kind }) => kind)).toEqual(['created']);
});

test.each([
  ['no JSON', 'hello\n', 'is not a cursor file of "cortex events", and was not changed'],
  ['another JSON file', '{"name":"mine"}\n', 'is not a cursor file of "cortex events", and was not changed'],
  ['an empty file', '', 'is not a cursor file of "cortex events", and was not changed'],
])('a cursor file that is %s is refused and kept', async (_, content, why) => {
  const file = used.write('mine.json', content);
  const { code, err, out } = await used.run(['events', '--cursor-file', file]);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(why);
  expect(fs.readFileSync(file, 'utf8')).toBe(content);
});

test('a cursor file of another project is refused', async () => {
  const other = new CliProject();
  const file = used.write('cursor.json', '');
  fs.rmSync(file);
  await events(used, '--cursor-file', file);
  expect((await other.run(['events', '--cursor-file', file])).err).toContain(`is a cursor file of ${used.root}`);
});

test.each(['yesterday', '2999-01-01', '-5'])('the time %s is refused', async (time) => {
  expect(await used.run(['events', `--since=${time}`])).toMatchObject({ code: 2, out: '' });
});

test('--follow prints each change of every protocol, and its cursor file continues after a kill', async () => {
  writeProtocols(used);
  const home = path.join(used.root, 'home');
  fs.mkdirSync(home);
  const cursor = path.join(used.root, 'cursor.json');
  const args = ['events', '--follow', '--json', '--team', path.join(used.root, 'team'), '--cursor-file', cursor];
  const child = spawn(process.execPath, [cortexFile, ...args], { cwd: used.root, env: { ...process.env, HOME: home, USERPROFILE: home } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  for (const [name, stream] of [['out', child.stdout] as const, ['err', child.stderr] as const])
    stream.on('data', (chunk: Buffer) => {
      said[name] += chunk.toString();
    });
  await waitFor('the start', async () => said.err.includes('Waiting for changes'));
  const seen = (source: string) =>
    waitFor(source, async () => linesOf(said.out.slice(0, said.out.lastIndexOf('\n') + 1)).some((each) => each.source === source));
  await succeed('lock acquire src/a.ts --agent ann --ttl 10m');
  await seen('swarm');
  await used.run(['timeline', 'add', '--agent', 'ann', '--type', 'decision', '--action', 'Chose SQLite', '--reasoning', 'One file']);
  await seen('timeline');
  used.write('backend/.cstack/PLAN.md', '- [x] Round the prices\n- [ ] Write docs\n');
  await seen('stack');
  used.write('team/projects/shop.md', projectNote(taskText('10:00', 'Fix the cart', 'done')));
  await seen('team');
  used.write('vault/rules/new.md', '---\nname: New\ntype: rule\nproject: shop\n---\nText.\n');
  await seen('vault');
  expect(linesOf(said.out).every(({ at }) => at !== null)).toBe(true);
  await waitFor('the cursor', async () => fs.readFileSync(cursor, 'utf8').includes('new.md'));
  child.kill('SIGKILL');
  await once(child, 'close');
  used.write('vault/rules/later.md', '---\nname: Later\ntype: rule\nproject: shop\n---\nText.\n');
  expect(brief(await events(used, '--cursor-file', cursor))).toEqual([['vault', 'note-added', 'Later', expect.any(String)]]);
});

const teamIn = (project: CliProject) => path.join(project.root, 'team');

/** Runs `cortex events` with a cursor file, and returns the exit code too. */
async function withCursor(...more: readonly string[]) {
  const cursor = path.join(used.root, 'cursor.json');
  fs.mkdirSync(teamIn(used), { recursive: true });
  const { out, err, code } = await used.run(['events', '--team', teamIn(used), '--cursor-file', cursor, '--json', ...more]);
  return { found: brief(linesOf(out)), err, code };
}

const decide = (action: string) =>
  used.run(['timeline', 'add', '--agent', 'ann', '--type', 'decision', '--action', action, '--reasoning', 'Because']);

test.each([
  ['leads nowhere', 'nowhere'],
  ['leads out of the project', os.tmpdir()],
])('items of a stack whose folder %s are kept, and the exit code says so', async (_, target) => {
  writeProtocols(used);
  used.write('frontend/.cstack/OUTBOX.md', message('Which rounding?'));
  await withCursor();
  const stack = path.join(used.root, 'backend/.cstack');
  fs.renameSync(stack, `${stack}-moved`);
  fs.symlinkSync(target, stack);
  const broken = await withCursor();
  expect([broken.found, broken.code]).toEqual([[], 1]);
  expect(broken.err).toContain('the Stack of agent-backend');
  fs.rmSync(stack);
  fs.renameSync(`${stack}-moved`, stack);
  expect(await withCursor()).toEqual({ found: [], err: '', code: 0 });
});

test('agents between conflict markers in AGENTS.md keep their items', async () => {
  writeProtocols(used);
  await withCursor();
  used.write('AGENTS.md', `<<<<<<< ours\n${TEAM}=======\n# Agents\n>>>>>>> theirs\n`);
  expect((await withCursor()).found).toEqual([]);
  used.write('AGENTS.md', TEAM);
  expect(await withCursor()).toEqual({ found: [], err: '', code: 0 });
});

test('--follow does not list what was there before it began', async () => {
  writeProtocols(used);
  for (let number = 0; number < 300; number += 1)
    used.write(`vault/rules/n${number}.md`, `---\nname: Note ${number}\ntype: rule\nproject: shop\n---\nText.\n`);
  const args = ['events', '--follow', '--json', '--team', teamIn(used)];
  const child = spawn(process.execPath, [cortexFile, ...args], { cwd: used.root, env: { ...process.env, HOME: used.root } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  await waitFor('the start', async () => err.includes('Waiting for changes'));
  used.write('vault/rules/later.md', '---\nname: Later\ntype: rule\nproject: shop\n---\nText.\n');
  await waitFor('the note', async () => out.includes('Later'));
  expect(brief(linesOf(out))).toEqual([['vault', 'note-added', 'Later', expect.any(String)]]);
});

test('tasks whose ids look like those of a repeated id do not change in every run', async () => {
  writeProtocols(used);
  const task = (id: string, title: string) => `- [ ] (${id}) ${title}\n`;
  used.write('backend/.cstack/PLAN.md', ['- [ ] Same#2', '- [ ] Same', '- [ ] Same', ''].join('\n') + task('x', 'Other'));
  await withCursor();
  expect((await withCursor()).found).toEqual([]);
});

test('after the clock was set back, nothing is refused or lost', async () => {
  vi.stubEnv('CORTEX_NOW', '2030-01-01T00:00:00Z');
  onTestFinished(() => void vi.unstubAllEnvs());
  await succeed('init');
  await decide('In the future');
  await withCursor();
  vi.unstubAllEnvs();
  await decide('Now');
  const { found, err, code } = await withCursor();
  expect(found.map(([, , subject]) => subject)).toContain('Now');
  expect([code, err]).toEqual([0, expect.stringContaining('the clock was set back')]);
});

test('an entry from the future does not hide later ones', async () => {
  await succeed('init');
  vi.stubEnv('CORTEX_NOW', '2030-01-01T00:00:00Z');
  await decide('In the future');
  vi.unstubAllEnvs();
  await withCursor();
  await decide('Now');
  expect((await withCursor()).found).toEqual([['timeline', 'decision', 'Now', 'Because']]);
});

test('if the log of the swarm cannot be read, entries of the timeline are printed, and none is lost', async () => {
  await succeed('init', 'lock acquire src/a.ts --agent ann');
  await withCursor();
  await decide('One');
  const log = path.join(used.root, '.cortex/.local/swarm/000001.jsonl');
  const kept = fs.readFileSync(log);
  fs.writeFileSync(log, 'other text\n');
  const broken = await withCursor();
  expect([broken.found, broken.code]).toEqual([[['timeline', 'decision', 'One', 'Because']], 1]);
  fs.writeFileSync(log, kept);
  expect((await withCursor()).found).toEqual([]);
});

test('after a log was deleted, and the new one is longer, all of its changes are listed', async () => {
  await succeed('init', 'lock acquire src/a.ts --agent ann', 'lock acquire src/b.ts --agent ann');
  await withCursor();
  fs.rmSync(path.join(used.root, '.cortex'), { recursive: true });
  const names = ['c', 'd', 'e', 'f', 'g'];
  await succeed('init', ...names.map((name) => `lock acquire src/${name}.ts --agent ann`));
  expect((await withCursor()).found.map(([, , subject]) => subject)).toEqual(names.map((name) => `src/${name}.ts`));
});

test('--since with a cursor file loses no change of a plan', async () => {
  writeProtocols(used);
  await withCursor();
  used.write('backend/.cstack/PLAN.md', '- [x] Round the prices\n- [ ] Write docs\n');
  expect((await withCursor('--since', '1s')).found).toEqual([
    ['stack', 'plan-task-changed', 'agent-backend: Round the prices', 'pending → completed'],
  ]);
});

test('a cursor file behind a symbolic link is replaced, and the link stays', async () => {
  const [link, file] = [path.join(used.root, 'cursor.json'), path.join(used.root, 'real.json')];
  await succeed('init');
  await used.run(['events', '--cursor-file', file]);
  fs.symlinkSync('real.json', link);
  await decide('One');
  expect((await withCursor()).found).toHaveLength(1);
  expect((await withCursor()).found).toEqual([]);
  expect(fs.readlinkSync(link)).toBe('real.json');
});

test('a cursor file in a missing folder is refused before anything is printed', async () => {
  await succeed('init');
  await decide('One');
  const { code, out, err } = await used.run(['events', '--cursor-file', path.join(used.root, 'missing', 'cursor.json')]);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('there is no such folder for the cursor file');
});
