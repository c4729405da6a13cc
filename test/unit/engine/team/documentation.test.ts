import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { RUNTIMES, teamOperations } from '../../../../src/engine/team/index.ts';
import { instructionFiles } from '../../../../src/engine/team/onboarding/runtimes.ts';
import { AGENT_QUEUE, PROJECT_QUEUE, parseQueue } from '../../../../src/engine/team/queue/queue.ts';
import { slugOf } from '../../../../src/engine/team/slug.ts';

const DOCS = path.join(import.meta.dirname, '../../../../docs');
const read = (name: string): string => fs.readFileSync(path.join(DOCS, name), 'utf8');
const row = (text: string, name: string): string[] => {
  const cells = new RegExp(`^\\| ${name} \\|(.*)\\|$`, 'm').exec(text)?.[1]?.split('|') ?? [];
  return cells.map((cell) => cell.trim());
};
const unquoted = (cell: string): string => /^`(.*)`$/.exec(cell)?.[1] ?? '';

it('slugs on the protocol page are those that slugOf returns', () => {
  const page = read('protocols/team.md');
  const [names, slugs] = [row(page, 'name'), row(page, 'slug')];
  expect(names.length).toBe(6);
  expect(names.map((name) => slugOf(unquoted(name)))).toEqual(slugs.map(unquoted));
});

it('tasks on the protocol page parse as the page describes', () => {
  const examples = Array.from(read('protocols/team.md').matchAll(/^```markdown\n([\s\S]*?)^```$/gm), ([, text = '']) => text);
  const [ready] = examples.flatMap((text) => parseQueue(text, PROJECT_QUEUE));
  expect(ready).toMatchObject({ id: '2026-03-28T10:00', title: 'Add Stripe webhook endpoint', state: 'ready', agent: null, line: 14 });
  const done = examples.filter((text) => text.startsWith('### ')).flatMap((text) => parseQueue(`## Work Queue\n\n${text}`, PROJECT_QUEUE));
  expect(done).toMatchObject([{ state: 'done', agent: 'billing-dev', summary: 'It is there, with tests.', problems: [] }]);
  expect(parseQueue(`## ${ready?.title}\n**Status:** ready\n`, AGENT_QUEUE)).toMatchObject([{ id: 'add-stripe-webhook-endpoint' }]);
});

it.each(RUNTIMES)('the runtime %s has a page, and both the page and the table name its files', (name) => {
  const [files = '', link = ''] = row(read('adapters/README.md'), `\`${name}\`(?: \\(default\\))?`);
  const page = /\(([a-z-]+\.md)\)$/.exec(link)?.[1] ?? '';
  const named = instructionFiles(name).map((file) => `\`${file.path}\``);
  expect(named.filter((file) => !files.includes(file))).toEqual([]);
  expect(named.filter((file) => !read(`adapters/${page}`).includes(file))).toEqual([]);
});

it('the list of commands contains every team command', () => {
  const [rows = ''] = read('guides/commands.md').split('| `cortex team …` |')[1]?.split('\n\n') ?? [];
  const named = Array.from(rows.matchAll(/`([a-z-]+)`/g), ([, command = '']) => `team ${command}`);
  expect(teamOperations.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
});
