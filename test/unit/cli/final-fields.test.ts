import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { ReasoningTrace } from '../../../src/engine/timeline/reasoning-trace.ts';
import { CliProject } from '../../support/cortex-cli.ts';

let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
  for (const action of ['act', 'other'])
    await project.run(['timeline', 'add', '--agent', 'ann', '--type', 'decision', '--action', action, '--reasoning', 'r']);
});

const fileOf = (name: string) => path.join(fs.realpathSync(project.root), '.cortex', name);
const textOf = (name: string) => fs.readFileSync(fileOf(name), 'utf8');
const copies = (folder = '.') => fs.readdirSync(fileOf(folder)).filter((name) => name.includes('.corrupt-'));
const change = (from: string, to: string, name = 'timeline.crtx') => {
  expect(textOf(name)).toContain(from);
  fs.writeFileSync(fileOf(name), textOf(name).replace(from, to));
};
const lineOf = (name: string, part: string) => textOf(name).split(part)[0]?.split('\n').length;
const entries = () => JSON.parse(textOf('timeline.crtx')).data;
const STAYS =
  ' cannot be changed: "act" stays. Write that value there again, or delete the entry there. When a command adopts the file, a conflict entry of the timeline records the other value (context.state.refused).';

describe('a changed final field of an entry', () => {
  test('is reported by verify with its line before anything is adopted', async () => {
    change('"action": "act"', '"action": "CHANGED"');
    const { code, out } = await project.run('verify');
    expect([code, out]).toEqual([
      1,
      expect.stringContaining(`timeline.crtx:${lineOf('timeline.crtx', '"CHANGED"')}:17: error: action of tle_`),
    ]);
    expect(out).toContain(STAYS);
    expect(copies()).toEqual([]);
  });

  test('is reported by the command that adopts the file, and by verify and doctor, until the copy is corrected', async () => {
    const { id } = entries()[0];
    change('"action": "act"', '"action": "CHANGED"');
    change('"outcome": "pending"', '"outcome": "success"');
    const line = lineOf('timeline.crtx', '"CHANGED"');
    const { code, err } = await project.run('timeline list');
    const [copy = ''] = copies();
    expect([code, err]).toEqual([0, expect.stringContaining(`${fileOf(copy)}:${line}:17: action of ${id}${STAYS}`)]);
    expect(entries()[0]).toMatchObject({ id, action: 'act', outcome: 'success' });
    expect(entries()[2].context.state).toEqual({ refused: [{ id, field: 'action', value: 'CHANGED' }] });
    expect((await project.run('verify')).out).toContain(`${copy}:${line}:17: warning: action of ${id}${STAYS}`);
    expect((await project.run('doctor')).out).toContain(`${copy}:${line}`);
    change('"CHANGED"', '"act"', copy);
    expect((await project.run('timeline list')).err).toBe('');
    expect([copies(), entries().length]).toEqual([[], 3]);
  });

  test('needs no copy once the entry is deleted there', async () => {
    change('"action": "act"', '"action": "CHANGED"');
    await project.run('timeline list');
    const [copy = ''] = copies();
    const { data, ...file } = JSON.parse(textOf(copy));
    fs.writeFileSync(fileOf(copy), JSON.stringify({ ...file, data: data.slice(1) }));
    expect((await project.run('timeline list')).err).toBe('');
    expect([copies(), entries()[0].action, entries().length]).toEqual([[], 'act', 3]);
  });

  test('that the entry did not have needs no copy once it is deleted there', async () => {
    change('"action": "act"', '"parent": "tle_x",\n      "action": "act"');
    expect((await project.run('timeline list')).err).toMatch(/parent of tle_\S+ cannot be changed\. Delete it there\. When/);
    const [copy = ''] = copies();
    change('"parent": "tle_x",', '', copy);
    expect((await project.run('timeline list')).err).toBe('');
    expect(copies()).toEqual([]);
  });

  test('is restored each time, with one copy and one conflict entry', async () => {
    for (const n of [1, 2]) {
      change('"action": "act"', '"action": "CHANGED"');
      change('"outcome": "pending"', `"outcome": "pending", "n${n}": 1`);
      await project.run('timeline list');
      expect(entries()[0]).toMatchObject({ action: 'act', [`n${n}`]: 1 });
    }
    expect([copies().length, entries().length]).toEqual([1, 3]);
  });

  test('is reported for a trace', async () => {
    const runtime = nodeRuntime();
    const trace = await ReasoningTrace.open(runtime, project.root, 'parser');
    await trace.add({ ...entries()[0], id: 'tle_t' });
    await trace.close();
    change('"action": "act"', '"action": "CHANGED"', 'reasoning/parser.crtx');
    expect((await project.run('verify')).out).toContain(
      `reasoning/parser.crtx:${lineOf('reasoning/parser.crtx', '"CHANGED"')}:17: error: action of tle_t${STAYS}`,
    );
    const again = await ReasoningTrace.open(runtime, project.root, 'parser');
    expect(again.rebuilt).toEqual([expect.stringContaining(`action of tle_t${STAYS}`)]);
    await again.close();
    expect((await project.run('verify')).out).toContain(
      `${copies('reasoning')[0]}:${lineOf(`reasoning/${copies('reasoning')[0]}`, '"CHANGED"')}:17: warning: action of tle_t`,
    );
  });
});

test('a second entry with the same id is reported by verify although another entry is invalid', async () => {
  const file = JSON.parse(textOf('timeline.crtx'));
  const [first, second] = file.data;
  const data = [{ ...first, confidence: 9 }, first, second, { ...second, action: 'TWICE' }];
  fs.writeFileSync(fileOf('timeline.crtx'), JSON.stringify({ ...file, data }, null, 2));
  const { out } = await project.run('verify');
  const line = (lineOf('timeline.crtx', '"TWICE"') ?? 0) - 5;
  expect(out).toMatch(
    new RegExp(
      `timeline\\.crtx:${line}:\\d+: warning: An earlier line of this file has a different value, which is used: action of ${second.id}`,
    ),
  );
  expect(out).toContain('data[0].confidence');
});
