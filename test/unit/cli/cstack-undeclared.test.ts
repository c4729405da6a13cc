import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { runProgramHere } from '../../support/cortex-cli.ts';
import { CstackProject } from '../../support/cstack-cli.ts';
import { messageText } from '../../support/stack-folders.ts';

const COMMAND = 'cstack agents add web --role "what it is responsible for" --stack ./web/.cstack/';
const UNDECLARED = `web/.cstack/OUTBOX.md:3: 2 messages cannot be delivered: AGENTS.md names no agent for this stack. Add the agent: ${COMMAND}`;

let project: CstackProject;
beforeEach(async () => {
  project = new CstackProject();
  await project.run('init');
  await project.agents('api');
  await project.run('init', 'web');
});

function leave(folder: string): void {
  const From = path.basename(folder);
  project.append(
    `${folder}/.cstack/OUTBOX.md`,
    `\n${messageText({ From, To: 'manager' }, 'One')}${messageText({ From, To: 'api' }, 'Two')}`,
  );
}

async function needs(): Promise<string> {
  return (await runProgramHere(cortexProgram, ['needs-you', '--root', project.root])).out;
}

test('a stack that no agent has is reported by route, doctor and Needs You while it has messages', async () => {
  expect(await project.run('route')).toEqual({ code: 0, out: 'Nothing to route: every outbox is empty.\n', err: '' });
  expect((await project.run('doctor')).code).toBe(0);
  leave('web');
  expect(await project.run('route')).toEqual({
    code: 1,
    out: 'No message was routed: not all outboxes could be read, see the warnings. Exit code: 1\n',
    err: `warning: ${project.path(UNDECLARED)}\n`,
  });
  expect(await project.run('doctor')).toMatchObject({ code: 1, out: expect.stringContaining(`error: ${UNDECLARED}`) });
  expect(await needs()).toContain(COMMAND);
});

test('the command in the report makes the messages deliverable', async () => {
  leave('web');
  const words = ['agents', 'add', 'web', '--role', 'what it is responsible for', '--stack', './web/.cstack/'];
  expect(await project.in('web', ...words)).toMatchObject({ code: 0 });
  expect(await project.run('route')).toMatchObject({ code: 0, out: expect.stringContaining('2 messages delivered.') });
});

test('without AGENTS.md, a stack below that of the project is reported too', async () => {
  project.write('AGENTS.md', '# Rules\n');
  leave('web');
  expect((await project.run('doctor')).out).toContain(COMMAND);
});

test.each([
  ['node_modules', 'node_modules/web'],
  ['a folder that git ignores', 'generated/web'],
  ['a hidden folder', '.cache/web'],
  ['a folder below the depth limit', 'a/b/c/d/web'],
])('does not look into %s', async (_, folder) => {
  project.write('.gitignore', '# build\n/generated/\n');
  await project.run('init', folder);
  leave(folder);
  expect(await project.run('route')).toMatchObject({ code: 0 });
});

test('leaves out other repositories and projects with their own agents', async () => {
  await project.run('init', 'demo/shop');
  leave('demo/shop');
  leave('web');
  project.write('demo/AGENTS.md', '## shop\n- Role: r\n- Stack: ./shop/.cstack/\n');
  project.write('web/.git', 'gitdir: elsewhere\n');
  expect(await project.run('route')).toMatchObject({ code: 0 });
});

test('suggests a name that no agent has', async () => {
  await project.run('init', 'packages/api');
  leave('packages/api');
  expect((await project.run('doctor')).out).toContain('cstack agents add packages-api --role ');
});

test('a message to an unknown agent is undelivered, not unanswered', async () => {
  project.append('api/.cstack/OUTBOX.md', `\n${messageText({ From: 'api', To: 'nobody' }, 'Lost')}`);
  const out = await needs();
  expect(out).toContain('no agent has this name (got "nobody"; allowed: api, manager)');
  expect(out).toContain('cstack agents add nobody');
  expect(out).not.toContain('has not answered');
});

test('suggests the sender of most messages as the name of the agent', async () => {
  const from = (name: string) => messageText({ From: name, To: 'manager' }, `From ${name}`);
  project.append('web/.cstack/OUTBOX.md', `\n${from('other')}${from('agent-web')}${messageText({ From: 'agent-web', To: 'api' }, 'Two')}`);
  expect((await project.run('doctor')).out).toContain(
    'cstack agents add agent-web --role "what it is responsible for" --stack ./web/.cstack/',
  );
});

test.each(['api', 'person:ada', 'manager'])('does not suggest %s, which is no name for this agent', async (name) => {
  project.append('web/.cstack/OUTBOX.md', `\n${messageText({ From: name, To: 'api' }, 'One')}`);
  expect((await project.run('doctor')).out).toContain('cstack agents add web --role');
});

test('offers the name that was probably meant by an unknown recipient, with the command that corrects it', async () => {
  project.append(
    'api/.cstack/OUTBOX.md',
    `\n${messageText({ From: 'api', To: 'managr' }, 'Lost')}${messageText({ From: 'api', To: 'nobody' }, 'X')}`,
  );
  const command = 'cstack route --correct managr=manager';
  expect((await project.run('doctor')).out).toContain(`"manager" was probably meant; to correct it: ${command}\n`);
  expect(await needs()).toContain(`$ ${command}`);
  const { out } = await project.run(...command.split(' ').slice(1));
  expect(out).toContain('1 message delivered, 1 stays in the outbox');
  expect(project.read('.cstack/INBOX.md')).toMatch(/\nTo: manager\n[\s\S]*\nLost\n/);
  expect(await needs()).not.toContain('managr');
});

test.each(['agent-apii', 'agent-aip', 'agent-ap'])('offers a short name that was probably meant by %s', async (name) => {
  project.append('api/.cstack/OUTBOX.md', `\n${messageText({ From: 'api', To: name }, 'Lost')}`);
  const command = `cstack route --correct ${name}=api`;
  expect((await project.run('doctor')).out).toContain(`"api" was probably meant; to correct it: ${command}\n`);
  expect((await project.run('route')).out).toContain(command);
  expect(await needs()).toContain(`$ ${command}`);
  expect((await project.run('send', '--to', name, '--type', 'task', 'Do it')).err).toContain(
    `"api" was probably meant. Otherwise, add the agent: cstack agents add ${name}`,
  );
});

test.each(['agent-db', 'agent-cli', 'agent-ui', 'agent-a'])('takes %s for no typing error in a short name', async (name) => {
  const { err } = await project.run('send', '--to', name, '--type', 'task', 'Do it');
  expect(err).not.toContain('probably meant');
});

test('a correction names what is wrong with it, and changes nothing', async () => {
  project.append('api/.cstack/OUTBOX.md', `\n${messageText({ From: 'api', To: 'managr' }, 'Lost')}`);
  const before = project.read('api/.cstack/OUTBOX.md');
  expect((await project.run('route', '--correct', 'managr')).err).toContain('allowed: OLD=NEW, such as managr=manager');
  expect((await project.run('route', '--correct', 'managr=nobody')).err).toContain('no agent has this name (got "nobody"');
  expect((await project.run('route', '--correct', 'api=manager')).err).toContain('this is the name of an agent');
  expect((await project.run('route', '--correct', 'other=manager')).err).toContain(
    'no message in an OUTBOX has this recipient (got "other")',
  );
  expect(project.read('api/.cstack/OUTBOX.md')).toBe(before);
});

test('send names the agent that was probably meant', async () => {
  const { code, err } = await project.run('send', '--to', 'managr', '--type', 'task', 'Do it');
  expect(code).toBe(1);
  expect(err).toContain('"manager" was probably meant. Otherwise, add the agent: cstack agents add managr');
});
