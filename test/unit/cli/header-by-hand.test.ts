import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

const PLAN = 'decomposition: {id: root, description: Release, children: [{id: a, description: A}, {id: b, description: B}]}';

let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
  await project.run(['swarm', 'create', '--task', 'Release', '--coordinator', 'queen', '--file', project.write('plan.yaml', PLAN)]);
  await project.run('swarm recruit ann --role coder');
});

const inCortex = (name: string) => path.join(project.root, '.cortex', name);
const textOf = (name: string) => fs.readFileSync(inCortex(name), 'utf8');
const copies = (name: string) => fs.readdirSync(inCortex('.')).filter((each) => each.startsWith(`${name}.corrupt-`));

/** Writes a file with a text in the place of another one. */
function replace(name: string, wrong: RegExp, right: string): void {
  const text = textOf(name);
  expect(text).toMatch(wrong);
  fs.writeFileSync(inCortex(name), text.replace(wrong, right));
}

/** The line of a text in a file. */
const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

describe('a header that somebody edits by hand', () => {
  test.each([
    ['updated', /"updated": \d+/, '"updated": "yesterday"'],
    ['created', /"created": \d+/, '"created": "2026-11-29"'],
    ['checksum', /"checksum": "[^"]*"/, '"checksum": 7'],
    ['project', /"project": "[^"]*",/, ''],
  ])('of swarm.crtx with a wrong %s keeps out nothing else, and is named', async (field, wrong, right) => {
    replace('swarm.crtx', wrong, right);
    replace('swarm.crtx', /"description": "B"/, '"description": "B, by hand"');
    const written = textOf('swarm.crtx');
    const line = field === 'project' ? 2 : lineOf(written, right);
    const verified = await project.run('verify');
    expect(verified.out + verified.err).toContain(`swarm.crtx:${line}:`);
    const { err } = await project.run('swarm status');
    const [copy = '', ...more] = copies('swarm.crtx');
    expect(more).toEqual([]);
    expect(err).toContain(`${copy}:${line}:`);
    expect(err).toContain(`header.${field} `);
    expect(fs.readFileSync(inCortex(copy), 'utf8')).toBe(written);
    const { header, data } = JSON.parse(textOf('swarm.crtx'));
    expect(data.decomposition.children.map((each: { description: string }) => each.description)).toEqual(['A', 'B, by hand']);
    expect(header).toMatchObject({ cortex: 1, type: 'swarm', created: expect.any(Number), updated: expect.any(Number) });
    expect(header.created).toBeGreaterThan(0);
    expect(await project.json('swarm claim --agent ann')).toMatchObject({ task: { id: 'a' } });
  });

  test('of a timeline keeps out none of the entries beside it', async () => {
    await project.run('timeline add --agent ann --type decision --action first --reasoning r');
    replace('timeline.crtx', /"updated": \d+/, '"updated": null');
    replace('timeline.crtx', /"outcome": "pending"/, '"outcome": "success"');
    const { out, err } = await project.run('timeline list --json');
    expect(err).toContain('header.updated is not an allowed value');
    expect(JSON.parse(out).entries).toEqual(expect.arrayContaining([expect.objectContaining({ outcome: 'success' })]));
    expect(copies('timeline.crtx')).toHaveLength(1);
  });

  test('that does not say which protocol or type it is refuses the file as before', async () => {
    replace('swarm.crtx', /"cortex": 1/, '"cortex": "1"');
    expect((await project.run('verify')).out).toContain('header.cortex');
    await project.run('swarm status');
    expect(JSON.parse(textOf('swarm.crtx')).header.cortex).toBe(1);
  });
});

describe('of two equal keys in one object', () => {
  test('the last counts in swarm.crtx; the other is named with its line, and kept', async () => {
    replace('swarm.crtx', /"description": "B"/, '"description": "B, the first", "description": "B, the last"');
    const written = textOf('swarm.crtx');
    const line = lineOf(written, 'B, the last');
    const verified = await project.run('verify');
    expect(verified.code).toBe(1);
    expect(verified.out).toContain(`swarm.crtx:${line}:`);
    expect(verified.out).toContain('duplicate key: data.decomposition.children[1].description');
    const { err } = await project.run('swarm status');
    const [copy = ''] = copies('swarm.crtx');
    expect(err).toContain(`${copy}:${line}:`);
    expect(fs.readFileSync(inCortex(copy), 'utf8')).toBe(written);
    expect(textOf('swarm.crtx')).toContain('"description": "B, the last"');
    expect(textOf('swarm.crtx')).not.toContain('the first');
    // It is said until the copy is corrected, which is adopted and goes then.
    fs.writeFileSync(inCortex(copy), written.replace('"description": "B, the first", ', ''));
    expect((await project.run('swarm status')).err).not.toContain('duplicate key');
    expect(copies('swarm.crtx')).toEqual([]);
  });

  test('one of a timeline is kept, too', async () => {
    await project.run('timeline add --agent ann --type decision --action first --reasoning r');
    replace('timeline.crtx', /"outcome": "pending"/, '"outcome": "success", "outcome": "failure"');
    expect((await project.run('timeline list')).err).toContain('outcome (the last one is used)');
    expect(fs.readFileSync(inCortex(copies('timeline.crtx')[0] ?? ''), 'utf8')).toContain('"outcome": "success", "outcome": "failure"');
  });

  test('a manifest is not written over', async () => {
    await project.run('dna detect');
    replace('manifest.crtx', /"purpose": "[^"]*"/, '"purpose": "one", "purpose": "two"');
    const written = textOf('manifest.crtx');
    const { code, err } = await project.run(['dna', 'purpose', 'three']);
    expect(code).toBe(3);
    expect(err).toContain(`manifest.crtx:${lineOf(written, '"two"')}:`);
    expect(err).toContain('duplicate key: data.project.purpose');
    expect(textOf('manifest.crtx')).toBe(written);
    expect((await project.run('verify')).out).toContain('duplicate key: data.project.purpose');
  });

  test.each([
    ['text that looks like keys', { 'a": "b': 'c": {"d": 1, "d": 2}', '\\': '"', '\\"': '\\\\"' }],
    ['keys of prototypes', JSON.parse('{"__proto__": {"__proto__": 1}, "constructor": 2, "": [{"": 1}, {"": 2}]}')],
  ])('%s is none', async (_, state) => {
    await project.run('timeline add --agent ann --type decision --action first --reasoning r');
    replace('timeline.crtx', /"outcome": "pending"/, `"outcome": "pending", "mine": ${JSON.stringify(state)}`);
    expect((await project.run('timeline list')).err).toBe('');
    expect(copies('timeline.crtx')).toEqual([]);
  });
});
