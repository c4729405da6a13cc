import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseTolerantly } from '../../../../src/engine/crtx/invalid/tolerant-format.ts';
import { mergeFile } from '../../../../src/engine/crtx/merging/merge-file.ts';
import { CliProject } from '../../../support/cortex-cli.ts';

const BIG = '12345678901234567890';
const LONG = '0.1234567890123456789';
let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
});

const fileOf = (name: string) => path.join(fs.realpathSync(project.root), '.cortex', name);
const textOf = (name: string) => fs.readFileSync(fileOf(name), 'utf8');
const copies = () => fs.readdirSync(fileOf('.')).filter((name) => name.includes('.corrupt-'));
/** Changes a file. In the text of its value, `"#…"` becomes the number behind `#`. */
function edit(name: string, change: (file: ReturnType<typeof JSON.parse>) => void): string {
  const value = JSON.parse(textOf(name));
  change(value);
  const text = JSON.stringify(value, null, 2).replace(/"#([^"]*)"/g, '$1');
  fs.writeFileSync(fileOf(name), text);
  return text;
}
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

describe('a number that a double cannot hold', () => {
  test('in the timeline is reported with its line, and its entry is kept aside as written', async () => {
    await project.run(['timeline', 'add', '--agent', 'ann', '--type', 'decision', '--action', 'first', '--reasoning', 'r']);
    const entry = JSON.parse(textOf('timeline.crtx')).data[0];
    const text = edit('timeline.crtx', ({ data }) => {
      data.push({ ...entry, id: 'big', context: { ...entry.context, state: { id: `#${BIG}` } } });
      data.push({ ...entry, id: 'far', context: { ...entry.context, state: { id: '#1E400' } } });
      data.push({ ...entry, id: 'plain', action: 'plain', context: { ...entry.context, state: { id: '#1.0', n: '#1e3' } } });
    });
    const { err } = await project.run('timeline list');
    const [copy = ''] = copies();
    expect(err).toContain(`${fileOf(copy)}:${lineOf(text, BIG)}:`);
    expect(err).toContain(`data[1].context.state.id is ${BIG}, which would become 12345678901234567000`);
    expect(err).toContain(`${fileOf(copy)}:${lineOf(text, '1E400')}:`);
    expect(err).toContain('data[2].context.state.id is not a finite number');
    expect(textOf(copy)).toBe(text);
    expect(JSON.parse(textOf('timeline.crtx')).data.map(({ id }: { id: string }) => id)).toEqual([entry.id, 'plain']);
    fs.writeFileSync(fileOf(copy), text.replace(BIG, `"${BIG}"`).replace('1E400', '"1E400"'));
    expect((await project.run('timeline list')).err).toBe('');
    expect(copies()).toEqual([]);
    expect(textOf('timeline.crtx')).toContain(`"id": "${BIG}"`);
  });

  test('in a swarm concerns its task, agent, field or key only', async () => {
    await project.run('swarm create --task goal --coordinator lead');
    await project.run('swarm recruit ann --role coder');
    const task = (id: string, output: unknown) => ({
      id,
      description: id,
      status: 'pending',
      priority: 1,
      estimatedTokens: 0,
      dependencies: [],
      children: [],
      output,
    });
    const text = edit('swarm.crtx', (file) => {
      file.data.decomposition.children.push(task('a', { id: `#${BIG}` }), task('b', { id: 7 }));
      file.data.agents.push({ ...file.data.agents[0], id: 'bob', mine: `#${LONG}` });
      file.data.budget.mine = '#1E400';
      file.mine = { id: `#${BIG}1` };
    });
    const { code, err } = await project.run('swarm status');
    const [copy = ''] = copies();
    expect([code, textOf(copy)]).toEqual([0, text]);
    for (const [number, at] of [
      [BIG, 'decomposition.children[0].output.id'],
      [LONG, 'agents[1].mine'],
      ['1E400', 'budget.mine'],
      [`${BIG}1`, 'mine.id'],
    ] as const)
      expect(err).toMatch(new RegExp(`${copy}:${lineOf(text, `: ${number}`)}:\\d+: .*${at.replaceAll(/[[\].]/g, '\\$&')} `));
    const { data } = JSON.parse(textOf('swarm.crtx'));
    expect(data.decomposition.children.map(({ id }: { id: string }) => id)).toEqual(['b']);
    expect(data.agents.map(({ id }: { id: string }) => id)).toEqual(['ann']);
    expect(data.budget.mine).toBeUndefined();
  });

  test('in the manifest is reported, and the file is not written', async () => {
    project.write('package.json', '{"name": "shop", "dependencies": {"react": "19.0.0"}}');
    await project.run('dna detect');
    const text = edit('manifest.crtx', ({ data }) => Object.assign(data.project, { mine: `#${BIG}` }));
    expect((await project.run('dna show')).err).toContain(`manifest.crtx:${lineOf(text, BIG)}:`);
    expect((await project.run('verify')).out).toContain(`manifest.crtx:${lineOf(text, BIG)}:`);
    const { code, err } = await project.run('dna learn --domain tests --pattern none');
    expect([code, err]).toEqual([3, expect.stringContaining(`data.project.mine is ${BIG}, which would become`)]);
    expect(textOf('manifest.crtx')).toBe(text);
  });

  test('in a side of a merge keeps the sides apart', async () => {
    project.write('package.json', '{"name": "shop"}');
    await project.run('dna detect');
    const ours = Buffer.from(textOf('manifest.crtx'));
    const theirs = Buffer.from(edit('manifest.crtx', ({ data }) => Object.assign(data, { mine: `#${BIG}` })));
    expect(() => mergeFile('dna', 'manifest.crtx', { base: ours, ours, theirs })).toThrow(`data.mine is ${BIG}`);
  });

  test('does not hide an entry of the wrong form', () => {
    const header = { cortex: 1, type: 'timeline', project: 'p', created: 1, updated: 1, checksum: '' };
    const text = JSON.stringify({ header, data: [{ x: '#1E400' }, 7, { y: '#1e3' }] }).replace(/"#([^"]*)"/g, '$1');
    const { value, bad, left } = parseTolerantly(text, 'a.crtx', 'timeline');
    expect([value.data, bad.length, left]).toEqual([[], 3, 3]);
  });
});

test.each([BIG, '1e999'])('a number that is not written, in an unknown key of a lock, does not matter: %s', async (number) => {
  await project.run('lock acquire a.ts --agent ann --ttl 1h');
  edit('swarm.crtx', ({ data }) => {
    data.locks.push({ ...data.locks[0], path: 'b.ts', agentId: 'bob', extra: { id: `#${number}` } });
  });
  await project.run('lock acquire c.ts --agent ann --ttl 1h');
  const { locks } = JSON.parse(textOf('swarm.crtx')).data;
  expect(locks.map((lock: { path: string }) => lock.path)).toEqual(['a.ts', 'b.ts', 'c.ts']);
  expect(copies()).toEqual([]);
});
