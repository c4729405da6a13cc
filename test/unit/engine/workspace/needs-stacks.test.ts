import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { NeedsPlace, NOW } from '../../../support/needs.ts';
import { messageText } from '../../../support/stack-folders.ts';

const DAY = 86_400_000;

let place: NeedsPlace;
let messages = 0;
beforeEach(() => {
  place = new NeedsPlace();
  const agents = ['ann', 'bob'].map((name) => `## ${name}\n- Role: works\n- Stack: ./${name}/.cstack/\n`);
  place.write({ 'AGENTS.md': ['# Agents\n', ...agents].join('\n') });
  for (const folder of ['.', 'ann', 'bob']) place.write({ [`${folder}/.cstack/CURRENT.md`]: '# Current\n' });
});

/** Appends a message to an INBOX, as any tool does. */
function send(
  from: string,
  to: string,
  type: string,
  text = 'Which colour?\nRed or blue?',
  more: Readonly<Record<string, string>> = {},
): void {
  messages += 1;
  const fields = { ID: `msg-${messages}`, From: from, To: to, Type: type, Time: new Date(NOW).toISOString(), ...more };
  fs.appendFileSync(inboxOf(to === 'manager' ? '.' : to), messageText(fields, text));
}

const inboxOf = (folder: string) => path.join(place.root, folder, '.cstack', 'INBOX.md');

describe('a message of an agent to the manager', () => {
  it.each(['question', 'Task'])('waits for an answer if it is a %s', async (type) => {
    send('ann', 'manager', type);
    const need = await place.only();
    expect(need).toMatchObject({ kind: 'question', rank: 'question', title: 'Which colour?', why: 'ann waits for an answer', since: NOW });
    expect(need.place?.file).toBe(inboxOf('.'));
    expect(fs.readFileSync(inboxOf('.'), 'utf8').split('\n')[(need.place?.line ?? 0) - 1]).toBe('---');
    await place.settles('cstack send', { text: 'Blue, it says "sky"' });
    expect(fs.readFileSync(inboxOf('ann'), 'utf8')).toContain('Blue, it says "sky"');
  });

  it.each([
    ['qestion', 'question'],
    ['tsak', 'task'],
  ])('waits for an answer if its type %s is a typo of %s, which the file keeps', async (type, meant) => {
    send('ann', 'manager', type);
    const need = await place.only();
    expect(need).toMatchObject({ kind: 'question', rank: 'question' });
    expect(need.why).toBe(`ann waits for an answer (its type is "${type}"; "${meant}" was probably meant)`);
    expect(fs.readFileSync(inboxOf('.'), 'utf8')).toContain(`Type: ${type}\n`);
    await place.settles('cstack send', { text: 'Blue' });
  });

  it('stays answered after the answer was removed from the INBOX', async () => {
    send('ann', 'manager', 'question');
    const [answer = ''] = await place.commands();
    await place.type(answer, { text: 'Blue' });
    place.at(NOW + DAY);
    const ann = `--root ${path.join(place.root, 'ann')}`;
    expect(await place.type(`cstack recv --mark-read ${ann}`)).toMatchObject({ code: 0, out: expect.stringContaining('Blue') });
    expect(await place.type(`cstack compact --older-than 1h ${ann}`)).toMatchObject({ code: 0 });
    expect(fs.readFileSync(inboxOf('ann'), 'utf8')).not.toContain('Blue');
    expect(await place.needs()).toEqual([]);
  });

  it('is no need if it is between agents, from the manager, or needs no answer', async () => {
    send('ann', 'bob', 'question');
    send('manager', 'ann', 'task');
    send('ann', 'manager', 'done');
    expect(await place.needs()).toEqual([]);
  });

  it('has no command if the sender has no stack', async () => {
    send('stranger', 'manager', 'question');
    expect(await place.only()).toMatchObject({ kind: 'question', actions: [] });
  });
});

describe('a blocked agent', () => {
  it('is a need by its last message until it is answered', async () => {
    send('ann', 'manager', 'blocked', 'No password');
    const need = await place.only();
    expect(need).toMatchObject({ kind: 'blocked', rank: 'at-risk', title: 'ann', since: NOW });
    expect(need.why).toBe('reports that it is blocked: No password');
    await place.settles('cstack send', { text: 'See the wiki' });
  });

  it('is a need if the type of its last message is a typo of "blocked"', async () => {
    send('ann', 'manager', 'bloked', 'No password');
    expect((await place.only()).why).toBe('reports that it is blocked (its type is "bloked"; "blocked" was probably meant): No password');
  });

  it('is a need by its plan until the plan changes', async () => {
    place.write({ 'ann/.cstack/PLAN.md': '# Plan\n\n- [ ] One\n- [!] Deploy it | blocked: no access\n' });
    expect(await place.only()).toMatchObject({
      kind: 'blocked',
      rank: 'at-risk',
      title: 'ann',
      why: 'blocked on 1 task: Deploy it (no access)',
      since: null,
      place: { file: path.join(place.root, 'ann/.cstack/PLAN.md'), line: 4 },
      actions: [
        { operation: 'send', input: { to: 'ann', from: 'manager', type: 'answer' }, asks: ['text'] },
        { operation: 'plan unblock', input: { task: '2', root: path.join(place.root, 'ann') }, asks: [] },
      ],
    });
    const [message = ''] = await place.commands();
    expect(await place.type(message, { text: 'Try again' })).toMatchObject({ code: 0 });
    await place.settles('cstack plan unblock');
    expect(fs.readFileSync(path.join(place.root, 'ann/.cstack/PLAN.md'), 'utf8')).toContain('- [ ] Deploy it');
  });

  it("is unblocked without a message in the manager's own plan, also in a hidden stack", async () => {
    place.write({ '.cstack/.local/INBOX.md': '', '.cstack/.local/PLAN.md': '- [!] Choose (id: choose)\n' });
    expect((await place.only()).actions.map(({ operation }) => operation)).toEqual(['plan unblock']);
    await place.settles('cstack plan unblock choose');
  });
});

describe('a damaged file of a stack', () => {
  it('is a need at the line of a message that is cut in its header', async () => {
    const [whole, cut] = [messageText({ ID: '1', From: 'ann', Type: 'done' }), '---\nID: 2\nFrom: ann\n'];
    place.write({ '.cstack/INBOX.md': whole + cut });
    const line = whole.split('\n').length;
    expect(await place.only()).toMatchObject({ kind: 'broken', rank: 'at-risk', place: { file: inboxOf('.'), line } });
    place.write({ '.cstack/INBOX.md': `${cut}\n${whole}` });
    expect(await place.only()).toMatchObject({ kind: 'broken', place: { file: inboxOf('.'), line: 1 } });
  });

  it('is a need at the line of a header in an OUTBOX that is not valid, without that line in its reason', async () => {
    place.write({ 'ann/.cstack/OUTBOX.md': '# Outbox\n\n---\n**To:** manager\n- Type: done\n---\nText\n' });
    const need = await place.only();
    expect(need).toMatchObject({ kind: 'broken', title: 'ann: OUTBOX.md', place: { line: 3 } });
    expect(need.why).toMatch(/^a header with Markdown in its lines is not a message; it is not sent\. Write /);
  });

  it('is a need at the line of a box that is not whole, and of an agent below a wrong heading', async () => {
    place.write({ '.cstack/PLAN.md': '# Plan\n\n- [ ] One\n- [' });
    expect(await place.only()).toMatchObject({ kind: 'broken', place: { file: path.join(place.root, '.cstack/PLAN.md'), line: 4 } });
    place.write({
      '.cstack/PLAN.md': '',
      'AGENTS.md': '## ann\n- Role: r\n- Stack: ./ann/.cstack/\n\n# bob\n- Role: r\n- Stack: ./bob/.cstack/\n',
    });
    expect(await place.only()).toMatchObject({ kind: 'broken', title: 'AGENTS.md', place: { line: 5 } });
  });
});

describe('a missing answer', () => {
  it('is overdue after a day if the type is a typo of "question"', async () => {
    send('ann', 'bob', 'quesiton');
    place.at(NOW + DAY);
    expect((await place.only()).why).toBe(
      'bob has not answered ann for over a day (its type is "quesiton"; "question" was probably meant)',
    );
  });

  it('is overdue after a day; a reminder needs no answer itself', async () => {
    send('ann', 'bob', 'question');
    place.at(NOW + DAY - 1);
    expect(await place.needs()).toEqual([]);
    place.at(NOW + DAY);
    const need = await place.only();
    expect(need).toMatchObject({
      kind: 'overdue',
      rank: 'question',
      title: 'Which colour?',
      since: NOW,
      place: { file: inboxOf('bob') },
    });
    expect(need.why).toBe('bob has not answered ann for over a day');
    const [remind = ''] = await place.commands();
    expect(await place.type(remind, { text: 'Well?' })).toMatchObject({ code: 0 });
    place.at(NOW + 3 * DAY);
    expect(await place.only()).toMatchObject({ id: need.id });
    const id = /^ID: (.*)$/m.exec(fs.readFileSync(inboxOf('bob'), 'utf8'))?.[1] ?? '';
    send('bob', 'ann', 'answer', 'Red', { ReplyTo: id });
    expect(await place.needs()).toEqual([]);
  });

  it('of the manager is one question only', async () => {
    send('ann', 'manager', 'question');
    place.at(NOW + 2 * DAY);
    expect(await place.only()).toMatchObject({ kind: 'question' });
  });
});

it('a stack with unreadable files does not hide needs of others', async () => {
  send('ann', 'manager', 'question');
  fs.writeFileSync(path.join(place.root, 'bob/.cstack/PLAN.md'), Buffer.from([0x23, 0xff, 0x0a]));
  const needs = await place.needs();
  expect(needs.map(({ kind }) => kind)).toEqual(['broken', 'question']);
  expect(needs[0]).toMatchObject({
    rank: 'at-risk',
    title: 'bob: PLAN.md',
    actions: [],
    place: { file: path.join(place.root, 'bob/.cstack/PLAN.md'), line: 1 },
  });
});

it('a stack without AGENTS.md belongs to the manager', async () => {
  const other = new NeedsPlace();
  other.write({ '.cstack/PLAN.md': '- [!] Deploy\n' });
  expect(await other.only()).toMatchObject({ kind: 'blocked', title: 'manager' });
});

const CONFLICT = '<<<<<<< HEAD\n- [ ] Ours\n=======\n- [ ] Theirs\n>>>>>>> feature\n';

it('git merge conflicts are needs until the printed command has settled each file', async () => {
  const names = ['AGENTS.md', ...['INBOX', 'OUTBOX', 'PLAN', 'CURRENT'].map((name) => `ann/.cstack/${name}.md`)];
  for (const name of names) fs.appendFileSync(path.join(place.root, name), `\n${CONFLICT}\n${CONFLICT}`);
  const needs = await place.needs();
  expect(needs.map(({ title }) => title).sort()).toEqual(names.toSorted());
  for (const { kind, rank, why, place: at, title } of needs) {
    expect([kind, rank, at?.file]).toEqual(['broken', 'at-risk', path.join(place.root, title)]);
    expect(fs.readFileSync(at?.file ?? '', 'utf8').split('\n')[(at?.line ?? 0) - 1]).toBe('<<<<<<< HEAD');
    const [, command = ''] = /To keep both sides: (cstack settle .*)$/.exec(why) ?? [];
    expect(await place.type(command)).toMatchObject({ code: 0 });
  }
  expect(await place.needs()).toEqual([]);
});
