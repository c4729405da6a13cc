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

const leave = (folder: string) =>
  project.append(`${folder}/.cstack/OUTBOX.md`, `\n${messageText({ To: 'manager' }, 'One')}${messageText({ To: 'api' }, 'Two')}`);

async function needs(): Promise<string> {
  return (await runProgramHere(cortexProgram, ['needs-you', '--root', project.root])).out;
}

test('a stack that no agent has is reported by route, doctor and Needs You while it has messages', async () => {
  expect(await project.run('route')).toEqual({ code: 0, out: 'Nothing to route: every outbox is empty.\n', err: '' });
  expect((await project.run('doctor')).code).toBe(0);
  leave('web');
  expect(await project.run('route')).toEqual({
    code: 1,
    out: 'No message was routed: not all outboxes could be read, see the warnings.\n',
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
