import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { NeedsPlace } from '../../../support/needs.ts';

let place: NeedsPlace;
beforeEach(() => {
  place = new NeedsPlace();
  place.write({ 'vault/cortex.toml': 'timezone = "UTC"\n' });
});

const file = (name: string) => path.join(place.root, 'vault', name);
const note = (name: string, more = '') => `---\nname: ${name}\nstatus: active\nupdated: 2026-03-20\n${more}---\nText.\n`;

describe('a note to review', () => {
  beforeEach(() => place.write({ 'vault/atoms/my note.md': note('Deploy on Monday').replace('active', 'review') }));

  it('can be accepted by a person', async () => {
    expect(await place.only()).toMatchObject({
      kind: 'review',
      rank: 'soon',
      title: 'Deploy on Monday',
      why: 'waits for review by a person',
      since: Date.parse('2026-03-20T00:00Z'),
      day: '2026-03-20',
      place: { file: file('atoms/my note.md'), line: 1 },
    });
    await place.settles('cortex vault accept');
  });

  it('can be archived', async () => {
    await place.settles('cortex vault archive');
  });
});

describe('two contradicting notes', () => {
  beforeEach(() => {
    place.write({ 'vault/atoms/a.md': note('Red', 'contradicts: "[[b]]"\n'), 'vault/atoms/b.md': note('Blue') });
  });

  it('can be resolved in favour of the first', async () => {
    expect(await place.only()).toMatchObject({
      kind: 'contradiction',
      rank: 'soon',
      title: 'Red',
      why: 'contradicts Blue, and both are current',
      since: null,
      place: { file: file('atoms/a.md'), line: 1 },
    });
    await place.settles('cortex vault supersede atoms/b.md atoms/a.md');
  });

  it('can be resolved in favour of the second', async () => {
    await place.settles('cortex vault supersede atoms/a.md atoms/b.md');
  });
});

it('an unreadable note is at risk, unlike one with a wrong value or missing quotes', async () => {
  place.write({
    'vault/atoms/a.md': '---\nname: Red\nText.\n',
    'vault/atoms/b.md': note('Blue', 'confidence: much\n'),
    'vault/atoms/d.md': note('Open question: who pays?', 'tags: [#tide]\n'),
  });
  fs.writeFileSync(file('atoms/c.md'), Buffer.from([0x23, 0xff, 0x0a]));
  const needs = await place.needs();
  expect(needs.map(({ kind, rank, title }) => [kind, rank, title]).sort()).toEqual([
    ['broken', 'at-risk', 'atoms/a.md'],
    ['broken', 'at-risk', 'atoms/c.md'],
  ]);
  for (const { place: at } of needs) expect(fs.existsSync(at?.file ?? '')).toBe(true);
});

it('an unreadable configuration is reported', async () => {
  place.write({ 'vault/cortex.toml': 'timezone = [\n' });
  expect(await place.only()).toMatchObject({ kind: 'broken', title: 'cortex.toml', place: { file: file('cortex.toml') } });
});

it('git merge conflicts in the configuration are needs beside others', async () => {
  const conflict = '<<<<<<< HEAD\n[mine]\n=======\n[theirs]\n>>>>>>> feature\n';
  place.write({ 'vault/cortex.toml': `timezone = "UTC"\n${conflict}`, 'vault/atoms/a.md': note('Red').replace('active', 'review') });
  const needs = await place.needs();
  expect(needs.map(({ kind }) => kind)).toEqual(['broken', 'review']);
  const [, command = ''] = /To keep both sides: (cortex vault settle .*)$/.exec(needs[0]?.why ?? '') ?? [];
  expect(await place.type(command)).toMatchObject({ code: 0 });
  expect((await place.needs()).map(({ kind }) => kind)).toEqual(['review']);
});

it('git merge conflicts in a note are needs until settled, and hide its review', async () => {
  const conflict = '<<<<<<< HEAD\nstatus: active\n=======\nstatus: review\n>>>>>>> feature\n';
  place.write({ 'vault/atoms/my note.md': `---\nname: Red\n${conflict}---\nText.\n` });
  const { kind, rank, title, why, place: at } = await place.only();
  expect([kind, rank, title, at]).toEqual(['broken', 'at-risk', 'atoms/my note.md', { file: file('atoms/my note.md'), line: 3 }]);
  const [, command = ''] = /To keep both sides: (cortex vault settle .*)$/.exec(why) ?? [];
  expect(await place.type(command)).toMatchObject({ code: 0 });
  expect((await place.needs()).map((need) => need.kind)).toEqual(['review']);
});
