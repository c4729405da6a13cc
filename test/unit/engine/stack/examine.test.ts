import { describe, expect, it } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import type { StackFinding } from '../../../../src/engine/stack/findings.ts';
import { examineInbox, examineOutbox } from '../../../../src/engine/stack/messages/examine-messages.ts';
import { formatMessage } from '../../../../src/engine/stack/messages/format.ts';
import { messageId } from '../../../../src/engine/stack/messages/message-id.ts';
import { examinePlan } from '../../../../src/engine/stack/plan/examine-plan.ts';
import { messageText, stackWith } from '../../../support/stack-folders.ts';

/** Returns severity, code, line and text of each finding. */
function brief(text: string, findings: readonly StackFinding[]): [string, string, number, string][] {
  return findings.map(({ severity, code, line, range }) => [severity, code, line, text.slice(range?.from, range?.to)]);
}

const inbox = (text: string) => brief(text, examineInbox(text, '/INBOX.md'));
const plan = (text: string) => brief(text, examinePlan(text, '/PLAN.md'));

describe('examineInbox', () => {
  it('accepts messages of the seed and ours, also with rules and quotes in their text', () => {
    const draft = { from: 'ann', to: 'bob', thread: null, replyTo: null, type: 'task', time: '2026-01-19T10:30:00Z', fields: [] };
    const content = '---\nFrom: x\n---\n\n---\ntitle: a note\n---\n\n---\n';
    const ours = formatMessage({ ...draft, content, id: messageId({ ...draft, content }) });
    const reply = { ...draft, content: 'yes', replyTo: 'msg-a7f3' };
    const text = `# Inbox\n\n${messageText({ ID: 'msg-a7f3bc' }, 'To: bob\nType: task\n---\n\n---\n\nNote: more\n\n---\nTo: x\nType: y\n\n')}${ours}`;
    expect(inbox(text + formatMessage({ ...reply, id: messageId(reply) }))).toEqual([]);
    expect(inbox('')).toEqual([]);
  });

  it('reports unknown, impossible and missing header values with their lines', () => {
    const text = messageText({ Type: 'wish', Time: '2026-13-01' }) + messageText({ Type: '' }).replaceAll('\n', '\r\n');
    expect(inbox(text)).toEqual([
      ['information', 'unknown-type', 3, 'Type: wish'],
      ['warning', 'impossible-time', 4, 'Time: 2026-13-01'],
      ['information', 'unknown-type', 8, '---'],
    ]);
  });

  it('accepts the types that needs-you prints', () => {
    expect(inbox(messageText({ Type: 'answer' }) + messageText({ Type: 'reminder' }, 'again'))).toEqual([]);
  });

  it('reports ids that do not match their message or that another message has, but not copies to other recipients', () => {
    const draft = { from: 'ann', to: null, thread: null, replyTo: null, type: 'task', time: '2026-01-19T10:30:00Z', content: 'text' };
    const own = { ID: messageId(draft) };
    const text = messageText(own) + messageText({ ...own, To: 'carl' }) + messageText(own, 'changed');
    expect(inbox(text)).toEqual([
      ['warning', 'shared-id', 22, `ID: ${own.ID}`],
      ['warning', 'foreign-id', 22, `ID: ${own.ID}`],
    ]);
  });

  it('takes the header of a message with a merge conflict in its text as complete', () => {
    const text = messageText({}, 'one\n<<<<<<< HEAD\ntwo\n=======\ntwo, too\n>>>>>>> other\nthree');
    expect(inbox(text).map(([, code]) => code)).not.toContain('no-sender');
    expect(inbox(text.replace(/^From: .*\n/m, '')).map(([, code]) => code)).toContain('no-sender');
  });

  it('reports headers without a sender, without an end or cut off by the end of the file', () => {
    const text = `---\nTo: bob\nType: task\n---\nlost\n\n---\nFrom: ann\nTo: bob\n\nhalf\n\n${messageText({}, 'whole')}---\nFrom: ann\n`;
    expect(inbox(text)).toEqual([
      ['warning', 'no-sender', 1, '---'],
      ['error', 'half-header', 7, '---'],
      ['error', 'torn-end', 20, '---'],
    ]);
  });
});

describe('examineOutbox', () => {
  it('reports messages with an unknown recipient', () => {
    const nobody = new CortexError('not-found', 'nobody has this name', { value: 'eve', allowed: 'bob', next: 'Correct it.' });
    const text = messageText({ To: 'bob' }) + messageText({ To: 'eve' }, 'x') + messageText({}, 'y');
    const bob = stackWith({});
    const findings = examineOutbox(text, '/OUTBOX.md', { find: (to) => (to === 'bob' ? bob : nobody), owner: 'ann' });
    expect(brief(text, findings)).toEqual([
      ['error', 'unknown-recipient', 13, 'To: eve'],
      ['error', 'unknown-recipient', 17, '---'],
    ]);
    expect(findings[0]).toMatchObject({ message: 'nobody has this name (got "eve"; allowed: bob)', next: 'Correct it.' });
    expect(examineOutbox(text, '/OUTBOX.md', { find: null, owner: 'ann' })).toEqual([]);
  });
});

describe('examinePlan', () => {
  it('accepts all states, and unknown ids in done tasks', () => {
    expect(plan('- [ ] a (id: a)\n- [>] b (depends: a)\n- [x] c (depends: gone)\n- [!] d | blocked: why\n- [~] e (parent: a)\n')).toEqual(
      [],
    );
  });

  it('reports invalid boxes, ids and references', () => {
    const text = '- [?] a (id: a)\n- [ ] b (id: a)\n  - [😀] c\n- [ ] d (depends: x, a, x, y)\n- [ ] e (parent: z)\n';
    expect(plan(text)).toEqual([
      ['warning', 'unknown-box', 1, '?'],
      ['error', 'shared-task-id', 2, '- [ ] b (id: a)'],
      ['warning', 'unknown-box', 3, '😀'],
      ['error', 'unknown-dependency', 4, '- [ ] d (depends: x, a, x, y)'],
      ['error', 'unknown-dependency', 4, '- [ ] d (depends: x, a, x, y)'],
      ['warning', 'unknown-parent', 5, '- [ ] e (parent: z)'],
    ]);
  });

  it('reports lines that begin like a task without a whole box', () => {
    const half = ['- [', '  * [x', '- [ Mail', '- [> Mail', '- [] Mail', '- [  ] Mail', '- [ x] Mail', '- [x]Mail'];
    const other = ['- [ ] One', '- [ ]', '- [x](a.md)', '- [x y](a.md)', '- [a]', '- [1]: b', '- [xyz', 'a [', '```', '- [', '```'];
    expect(plan([...other, ...half].join('\n'))).toEqual(half.map((line, n) => ['error', 'half-box', other.length + n + 1, line]));
  });

  it('reports the tasks of a cycle with their lines', () => {
    const text = '- [ ] a (id: a, depends: b)\n- [ ] b (id: b, depends: c)\n\n- [ ] c (id: c, depends: a)\n';
    const [finding, ...others] = examinePlan(text, '/PLAN.md');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'error', code: 'cycle', line: 1 });
    expect(finding?.message).toMatch(/a \(line 1\) → .* → a \(line 1\)$/);
    expect(finding?.message).toContain('b (line 2)');
    expect(finding?.message).toContain('c (line 4)');
  });
});

describe('a PLAN.md with a duplicate task without an id', () => {
  it('is reported at the line of the second task', () => {
    const text = '## Tasks\n- [x] Write\n- [ ] Test\n- [ ] Write\n';
    expect(plan(text)).toEqual([['warning', 'doubled-task', 4, '- [ ] Write']]);
    expect(examinePlan(text, '/PLAN.md')[0]?.message).toBe('the same task is also in line 2: [x] there, [ ] here');
  });

  it('is accepted if the tasks are in different sections, parts of other tasks, or have ids', () => {
    const parts = '## Tasks\n- [ ] One\n  - [ ] Test\n- [ ] Two\n  - [ ] Test\n';
    expect(plan(`${parts}- [ ] Three (id: a)\n- [ ] Three (id: b)\n- [ ] \n- [ ] \n\n## Completed\n- [x] One\n`)).toEqual([]);
  });
});
