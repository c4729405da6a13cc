import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderCortexFile } from '../../../src/engine/crtx/render.ts';
import { CliProject } from '../../support/cortex-cli.ts';
import { entryOf } from '../engine/timeline/make.ts';

let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
});

const DAY = 86_400_000;
const now = () => Date.now();

/** Writes an archive of the project, as a git pull would. */
function archive(...entries: ReturnType<typeof entryOf>[]): void {
  const folder = path.join(project.root, '.cortex/archive');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'timeline-old.crtx'), renderCortexFile('timeline', 'shop', entries, { created: 1, updated: 2 }));
}

async function add(action: string, ...more: string[]): Promise<string> {
  const run = await project.run(
    ['timeline', 'add', '--agent', 'ann', '--type', 'fix', '--action', action, '--reasoning', 'because', '--json'].concat(more),
  );
  expect(run.code).toBe(0);
  return JSON.parse(run.out).entry.id;
}

async function actions(...args: string[]): Promise<string[]> {
  const run = await project.run(['timeline', ...args, '--json']);
  const { entries } = JSON.parse(run.out);
  expect(run).toMatchObject({ code: entries.length > 0 || args[0] === 'list' ? 0 : 1, err: '' });
  return entries.map(({ action }: { action: string }) => action);
}

describe('cortex timeline query', () => {
  test('matches every field, also in archives, and lists the newest first', async () => {
    const context = { files: ['src/db/pool.ts'], task: 'T1', state: {} };
    archive(entryOf('old', { timestamp: now() - 3 * DAY, action: 'Pooled connections', outcome: 'failure', context, refs: ['doc-1'] }));
    await add('Wrote the README', '--file', 'README.md');
    await add('Closed connections', '--file', 'src/db/close.ts', '--task', 'T1', '--ref', 'doc-1');
    expect(await actions('query')).toEqual(['Closed connections', 'Wrote the README', 'Pooled connections']);
    expect(await actions('query', '--file', 'src/')).toEqual(['Closed connections', 'Pooled connections']);
    expect(await actions('query', '--file', 'src/db/pool.ts')).toEqual(['Pooled connections']);
    expect(await actions('query', '--task', 'T1', '--ref', 'doc-1', '--text', 'CONNECTIONS')).toHaveLength(2);
    expect(await actions('query', '--outcome', 'failure')).toEqual(['Pooled connections']);
    expect(await actions('query', '--agent', 'ann', '--type', 'fix')).toHaveLength(2);
    expect(await actions('query', '--since', '1d')).toHaveLength(2);
    expect(await actions('query', '--until', '2d')).toEqual(['Pooled connections']);
    expect(await actions('query', '--since', '2000-01-01', '--until', '2000-01-02T00:00Z')).toEqual([]);
    expect(await actions('list')).toHaveLength(3);
  });

  test('matches words in any order and in any text field', async () => {
    archive(
      entryOf('old', { timestamp: now() - 3 * DAY, action: 'A Pratt thing', reasoning: 'The PARSER is slow', outcomeDetail: 'fine' }),
    );
    await add('Pratt parser');
    await add('Parser by hand');
    expect(await actions('query', '--text', 'parser pratt')).toEqual(['Pratt parser', 'A Pratt thing']);
    expect(await actions('query', '--text', ' fine  parser ')).toEqual(['A Pratt thing']);
    expect(await actions('query', '--text', 'parser hands')).toEqual([]);
    expect(await project.run(['timeline', 'query', '--text', ' '])).toMatchObject({ code: 2, err: expect.stringContaining('it is empty') });
  });

  test('exits with 1 if a search finds nothing, but not if there is nothing to list', async () => {
    expect(await project.run(['timeline', 'query'])).toMatchObject({ code: 0, err: '' });
    expect(await project.run(['timeline', 'list', '--agent', 'ann'])).toMatchObject({ code: 0, err: '' });
    for (const condition of [
      ['--text', 'x'],
      ['--file', 'x.ts'],
      ['--since', '1d'],
      ['--agent', 'ann'],
    ])
      expect(await project.run(['timeline', 'query', ...condition])).toMatchObject({ code: 1, err: '' });
    expect(await project.run(['timeline', 'precedents', '--action', 'x'])).toMatchObject({ code: 1, err: '' });
  });

  test('continues after the previous page', async () => {
    for (const action of ['one', 'two', 'three']) await add(action);
    const first = await project.run(['timeline', 'query', '--limit', '2', '--json']);
    const { entries, next } = JSON.parse(first.out);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['three', 'two']);
    expect(await actions('query', '--limit', '2', '--cursor', next)).toEqual(['one']);
    expect((await project.run(['timeline', 'list', '--limit', '2'])).out).toContain(`More: add --cursor ${next}`);
    expect(await project.run(['timeline', 'query', '--cursor', 'x'])).toMatchObject({ code: 2, err: expect.stringContaining('"next"') });
  });

  test('refuses an invalid time, and a file outside of the project', async () => {
    expect(await project.run(['timeline', 'query', '--since', 'soon'])).toMatchObject({ code: 2, err: expect.stringContaining('2h') });
    expect(await project.run(['timeline', 'query', '--file', '../out'])).toMatchObject({ code: 2, out: '' });
  });

  test('reports an unreadable archive, and shows the others', async () => {
    archive(entryOf('old'));
    fs.writeFileSync(path.join(project.root, '.cortex/archive/broken.crtx'), '{');
    const run = await project.run(['timeline', 'query', '--json']);
    expect(run.code).toBe(0);
    expect(JSON.parse(run.out).entries).toHaveLength(1);
    expect(run.err).toContain('broken.crtx');
  });
});

describe('cortex timeline precedents', () => {
  test('shows earlier entries for these files or a similar action, with outcome and reason', async () => {
    const context = { files: ['src/db/pool.ts'], state: {} };
    archive(entryOf('old', { timestamp: now() - 3 * DAY, action: 'Cached the pool', outcome: 'failure', context }));
    await add('Renamed the CLI', '--file', 'src/cli.ts');
    await add('Reworked the cache', '--file', 'src/db/cache.ts');
    const args = ['timeline', 'precedents', '--file', 'src/db/pool.ts', '--action', 'Replace the cache'];
    const { precedents } = JSON.parse((await project.run([...args, '--json'])).out);
    expect(precedents.map(({ entry, why }: { entry: { action: string }; why: string }) => [entry.action, why])).toEqual([
      ['Cached the pool', 'It is about src/db/pool.ts; it failed, 3 days ago.'],
      [
        'Reworked the cache',
        'It is about the folder of src/db/pool.ts, and it also mentions cache; it was recorded less than a day ago, and its outcome is pending.',
      ],
    ]);
    expect((await project.run([...args, '--limit', '1'])).out).toContain('it failed, 3 days ago.');
    expect((await project.run(['timeline', 'precedents', '--action', 'Unheard'])).out).toBe('No similar earlier entries.\n');
  });

  test('requires --action or --file', async () => {
    expect(await project.run(['timeline', 'precedents'])).toMatchObject({ code: 2, err: expect.stringContaining('--action') });
  });
});

describe('cortex reasoning', () => {
  const step = (task: string, action: string) => [
    ...['reasoning', 'add', task, '--agent', 'ann', '--action', action, '--reasoning', 'because', '--file', 'src/a.ts', '--json'],
  ];

  test('stores the trace of a task in a separate file, and not in the timeline', async () => {
    const run = await project.run(step('T1', 'Read the code'));
    expect(JSON.parse(run.out).entry).toMatchObject({ type: 'decision', context: { task: 'T1', files: ['src/a.ts'] } });
    await project.run(step('T1', 'Wrote a test'));
    await project.run(step('T2', 'Something else'));
    const file = JSON.parse(fs.readFileSync(path.join(project.root, '.cortex/reasoning/T1.crtx'), 'utf8'));
    expect(file.header.type).toBe('reasoning');
    expect(file.data.map(({ action }: { action: string }) => action)).toEqual(['Read the code', 'Wrote a test']);
    const shown = JSON.parse((await project.run(['reasoning', 'show', 'T1', '--json'])).out);
    expect(shown).toEqual({ task: 'T1', entries: file.data });
    expect((await project.run(['reasoning', 'show', 'T1'])).out).toMatch(/Read the code[\s\S]*Wrote a test/);
    expect(await actions('list')).toEqual([]);
    expect((await project.run(['verify'])).code).toBe(0);
  });

  test('adopts entries that other programs write to the file', async () => {
    await project.run(step('T1', 'mine'));
    const path_ = path.join(project.root, '.cortex/reasoning/T1.crtx');
    const value = JSON.parse(fs.readFileSync(path_, 'utf8'));
    value.data.push(entryOf('theirs', { action: 'theirs', timestamp: now() + 1 }));
    value.data[0].action = 'forged';
    fs.writeFileSync(path_, JSON.stringify(value));
    await project.run(step('T1', 'mine again'));
    const { entries } = JSON.parse((await project.run(['reasoning', 'show', 'T1', '--json'])).out);
    const seen = entries.map(({ action }: { action: string }) => action);
    expect(seen).toEqual(expect.arrayContaining(['mine', 'theirs', 'mine again']));
    expect(seen).toContain('Did not adopt all changes that another program made to reasoning/T1.crtx');
  });

  test('writes below reasoning/ for any task id', async () => {
    for (const task of ['../../x', 'a/b', 'CON', 'T1', 't1']) expect((await project.run(step(task, task))).code).toBe(0);
    expect(fs.readdirSync(path.join(project.root, '.cortex/reasoning'))).toHaveLength(5);
    expect(JSON.parse((await project.run(['reasoning', 'show', 'a/b', '--json'])).out).entries).toHaveLength(1);
    expect((await project.run(['reasoning', 'show', 'none'])).out).toBe('No entries.\n');
    expect(await project.run(step(' ', 'x'))).toMatchObject({ code: 2 });
  });
});
