import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { CortexIO } from '../../../src/engine/crtx/index.ts';
import { Timeline } from '../../../src/engine/timeline/index.ts';
import { bundle } from '../../support/bundle.ts';
import { CliProject, type Run, runProcess } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

let project: CliProject;
let file: string;
beforeEach(async () => {
  project = new CliProject();
  file = path.join(project.root, '.cortex/timeline.crtx');
  await project.run('init');
});

const entrySchema = z.looseObject({ id: z.string(), action: z.string(), timestamp: z.number() });
const entryIn = ({ out }: Run) => z.object({ entry: entrySchema }).parse(JSON.parse(out)).entry;
const entriesIn = ({ out }: Run) => z.object({ entries: z.array(entrySchema) }).parse(JSON.parse(out)).entries;

const add = (action: string, more: readonly string[] = [], interactive = false) =>
  project[interactive ? 'asPerson' : 'run']([
    ...['timeline', 'add', '--agent', 'ann', '--type', 'decision', '--action', action, '--reasoning', 'because', '--json'],
    ...more,
  ]);
const list = async (...more: string[]) => entriesIn(await project.run(['timeline', 'list', '--json', ...more]));
const actions = async (...more: string[]) => (await list(...more)).map(({ action }) => action);

describe('cortex timeline add', () => {
  test('returns the entry, and writes it to the file', async () => {
    const parent = entryIn(await add('Began'));
    const run = await add('Chose SQLite', [
      ...['--confidence', '0.5', '--file', './src//a.ts', '--file', 'docs\\b.md', '--task', 't1', '--parent', parent.id],
      ...['--outcome', 'success', '--ref', 'r1', '--ref', 'r2'],
    ]);
    expect(run).toMatchObject({ code: 0, err: '' });
    const entry = entryIn(run);
    expect(entry).toEqual({
      id: expect.stringMatching(/^tle_/),
      timestamp: expect.any(Number),
      agentId: 'ann',
      type: 'decision',
      action: 'Chose SQLite',
      reasoning: 'because',
      confidence: 0.5,
      context: { files: ['src/a.ts', 'docs/b.md'], task: 't1', state: {} },
      refs: ['r1', 'r2'],
      outcome: 'success',
      parent: parent.id,
    });
    expect(JSON.parse(fs.readFileSync(file, 'utf8')).data).toEqual([{ ...parent, children: [entry.id] }, entry]);
  });

  test.each([
    ['src/app.ts:12', 'src/app.ts'],
    ['@src/app.ts', 'src/app.ts'],
    ['`src/app.ts#L3`', 'src/app.ts'],
    ['src/new.ts:12:5', 'src/new.ts'],
    ['odd:1', 'odd:1'],
    ['@scope/new.ts', '@scope/new.ts'],
  ])('with --file %s is about the file %s, and is found by it', async (typed, named) => {
    project.write('src/app.ts', '');
    project.write('odd:1', '');
    const { context } = z
      .looseObject({ context: z.object({ files: z.array(z.string()) }) })
      .parse(entryIn(await add('A', ['--file', typed])));
    expect(context.files).toEqual([named]);
    for (const asked of [typed, named]) {
      const run = await project.run(['timeline', 'query', '--file', asked, '--json']);
      expect(entriesIn(run).map(({ action }) => action)).toEqual(['A']);
    }
  });

  test('prints the recorded entry', async () => {
    const run = await project.run(['timeline', 'add', '--agent', 'ann', '--type', 'fix', '--action', 'a\nb', '--reasoning', '']);
    expect(run).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Recorded tle_\w{26}: a\\u\{a\}b\n$/) });
  });

  test('warns of an unknown parent, and accepts it', async () => {
    const run = await add('x', ['--parent', 'tle_late']);
    expect(run.code).toBe(0);
    expect(run.err).toContain('parent "tle_late" does not exist yet');
    expect(entryIn(run)).toMatchObject({ parent: 'tle_late' });
  });

  test('acts for a person only at a terminal', async () => {
    const person = ['--agent', 'person:kim'];
    expect(await add('x', person)).toMatchObject({ code: 1, err: expect.stringContaining('only a person at a terminal') });
    expect(entryIn(await add('x', person, true))).toMatchObject({ agentId: 'person:kim' });
  });

  test.each([
    [['--type', 'hunch'], 2, 'Allowed choices are decision, discovery'],
    [['--outcome', 'good'], 2, 'Allowed choices are success, failure'],
    [['--confidence', '1.5'], 2, '--confidence: at most 1'],
    [['--confidence', 'much'], 2, 'Write a decimal number'],
    [['--agent', ' '], 2, 'an agent needs an id'],
    [['--action', ' '], 2, 'action is not valid: it is empty'],
    [['--file', '../x'], 2, 'is outside the project'],
    [['--file', '/etc/passwd'], 2, 'the path is outside the project (got "/etc/passwd"'],
    [['--file', 'out/x'], 1, 'leads out of its root folder through a symbolic link'],
    [['--file', '.'], 2, 'is not a file of'],
  ])('%j exits with %i, says why, and records nothing', async (args, code, words) => {
    fs.symlinkSync(os.tmpdir(), path.join(project.root, 'out'));
    const run = await add('x', args);
    expect(run).toMatchObject({ code, out: expect.stringMatching(/^\{\n {2}"error": /) });
    expect(run.err).toContain(words);
    expect(run.err).not.toMatch(/\n\s+at /);
    expect(await list()).toEqual([]);
  });

  test('without required options names them', async () => {
    expect(await project.run(['timeline', 'add', '--agent', 'ann'])).toMatchObject({ code: 2, err: expect.stringContaining('--type') });
  });
});

describe('cortex timeline list', () => {
  test('shows the newest first, at most fifty by default', async () => {
    for (let n = 0; n < 53; n++) await add(`step ${n}`);
    expect(await actions()).toEqual(Array.from({ length: 50 }, (_, n) => `step ${52 - n}`));
    expect(await actions('--limit', '2')).toEqual(['step 52', 'step 51']);
    expect(await project.run(['timeline', 'list', '--limit', '0'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--limit: at least 1'),
    });
  });

  test('filters by agent, type and task', async () => {
    await add('one', ['--task', 't1']);
    await add('two', ['--agent', 'bob']);
    await add('three', ['--type', 'fix', '--task', 't1']);
    expect(await actions('--agent', 'ann')).toEqual(['three', 'one']);
    expect(await actions('--type', 'decision')).toEqual(['two', 'one']);
    expect(await actions('--task', 't1')).toEqual(['three', 'one']);
    expect(await actions('--task', 't1', '--type', 'fix', '--agent', 'ann')).toEqual(['three']);
    expect(await actions('--agent', 'eve')).toEqual([]);
  });

  test('prints a table, with hostile text escaped', async () => {
    expect(await project.run(['timeline', 'list'])).toEqual({ code: 0, out: 'No entries.\n', err: '' });
    const { id } = entryIn(await add('clear \u001b[2J\u202e', ['--agent', 'ann bob']));
    const { out } = await project.run(['timeline', 'list']);
    expect(out).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}ann bob {2}decision {2}pending {2}/);
    expect(out).toContain(`${id}  clear \\u{1b}[2J\\u{202e}\n`);
  });

  test('shows unknown words and invalid times that other programs wrote', async () => {
    const { id } = entryIn(await add('x'));
    fs.writeFileSync(
      file,
      fs
        .readFileSync(file, 'utf8')
        .replace('"decision"', '"hunch"')
        .replace(/"timestamp": \d+/, `"timestamp": ${Number.MAX_SAFE_INTEGER}`)
        .replace(id, 'foreign'),
    );
    expect((await project.run(['timeline', 'list'])).out).toContain('9007199254740991      ann  hunch     pending  foreign');
    expect(await actions('--type', 'hunch')).toEqual(['x']);
  });

  test('refuses a broken file without a log, and names the position', async () => {
    fs.writeFileSync(file, '{\n  "header": [');
    const run = await project.run(['timeline', 'list']);
    expect(run).toMatchObject({ code: 3, out: '' });
    expect(run.err).toContain(`${file}:2:14`);
    expect(fs.readFileSync(file, 'utf8')).toBe('{\n  "header": [');
    expect(run.err).toContain(` To continue without it: mv ${file} ${file}.old\n`);
    fs.renameSync(file, `${file}.old`);
    expect((await project.run(['timeline', 'list'])).code).toBe(0);
  });
});

describe('cortex timeline resolve', () => {
  test('records the outcome of an entry', async () => {
    const entry = entryIn(await add('x'));
    const run = await project.run(['timeline', 'resolve', entry.id, '--outcome', 'failure', '--detail', 'too slow']);
    expect(run).toEqual({ code: 0, out: `${entry.id} ended: failure: too slow\n`, err: '' });
    const again = await project.run(['timeline', 'resolve', entry.id, '--outcome', 'success', '--json']);
    expect(entryIn(again)).toEqual({ ...entry, outcome: 'success' });
    expect(await list()).toEqual([{ ...entry, outcome: 'success' }]);
  });

  test('exits with 1 for an unknown entry, and with 2 for an unknown outcome', async () => {
    const run = await project.run(['timeline', 'resolve', 'tle_x', '--outcome', 'success']);
    expect(run).toMatchObject({ code: 1, out: '', err: expect.stringContaining('no timeline entry has this id (got "tle_x")') });
    expect((await project.run(['timeline', 'resolve', 'tle_x', '--outcome', 'good'])).code).toBe(2);
  });
});

test('twelve simultaneous processes record 120 entries: each is acknowledged, none is lost, and all read the same order', async () => {
  const folder = temporaryFolder();
  const worker = path.join(folder, 'worker.ts');
  const engine = path.resolve(import.meta.dirname, '../../../src/engine');
  fs.writeFileSync(
    worker,
    `import { CortexIO } from '${engine}/crtx/cortex-io.ts';
    import { Timeline } from '${engine}/timeline/timeline.ts';
    const [root, agentId] = process.argv.slice(2);
    const timeline = new Timeline(new CortexIO(root));
    for (let n = 0; n < 10; n++) {
      console.log(timeline.record({ agentId, type: 'fix', action: 'Fixed ' + n, reasoning: '', parent: 'root' }).id);
      if (n % 3 === 0) await timeline.flush();
    }
    await timeline.close();`,
  );
  const program = await bundle(worker, folder);
  const runs = Array.from({ length: 12 }, (_, n) => runProcess([program, project.root, `agent-${n}`]));
  const recorded = (await Promise.all(runs)).flatMap(({ out }) => out.trim().split('\n'));
  expect(recorded).toHaveLength(120);
  const listed = (await list('--limit', '1000')).map(({ id }) => id);
  expect(listed.toSorted()).toEqual(recorded.toSorted());
  const published: { id: string }[] = JSON.parse(fs.readFileSync(file, 'utf8')).data;
  expect(published.map(({ id }) => id).reverse()).toEqual(listed);
  const late = new Timeline(new CortexIO(project.root));
  late.record({ id: 'root', agentId: 'ann', type: 'delegation', action: 'Gave it out', reasoning: '' });
  await late.close();
  expect((await list('--type', 'delegation')).map(({ children }) => children)).toEqual([recorded.toSorted()]);
});
