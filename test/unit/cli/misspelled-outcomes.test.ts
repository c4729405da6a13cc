import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

test('verify and doctor name an outcome and a type that are nearly known words, at their line', async () => {
  const project = new CliProject();
  await project.run('init');
  await project.run('timeline add --agent ann --type decision --action act --reasoning r');
  const file = path.join(project.root, '.cortex/timeline.crtx');
  const change = (from: string, to: string) => {
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toContain(from);
    fs.writeFileSync(file, text.replace(from, to));
  };
  const lineOf = (part: string) => fs.readFileSync(file, 'utf8').split(part)[0]?.split('\n').length;
  change('"outcome": "pending"', '"outcome": "sucess"');
  const said = () => `timeline.crtx:${lineOf('"sucess"')}:18: warning: outcome "sucess" of tle_`;
  expect((await project.run('verify')).out).toContain(said());
  await project.run('timeline list');
  const { code, out } = await project.run('verify');
  expect([code, out]).toEqual([0, expect.stringContaining(said())]);
  expect(out).toContain('is unknown; "success" was probably meant. Correct it there. Until then, it is kept as it is.');
  expect((await project.run('doctor')).out).toContain('"success" was probably meant');
  change('"sucess"', '"success"');
  await project.run('timeline list');
  expect((await project.run('verify')).out).toContain('no problems found');
});

test('a misspelled type is named until it is recorded, and an unknown word that resembles none is not', async () => {
  const project = new CliProject();
  await project.run('init');
  await project.run('timeline add --agent ann --type decision --action act --reasoning r');
  const file = path.join(project.root, '.cortex/timeline.crtx');
  const { data, ...rest } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const more = [
    { ...data[0], id: 'tle_new', type: 'dicovery' },
    { ...data[0], id: 'tle_own', type: 'retrospective', outcome: 'partial' },
  ];
  fs.writeFileSync(file, JSON.stringify({ ...rest, data: [...data, ...more] }, null, 2));
  const { out } = await project.run('verify');
  expect(out.match(/was probably meant/g)).toHaveLength(1);
  expect(out).toContain('type "dicovery" of tle_new is unknown; "discovery" was probably meant.');
  await project.run('timeline list');
  expect((await project.run('verify')).out).toContain('no problems found');
});
