import { describe, expect, it } from 'vitest';
import { parseCurrentText } from '../../../../src/engine/stack/files/current.ts';

const CURRENT = `# Current State

## Current Task
Write the parser.

More of it.

## Focus
Speed

## Next Steps
- Step 1
2. Step 2
not a step
* <step>
`;
const EMPTY = { task: '', focus: '', nextSteps: [] };

it('parses task, focus and next steps', () => {
  const state = { task: 'Write the parser.\n\nMore of it.', focus: 'Speed', nextSteps: ['Step 1', 'Step 2'] };
  expect(parseCurrentText(CURRENT)).toEqual(state);
  expect(parseCurrentText(CURRENT.replaceAll('\n', '\r\n'))).toMatchObject({ focus: 'Speed', nextSteps: state.nextSteps });
});

it('parses the same if the task is the title of the file', () => {
  const text = CURRENT.replace('# Current State\n\n## Current Task', '# Current Task');
  expect(parseCurrentText(text)).toEqual(parseCurrentText(CURRENT));
  expect(parseCurrentText('# Focus\n## Next Steps\n- One\n')).toEqual({ task: '', focus: '', nextSteps: ['One'] });
  const parts = '## Current Task\nWrite\n### How\nFast\n';
  expect(parseCurrentText(parts).task).toBe('Write\n### How\nFast');
});

it('is empty without content or with an unfilled template', () => {
  expect(parseCurrentText('')).toEqual(EMPTY);
  expect(parseCurrentText('## current task\n<description of active task>\n## Focus\n\n## Next Steps\n')).toEqual(EMPTY);
});

it.each([
  '<task>',
  '(No active task)',
  '(none)',
  '_none_',
  '_No active work. Ready._',
  '[what you do]',
  'None',
  'none.',
  'N/A',
  '--',
  '—',
  '*none*',
  '<!-- the task -->',
])('treats %j as empty', (text) => {
  expect(parseCurrentText(`## Current Task\n${text}\n\n## Focus\n${text}\n\n## Next Steps\n- ${text}\n`)).toMatchObject({
    task: '',
    focus: '',
  });
  expect(parseCurrentText(`## Active Task\n\n**Task:** ${text} | **Status:** --\n\n## Now\n\n${text}\n`)).toEqual(EMPTY);
});

it('skips comments of several lines, and the rule after a section', () => {
  expect(parseCurrentText('## Current Task\n<!-- a\nb -->\n\n_none_\n\n---\n\n## Focus\nSpeed\n\n---\n')).toEqual({
    ...EMPTY,
    focus: 'Speed',
  });
});

it.each(['Fix (again) the parser (fast)', '_draft_ of the _page_', 'None of the tests pass', '[WIP] parser', '(a) and (b)', '--verbose'])(
  'keeps %j',
  (text) => {
    expect(parseCurrentText(`## Current Task\n${text}\n`).task).toBe(text);
  },
);

describe('the later form, with Active Task and Now', () => {
  const later = (task: string, more = '') =>
    `# Current Context\n\n> **Last Updated:** 2026-02-01 | **Active Task:** ${task}\n\n## Now\n\n<!-- 1-3 items -->\n\n- The token\n- Its expiry\n\n## Next Steps\n\n<!-- in order -->\n\n1. Write the check\n2. Test it\n\n## Active Task\n\n**Task:** ${task} | **Status:** WIP | **Started:** 2026-01-30\n\n### Subtasks\n- [x] Read\n- [>] Write  <-- you are here\n- [ ] Test\n${more}\n---\n\n## Notes\n\n_Nothing yet._\n`;

  it('parses task, focus and steps', () => {
    expect(parseCurrentText(later('P1: Log in #auth'))).toEqual({
      task: 'P1: Log in #auth',
      focus: 'The token\nIts expiry',
      nextSteps: ['Write the check', 'Test it'],
    });
  });

  it('uses the open subtasks from the marked one if it has no steps', () => {
    const text = later('Log in').replace(/1\. Write[\s\S]*?it\n/, '1. _Waiting for direction_\n');
    expect(parseCurrentText(text).nextSteps).toEqual(['Write', 'Test']);
  });

  it('uses the task of the header if no other is present', () => {
    expect(parseCurrentText('> **Last Updated:** 2026-02-01 | **Active Task:** Log in\n')).toEqual({ ...EMPTY, task: 'Log in' });
  });
});

it('Now is kept as text above its subtasks', () => {
  expect(parseCurrentText('## Now\ndoing\n\n### Subtasks\n- [ ] x\n')).toMatchObject({ focus: 'doing', nextSteps: ['x'] });
  expect(parseCurrentText('## Now\n- one\n- two\n\n### Subtasks\n- [ ] x\n')).toMatchObject({ focus: 'one\ntwo', nextSteps: ['x'] });
});

it('a current task may be written with its fields', () => {
  expect(parseCurrentText('## Current Task\n**Task:** Real | **Status:** x\n').task).toBe('Real');
  expect(parseCurrentText('## Current Task\nReal\n').task).toBe('Real');
});
