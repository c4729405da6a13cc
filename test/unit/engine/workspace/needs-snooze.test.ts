import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cortexProgram } from '../../../../src/cli/cortex-program.ts';
import { cortexFile, runProcess, runProgramHere } from '../../../support/cortex-cli.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { NeedsPlace, NOW } from '../../../support/needs.ts';

const HOUR = 3_600_000;

let place: NeedsPlace;
beforeEach(() => {
  place = new NeedsPlace();
  place.write({ 'vault/cortex.toml': 'timezone = "UTC"\n' });
});

const note = (day: string) => `---\nname: Deploy\nstatus: review\nupdated: ${day}\n---\nText.\n`;
const review = (name: string, day = '2026-03-20') => place.write({ [`vault/atoms/${name}.md`]: note(day) });
const snoozed = () => path.join(place.home, '.cortex', 'snoozed.json');
const run = (...words: readonly string[]) => place.project.run(words);

describe('the list of snoozed items', () => {
  it('is hidden, is shown with --all, and comes back when the time is over', async () => {
    review('a');
    review('b');
    const [first, second] = await place.needs();
    const put = await run('snooze', first?.id ?? '', '--for', '2h');
    expect(put).toEqual({ code: 0, out: 'Deploy is snoozed until 2026-03-28T16:00:00Z.\n', err: '' });
    expect(await place.answer()).toMatchObject({ needs: [second], snoozed: 1, more: 0 });
    expect((await run('needs-you')).out).toContain('1 item snoozed: see "cortex needs-you --all".');
    expect(await place.answer('--all')).toMatchObject({ needs: [{ ...first, snoozed: true }, second], snoozed: 0 });
    expect((await run('needs-you', '--all')).out).toMatch(/Deploy {2}\(since .*, snoozed\) {2}\[/);
    place.at(NOW + 2 * HOUR - 1);
    expect(await place.needs()).toHaveLength(1);
    place.at(NOW + 2 * HOUR);
    expect(await place.needs()).toHaveLength(2);
  });

  it('returns when its subject is newer', async () => {
    review('a');
    const { id } = await place.only();
    await run('snooze', id, '--for', '90d');
    expect(await place.needs()).toEqual([]);
    review('a', '2026-03-19');
    expect(await place.needs()).toEqual([]);
    review('a', '2026-03-21');
    expect(await place.only()).toMatchObject({ id });
  });

  it('is shown again with 0s', async () => {
    review('a');
    const { id } = await place.only();
    await run('snooze', id);
    expect((await run('needs-you')).out).toBe('Nothing needs you.\n1 item snoozed: see "cortex needs-you --all".\n');
    expect(await run('snooze', id, '--for', '0s')).toMatchObject({ code: 0, out: 'Deploy is no longer snoozed.\n' });
    expect(await place.only()).toMatchObject({ id, snoozed: false });
  });

  it('is removed a day after its time, and unknown keys of the file are kept', async () => {
    review('a');
    const { id } = await place.only();
    const old = { '000000000000': { until: NOW - 25 * HOUR, since: null }, '111111111111': { until: NOW - 23 * HOUR, since: null } };
    fs.mkdirSync(path.dirname(snoozed()), { recursive: true });
    fs.writeFileSync(snoozed(), JSON.stringify({ version: 2, snoozed: old }));
    await run('snooze', id);
    const content = JSON.parse(fs.readFileSync(snoozed(), 'utf8'));
    expect(content.version).toBe(2);
    expect(Object.keys(content.snoozed).sort()).toEqual(['111111111111', id].sort());
  });
});

it.each(['', '../../x', '__proto__', 'constructor', '000000000000', '\u001b[31m', 'x'.repeat(10_000)])(
  'an unknown id cannot be snoozed: %j',
  async (id) => {
    const { code, err } = await runProgramHere(cortexProgram, ['snooze', '--root', place.root, '--', id]);
    expect(code).toBe(1);
    expect(err).toContain('no item of Needs You has this id');
    expect(err).not.toContain('\u001b');
    expect(err.length).toBeLessThan(500);
    expect(fs.existsSync(snoozed())).toBe(false);
  },
);

it.each(['{"snoozed": {', '[]', '{"snoozed": {"../x": {"until": 1, "since": null}}}', '{"snoozed": {"000000000000": {"until": "x"}}}'])(
  'an unreadable list is reported, snoozes nothing and is unchanged: %s',
  async (text) => {
    review('a');
    const { id } = await place.only();
    fs.mkdirSync(path.dirname(snoozed()), { recursive: true });
    fs.writeFileSync(snoozed(), text);
    const shown = await run('needs-you');
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining(id) });
    expect(shown.err).toContain(`${snoozed()}: cannot read the list of snoozed items`);
    expect(await run('snooze', id)).toMatchObject({ code: 3, err: expect.stringContaining('Correct or remove the file') });
    expect(fs.readFileSync(snoozed(), 'utf8')).toBe(text);
  },
);

it('an error is reported if the folder cannot be created', async () => {
  review('a');
  const { id } = await place.only();
  fs.writeFileSync(path.join(place.home, '.cortex'), 'a file');
  expect(await run('snooze', id)).toMatchObject({ code: 3, err: expect.not.stringContaining('unexpected') });
});

it('concurrent processes lose no entries', async () => {
  const names = ['a', 'b', 'c', 'd'];
  for (const name of names) review(name);
  const start = path.join(temporaryFolder(), 'start.mjs');
  fs.writeFileSync(start, `process.env.HOME = ${JSON.stringify(place.home)};\nawait import(${JSON.stringify(cortexFile)});\n`);
  const ids = (await place.needs()).map(({ id }) => id);
  const runs = await Promise.all(ids.map((id) => runProcess([start, 'snooze', id, '--root', place.root])));
  expect(runs.map(({ code, err }) => [code, err])).toEqual(names.map(() => [0, '']));
  expect(Object.keys(JSON.parse(fs.readFileSync(snoozed(), 'utf8')).snoozed).sort()).toEqual([...ids].sort());
  expect(await place.needs()).toEqual([]);
});
