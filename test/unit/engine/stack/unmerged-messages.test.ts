import { beforeEach, describe, expect, it } from 'vitest';
import { parseMessages } from '../../../../src/engine/stack/messages/format.ts';
import { removeMessages } from '../../../../src/engine/stack/messages/remove-messages.ts';
import { resolveStackText } from '../../../../src/engine/stack/resolve-text.ts';
import { merged } from '../../../support/merged.ts';

const message = (type: string, content: string, more = '') => `\n---\nFrom: api\nTo: web\nType: ${type}\n${more}---\n${content}\n`;
const said = (text: string) => parseMessages(text).messages.map(({ type, content }) => `${type}: ${content}`);

const BASE = `# Outbox\n${message('task', 'Before')}`;

describe('messages in a file with merge conflicts', () => {
  let text = '';
  beforeEach(() => {
    // Git runs only once, because it is slow.
    if (text === '') text = merged(BASE, BASE + message('done', 'Left.'), BASE + message('question', 'Right?'));
  });

  it('are those outside of conflicts, with their content', () => {
    expect(text).toContain('<<<<<<<');
    expect(said(text)).toEqual(['task: Before']);
    expect(said(text + message('milestone', 'Behind'))).toEqual(['task: Before', 'milestone: Behind']);
  });

  it('are removed without changing a byte of the conflict', () => {
    const left = removeMessages(text + message('milestone', 'Behind'), () => true);
    const conflict = text.slice(text.indexOf(message('task', 'Before')) + message('task', 'Before').length);
    expect(left).toBe(`# Outbox\n${conflict}`);
  });

  it('are complete messages of both sides after settling', () => {
    const settled = resolveStackText('OUTBOX.md', text + message('milestone', 'Behind'));
    expect(settled).toBe(BASE + message('done', 'Left.') + message('question', 'Right?') + message('milestone', 'Behind'));
  });

  it('are separate messages after settling if their text conflicts', () => {
    const [ours, theirs] = [message('task', 'One\nTwo'), message('task', 'One\nThree')];
    const unmerged = merged(`# Outbox\n${message('task', 'One\nOld')}`, `# Outbox\n${ours}`, `# Outbox\n${theirs}`);
    expect(said(unmerged)).toEqual([]);
    expect(said(resolveStackText('OUTBOX.md', unmerged))).toEqual(['task: One\nTwo', 'task: One\nThree']);
  });

  it('are kept once if both sides have them', () => {
    const both = message('milestone', 'Both');
    const unmerged = merged(BASE, BASE + both + message('done', 'Left.'), BASE + message('question', 'Right?') + both);
    expect(said(resolveStackText('OUTBOX.md', unmerged)).sort()).toEqual([
      'done: Left.',
      'milestone: Both',
      'question: Right?',
      'task: Before',
    ]);
  });

  it('have both lines of a conflicting header line', () => {
    const status = (word: string) => `# Inbox\n${message('task', 'Do it', `Status: ${word}\n`)}`;
    const settled = resolveStackText('INBOX.md', merged(status('new'), status('read'), status('unread')));
    expect(said(settled)).toEqual(['task: Do it']);
    expect(settled).toContain('Status: read\nStatus: unread\n');
  });

  it('may contain escaped or fenced conflict markers in their text', () => {
    const content = 'Which side?\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> feature\n';
    expect(said(`---\nFrom: a\nType: t\n---\n${content.replace(/^[<>]{7}/gm, '\\$&')}`)).toEqual([`t: ${content.trim()}`]);
    expect(said(`---\nFrom: a\nType: t\n---\nSee:\n\`\`\`\n${content}\`\`\`\n`)).toEqual([`t: See:\n\`\`\`\n${content}\`\`\``]);
  });
});

describe('an OUTBOX with messages without a sender', () => {
  const text = '# Outbox\n\n---\nTo: web\nType: done\nTime: 2026-01-19T14:00:00Z\n---\nIt is there.\n';
  const read = (written: string, owner?: string) => parseMessages(written, { owner }).messages;

  it('defaults to its owner as sender, with the same id as with an explicit sender', () => {
    const [without] = read(text, 'api');
    const [given] = read(text.replace('To: web', 'From: api\nTo: web'));
    expect(without).toMatchObject({ from: 'api', to: 'web', type: 'done', content: 'It is there.', id: given?.id });
  });

  it.each([
    ['To: web\n', 1],
    ['Type: done\n', 1],
    ['Time: 2026-01-19\n', 0],
    ['To:\n', 0],
    ['Note: x\n', 0],
  ])('accepts the header %j only with a recipient or a type', (fields, count) => {
    expect(read(`---\n${fields}---\nx\n`, 'api')).toHaveLength(count);
    expect(read(`---\n${fields}---\nx\n`)).toEqual([]);
  });
});
