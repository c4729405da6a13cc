import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fromRoot, listFiles, root } from '../../../../scripts/lib/project.mjs';
import { createNeed, type NeedAction } from '../../../../src/engine/platform/need.ts';
import { listNeedCommands } from '../../../../src/host/needs/model/need-commands.ts';
import type { WaitingNeed } from '../../../../src/host/needs/model/waiting.ts';

const sources = listFiles(root, 'src/engine', (file) => file.endsWith('/needs.ts'));
const operations = new Set(
  sources.flatMap((file) => Array.from(fs.readFileSync(fromRoot(file), 'utf8').matchAll(/operation: '([^']+)'/g), ([, name = '']) => name)),
);
const { contributes }: { readonly contributes: { readonly commands: readonly { readonly command: string }[] } } = JSON.parse(
  fs.readFileSync(fromRoot('package.json'), 'utf8'),
);
const commands = new Set(contributes.commands.map(({ command }) => command));

function needWith(...actions: readonly Partial<NeedAction>[]): WaitingNeed {
  const complete = actions.map((action) => ({ title: 'Do', operation: 'swarm retry', input: {}, asks: [], ...action }));
  const place = { file: '/p/backend/.cstack/INBOX.md', line: 3 };
  const need = createNeed({ kind: 'k', about: [], rank: 'soon', title: 't', why: 'w', since: null, place, actions: complete });
  return { ...need, source: 's', folder: null, project: null };
}

const settle = (...actions: readonly Partial<NeedAction>[]) => listNeedCommands(needWith(...actions), (project, id) => `${project}/${id}`);

describe('the commands that resolve a need', () => {
  test('are checked for the needs of all protocols', () => {
    expect(sources.length).toBeGreaterThanOrEqual(5);
    expect(operations.size).toBeGreaterThan(10);
  });

  test.each([...operations])('include an existing command for %s', (operation) => {
    const needCommands = settle({ operation });
    expect(needCommands).toHaveLength(1);
    expect(commands.has(needCommands[0]?.command ?? '')).toBe(true);
  });

  test('have the subject of the need', () => {
    const about = (operation: string, input: NeedAction['input']) => settle({ operation, input })[0];
    expect(about('swarm retry', { task: 'T' })).toMatchObject({ command: 'cortex.swarm.retry', subject: { kind: 'task', id: 'T' } });
    expect(about('swarm approve', {})?.subject).toEqual({ kind: 'swarm' });
    expect(about('swarm merge', { file: 'a.ts' })?.subject).toEqual({ kind: 'swarm', about: 'a.ts' });
    expect(about('swarm merge', { task: 'T', file: 'a.ts' })?.subject).toEqual({ kind: 'task', id: 'T', about: 'a.ts' });
    expect(about('team unblock', { project: 'p', task: '1' })).toMatchObject({
      command: 'cortex.team.unblock',
      subject: { kind: 'team-task', project: 'p', id: '1', title: 'p/1' },
    });
    const directory = '/p/backend/.cstack';
    expect(about('send', { replyTo: 'm', type: 'answer' })).toMatchObject({
      command: 'cortex.stack.reply',
      subject: { kind: 'stack-message', directory, box: 'inbox', id: 'm', type: 'answer' },
    });
    expect(about('send', { type: 'reminder' })).toMatchObject({
      command: 'cortex.stack.send',
      subject: { kind: 'stack', directory, type: 'reminder' },
    });
    expect(about('timeline resolve', { id: 'e' })?.subject).toEqual({
      kind: 'entry',
      id: 'e',
      action: needWith({}).title,
      outcome: 'pending',
    });
  });

  test('run in the project of the need', () => {
    const subject = (operation: string, input: NeedAction['input'] = {}) =>
      listNeedCommands({ ...needWith({ operation, input }), folder: '/p' }, () => '')[0]?.subject;
    for (const operation of [
      'swarm approve',
      'swarm merge',
      'swarm retry',
      'swarm assign',
      'swarm abort',
      'swarm budget',
      'swarm retire',
      'lock break',
      'timeline resolve',
    ]) {
      expect(subject(operation)).toMatchObject({ folder: '/p' });
    }
    expect(subject('swarm retry', { task: 'T' })).toEqual({ kind: 'task', id: 'T', folder: '/p' });
  });

  test('are offered once for approve and refuse, and not for unknown operations', () => {
    const task = { task: 'T' };
    const both = settle(
      { title: 'Approve', operation: 'swarm approve', input: task },
      { operation: 'swarm approve', input: { ...task, refuse: true } },
    );
    expect(both.map(({ title }) => title)).toEqual(['Approve']);
    expect(settle({ operation: 'no such thing' })).toEqual([]);
  });
});
