import { expect, test } from 'vitest';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const PLAN =
  'decomposition: {id: release, description: Release, children: [{id: parser, description: Parser}, {id: docs, description: Docs}]}';
const said = async (command: string) => {
  const { code, out, err } = await project.run(command);
  return `${code} ${out}${err}`;
};

/** Opens a proposal of ann for the root task, on which bob has not voted. @returns its id */
async function proposed(): Promise<string> {
  await create(PLAN, ['--strategy', 'consensus']);
  await succeed('swarm recruit ann --role a', 'swarm recruit bob --role b', 'swarm recruit cid --role c');
  await succeed('swarm propose release --agent ann --approach ink');
  return /prp_\w+/.exec((await project.run('swarm status')).out)?.[0] ?? '';
}

test('a claim shows what was agreed for the task', async () => {
  const proposal = await proposed();
  await succeed(`swarm vote ${proposal} --agent bob`);
  expect(await said('swarm claim --agent bob')).toBe(
    `0 Claimed parser: Parser\nAgreed for release: ink (${proposal}, by ann)\nComplete or fail it when you are done.\n`,
  );
  const agreed = { task: 'release', proposal, agent: 'ann', approach: 'ink' };
  expect(await project.json('swarm claim --agent bob')).toMatchObject({ task: { id: 'parser' }, agreed });
  await succeed('swarm assign docs --agent ann --by queen');
  expect(await said('swarm start docs --agent ann')).toContain('\nAgreed for release: ink');
  expect(await project.json('swarm claim --agent cid')).toMatchObject({ task: null, agreed: null });
});

test('a second proposal is refused with a command that claims a task', async () => {
  const proposal = await proposed();
  await succeed(`swarm vote ${proposal} --agent bob`);
  const answer = await said('swarm propose release --agent bob --approach chalk');
  const [, command = ''] = /: cortex (swarm claim .*)\n$/.exec(answer) ?? [];
  expect(await said(command)).toMatch(/^0 Claimed parser: Parser\n/);
});

test('status lists members that have not voted; an agent that joined later is not asked to join', async () => {
  const proposal = await proposed();
  expect((await project.run('swarm status')).out).toContain('\n    not voted yet: bob, cid\n');
  await succeed(`swarm vote ${proposal} --agent bob --for no`);
  expect((await project.run('swarm status')).out).toContain('\n    not voted yet: cid\n');
  const tooLate = '1 error: Agent "eve" cannot vote on "ID": only agents recruited before the vote opened can vote. The agent can vote';
  expect((await said(`swarm vote ${proposal} --agent eve`)).replaceAll(proposal, 'ID')).toContain(tooLate);
  await succeed('swarm recruit eve --role e');
  expect((await said(`swarm vote ${proposal} --agent eve`)).replaceAll(proposal, 'ID')).toContain(tooLate);
  expect((await project.run('swarm status')).out).toContain('\n    not voted yet: cid\n');
});

test('status and claim show what was rejected, until something is agreed', async () => {
  const proposal = await proposed();
  await succeed(`swarm vote ${proposal} --agent bob --for no`, `swarm vote ${proposal} --agent cid --for no`);
  expect((await project.run('swarm status')).out).toContain(`\nRejected\nrelease  ink  yes 1, no 2  proposed by ann (${proposal})\n`);
  expect(await said('swarm claim --agent bob')).toMatch(/Propose how to do "\w+", "\w+" \(rejected before: "ink"\): cortex swarm propose/);
  await succeed('swarm propose release --agent bob --approach chalk');
  const [, second = ''] = /Open decisions\n(prp_\w+)/.exec((await project.run('swarm status')).out) ?? [];
  expect((await project.run('swarm status')).out).toContain('\nRejected\n');
  await succeed(`swarm vote ${second} --agent ann`);
  expect((await project.run('swarm status')).out).not.toContain('Rejected');
});
