import { describe, expect, it } from 'vitest';
import { claimTask, finishTask, reassignTask, reopenTask } from '../../../../src/engine/team/queue/moves.ts';
import { addTask } from '../../../../src/engine/team/queue/new-task.ts';
import { AGENT_QUEUE, PROJECT_QUEUE, parseQueue } from '../../../../src/engine/team/queue/queue.ts';
import { listSummaries, requireTask, setFields } from '../../../../src/engine/team/queue/queue-edit.ts';

const slug = 'web';

const NOTE = `---
type: project
created: 2026-03-28
status: active
---
## Next Action
- Implement webhook handler for failed payments

## Work Queue

### 2026-03-28T10:00
**Task:** Add Stripe webhook endpoint
**Scope:** Create POST /webhooks/stripe, verify signature
**Status:** ready

### 2026-03-28T11:00
**Task:** Write the docs
**Scope:** All of them:

\`\`\`md
### 2026-01-01T00:00
**Status:** ready
\`\`\`
**Priority:** high
**Status:** in-progress
**Agent:** billing-dev
**Started:** 2026-03-28T11:05

## Notes
### not a task
**Status:** ready
`;

const LATER = `<!-- the queue of one agent -->
## Add the endpoint
**Status:** ready

Verify the signature.

## Write the docs
**Status:** done
**Started:** 2026-03-28T11:05
**Completed:** 2026-03-28T12:05

### Summary
Two pages.

With pictures.
`;

const AT = { agent: 'billing-dev', at: '2026-03-28T14:30' };
const FIRST = { id: '2026-03-28T10:00', title: 'Add Stripe webhook endpoint' };

describe('a work queue', () => {
  it('is read in the layout of the seed', () => {
    const tasks = parseQueue(NOTE, PROJECT_QUEUE);
    expect(tasks.map(({ id, title, state, agent, line }) => ({ id, title, state, agent, line }))).toEqual([
      { id: '2026-03-28T10:00', title: 'Add Stripe webhook endpoint', state: 'ready', agent: null, line: 11 },
      { id: '2026-03-28T11:00', title: 'Write the docs', state: 'in-progress', agent: 'billing-dev', line: 16 },
    ]);
    expect(tasks[1]?.scope).toContain('```md\n### 2026-01-01T00:00');
    expect(tasks.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('with tens of thousands of sections is read in linear time', () => {
    const text = '## Work Queue\n### x\n'.repeat(40_000);
    const begun = performance.now();
    expect(parseQueue(text, PROJECT_QUEUE)).toHaveLength(40_000);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it('is read in the later layout', () => {
    const [first, second] = parseQueue(LATER, AGENT_QUEUE);
    expect(first).toMatchObject({ id: 'add-the-endpoint', title: 'Add the endpoint', state: 'ready', summary: null });
    expect(second).toMatchObject({ id: 'write-the-docs', state: 'done', summary: 'Two pages.\n\nWith pictures.' });
  });

  it('reports problems of a task and keeps the task', () => {
    const odd = '## Work Queue\n### 2026-03-28\n**Task:** x\n### 2026-03-28\n**Status:** waiting\n**Status:** ready\n';
    expect(parseQueue(odd, PROJECT_QUEUE).map(({ id, state, status, problems }) => ({ id, state, status, problems }))).toEqual([
      { id: '2026-03-28', state: 'unknown', status: null, problems: [{ message: 'the task has no Status', line: 2 }] },
      {
        id: '2026-03-28#2',
        state: 'unknown',
        status: 'waiting',
        problems: [
          { message: 'Status is set more than once; the first value is used', line: 6, repeats: 'Status' },
          { message: 'unknown status: "waiting" (allowed: ready, in-progress, done)', line: 5 },
        ],
      },
    ]);
  });

  it('reports a heading that is no time, with its line, but not in the layout whose headings are titles', () => {
    const text = '## Work Queue\n\n### tomorrow\n**Task:** T\n**Status:** ready\n\n### 2026-03-28T10:00:01\n**Status:** ready\n';
    const message = 'the heading of the task is "tomorrow", not a time (expected: ### 2026-03-28T14:30); it is used as the id of the task';
    expect(parseQueue(text, PROJECT_QUEUE).map(({ id, problems }) => [id, problems])).toEqual([
      ['tomorrow', [{ message, line: 3 }]],
      ['2026-03-28T10:00:01', []],
    ]);
    expect(parseQueue('## tomorrow\n**Status:** ready\n', AGENT_QUEUE)[0]?.problems).toEqual([]);
  });

  it('reports a field that is not in bold, with its line and the expected form', () => {
    const plain =
      '## Work Queue\n### 2026-03-28T10:00\n**Task:** x\nStatus: done\n### 2026-03-28T11:00\n**Status:** ready\n- *approval*: needed\n';
    const tasks = parseQueue(plain, PROJECT_QUEUE);
    expect(tasks.map(({ state, problems }) => [state, problems.map(({ message, line }) => `${line}: ${message}`)])).toEqual([
      ['unknown', ['4: no Status field: "Status: done" is text, because field names are bold (expected: **Status:** done)']],
      ['ready', ['7: no Approval field: "- *approval*: needed" is text, because field names are bold (expected: **Approval:** needed)']],
    ]);
    const claim = (id: string) => () => claimTask(plain, { shape: PROJECT_QUEUE, slug }, { id }, AT);
    expect(claim('2026-03-28T10:00')).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ line: 4, next: expect.stringMatching(/expected: .*Correct that line/) }) }),
    );
  });

  it('ignores lines of a description that look like fields', () => {
    const text =
      '## Work Queue\n### 2026-03-28T10:00\n**Status:** ready\n**Scope:** It answers\nStatus: 404\nApproval: given\nStatus: done\n';
    expect(parseQueue(text, PROJECT_QUEUE)).toMatchObject([{ state: 'ready', problems: [] }]);
  });

  it('accepts tasks without title or heading, and reports invalid times', () => {
    const tasks = parseQueue('## Work Queue\n### \n**Status:** ready\n### \n**Status:** done\n**Completed:** soon\n', PROJECT_QUEUE);
    expect(tasks.map(({ id, title, problems }) => [id, title, problems])).toEqual([
      ['#1', 'untitled', []],
      ['#2', 'untitled', [{ message: 'its Completed "soon" is not a valid time (such as 2026-03-28T14:30)', line: 6 }]],
    ]);
    const claimed = claimTask('## Work Queue\n### \n**Status:** ready\n', { shape: PROJECT_QUEUE, slug }, { id: '#1' }, AT);
    expect(claimed).toContain('### \n**Status:** in-progress\n**Agent:** ');
  });

  it('accepts headings, fields and states in any case and spacing', () => {
    const text = '## work queue\r\n### a\r\n- **status**: In Progress\r\nsummary: yes\r\n';
    expect(parseQueue(text, PROJECT_QUEUE)[0]).toMatchObject({ state: 'in-progress', status: 'In Progress', summary: 'yes' });
  });
});

describe('a field that stands twice', () => {
  const twice = (name: string, one: string, other: string) =>
    `## Work Queue\n\n### 2026-03-28T10:00\n**Task:** T\n**Status:** in-progress\n**${name}:** ${one}\n**${name}:** ${other}\n\nText.\n`;

  it('has only the new value after a change, if it is one line', () => {
    const text = twice('Agent', 'web-dev', 'shop-dev');
    const changed = reassignTask(
      text,
      { shape: PROJECT_QUEUE, slug },
      { id: '2026-03-28T10:00' },
      { agent: 'web-dev', at: '2026-03-28T12:00' },
    );
    expect(changed).toBe(text.replace('**Agent:** shop-dev', '**Started:** 2026-03-28T12:00'));
  });

  it.each(['Scope', 'Blocked', 'Summary'])('%s is not changed, because a text would be lost; the error names its line', (name) => {
    const change = () => setFields(twice(name, 'a', 'b'), PROJECT_QUEUE, { id: '2026-03-28T10:00' }, { [name]: 'c' });
    expect(change).toThrow(expect.objectContaining({ code: 'broken-file', data: expect.objectContaining({ line: 7 }) }));
    expect(setFields(twice(name, 'a', 'b'), PROJECT_QUEUE, { id: '2026-03-28T10:00' }, { [name]: null })).not.toContain(name);
  });
});

describe('a task', () => {
  it('goes from ready to done in the form of the seed, and no other text changes', () => {
    const claimed = claimTask(NOTE, { shape: PROJECT_QUEUE, slug }, FIRST, AT);
    expect(claimed).toBe(
      NOTE.replace('**Status:** ready\n', '**Status:** in-progress\n**Agent:** billing-dev\n**Started:** 2026-03-28T14:30\n'),
    );
    const done = finishTask(
      claimed,
      { shape: PROJECT_QUEUE, slug },
      FIRST,
      { ...AT, at: '2026-03-28T15:00' },
      'Implemented it.\n\n## With tests',
    );
    expect(done).toBe(
      NOTE.replace(
        '**Status:** ready\n',
        '**Status:** done\nSummary: Implemented it.\n\\## With tests\n**Agent:** billing-dev\n**Started:** 2026-03-28T14:30\n**Completed:** 2026-03-28T15:00\n',
      ),
    );
    expect(requireTask(parseQueue(done, PROJECT_QUEUE), FIRST).summary).toBe('Implemented it.\n## With tests');
  });

  it('gets a summary section when it is finished in the later layout', () => {
    const name = { id: 'add-the-endpoint' };
    const done = finishTask(claimTask(LATER, { shape: AGENT_QUEUE, slug }, name, AT), { shape: AGENT_QUEUE, slug }, name, AT, 'Works.');
    expect(done).toContain('Verify the signature.\n\n### Summary\nWorks.\n\n## Write the docs\n');
    expect(done.slice(done.indexOf('## Write the docs'))).toBe(LATER.slice(LATER.indexOf('## Write the docs')));
  });

  it('has its summary as it was given, also in a section of its own', () => {
    const [name, queue] = [{ id: 'add-the-endpoint' }, { shape: AGENT_QUEUE, slug }];
    const summary = 'It works.\n## With tests\n<!-- and more -->';
    const done = finishTask(claimTask(LATER, queue, name, AT), queue, name, AT, summary);
    expect(done).toContain('### Summary\nIt works.\n\\## With tests\n');
    const task = requireTask(parseQueue(done, AGENT_QUEUE), name);
    expect([task.summary, listSummaries(done, task)]).toEqual([summary, [summary]]);
  });

  it('is claimed by one agent, can be finished only by it, and can be reassigned', () => {
    const claimed = claimTask(NOTE, { shape: PROJECT_QUEUE, slug }, FIRST, AT);
    expect(() => claimTask(claimed, { shape: PROJECT_QUEUE, slug }, FIRST, { ...AT, agent: 'other' })).toThrow('is not ready');
    expect(() => finishTask(claimed, { shape: PROJECT_QUEUE, slug }, FIRST, { ...AT, agent: 'other' }, 'x')).toThrow("is not other's");
    const given = reassignTask(claimed, { shape: PROJECT_QUEUE, slug }, FIRST, { ...AT, agent: 'other' });
    expect(finishTask(given, { shape: PROJECT_QUEUE, slug }, FIRST, { ...AT, agent: 'other' }, 'x')).toContain('Summary: x');
  });

  it('cannot be claimed again by its agent, and the error names the command that completes it', () => {
    const claimed = claimTask(NOTE, { shape: PROJECT_QUEUE, slug }, FIRST, AT);
    const again = () => claimTask(claimed, { shape: PROJECT_QUEUE, slug }, FIRST, AT);
    expect(again).toThrow(`, since ${AT.at}`);
    const next = expect.stringMatching(/^Continue it\. When it is done: cortex team done \S+ \S+ --agent \S+ --summary "what was done"$/);
    expect(again).toThrow(expect.objectContaining({ data: expect.objectContaining({ next }) }));
    const done = finishTask(claimed, { shape: PROJECT_QUEUE, slug }, FIRST, AT, 'It works.');
    const other = expect.stringMatching(/^Completed by \S+\. Take another one: cortex team claim /);
    expect(() => claimTask(done, { shape: PROJECT_QUEUE, slug }, FIRST, AT)).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ next: other }) }),
    );
  });

  it('keeps all earlier summaries when it is reopened twice', () => {
    const name = { id: '2026-03-28T10:00' };
    let text = NOTE;
    for (const summary of ['First.', 'Second.\nOf two lines.']) {
      text = finishTask(claimTask(text, { shape: PROJECT_QUEUE, slug }, name, AT), { shape: PROJECT_QUEUE, slug }, name, AT, summary);
      text = reopenTask(text, { shape: PROJECT_QUEUE, slug }, name);
    }
    expect(text).toBe(NOTE.replace('**Status:** ready\n', '**Status:** ready\n**Earlier summary:** First.\nSecond.\nOf two lines.\n'));
  });

  it('is found by its title after another task with the same time was removed, and never confused with another', () => {
    const two = addTask(NOTE, PROJECT_QUEUE, { heading: '2026-03-28T10:00', title: 'Second of its minute', scope: '' });
    const second = { id: '2026-03-28T10:00#2', title: 'Second of its minute' };
    const { from, to } = requireTask(parseQueue(two, PROJECT_QUEUE), FIRST).range;
    const left = two.slice(0, from) + two.slice(to);
    expect(claimTask(left, { shape: PROJECT_QUEUE, slug }, second, AT)).toContain(
      '**Task:** Second of its minute\n**Status:** in-progress',
    );
    expect(() => claimTask(left, { shape: PROJECT_QUEUE, slug }, FIRST, AT)).toThrow('was moved or removed');
  });

  it('is added after the others, with a scope that contains Markdown structure', () => {
    const scope = 'Do this.\n\n### 2026-01-01T00:00\n**Status:** done\n```\nSummary: no\n\\# as it is';
    const added = addTask(NOTE, PROJECT_QUEUE, { heading: '2026-03-29T09:00', title: 'A\nnew  one', scope });
    expect(added.replace(/\n\n### 2026-03-29T09:00[\s\S]*?\*\*Status:\*\* ready/, '')).toBe(NOTE);
    expect(parseQueue(added, PROJECT_QUEUE).map(({ id }) => id)).toEqual(['2026-03-28T10:00', '2026-03-28T11:00', '2026-03-29T09:00']);
    expect(parseQueue(added, PROJECT_QUEUE)[2]).toMatchObject({ title: 'A new one', state: 'ready', scope: scope.replace('\n\n', '\n') });
  });

  it('creates the queue if it does not exist', () => {
    expect(addTask('# A\r\n', PROJECT_QUEUE, { heading: 'h', title: 't', scope: '' })).toBe(
      '# A\r\n\r\n## Work Queue\r\n\r\n### h\r\n**Task:** t\r\n**Status:** ready\r\n',
    );
    expect(addTask('', AGENT_QUEUE, { heading: 't', title: 't', scope: 's' })).toBe('## t\n**Status:** ready\n\ns\n');
  });

  it('has a field changed in place, and no other byte', () => {
    expect(setFields(NOTE, PROJECT_QUEUE, { id: '2026-03-28T11:00' }, { Priority: 'low' })).toBe(NOTE.replace('high', 'low'));
    expect(setFields(NOTE, PROJECT_QUEUE, { id: '2026-03-28T11:00' }, { Priority: null })).toBe(NOTE.replace('**Priority:** high\n', ''));
  });
});
