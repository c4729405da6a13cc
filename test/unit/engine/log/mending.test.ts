import { beforeEach, describe, expect, test } from 'vitest';
import { readText, writeText } from '../../../support/fault-fs/files.ts';
import { DIRECTORY, PUBLISHED } from '../../../support/simulation.ts';
import { editInPlace, exists, note, openLog } from './others.ts';
import { begin, fs, open, published, say, time } from './scene.ts';

const FILE = `${DIRECTORY}/000001.jsonl`;
const lines = () => readText(fs, FILE).split('\n');

/** Damages the lines of these notes, or other text in a line, in many bytes. */
function damage(...texts: readonly string[]): void {
  const wrong = lines().map((line) => (texts.some((text) => line.includes(text)) ? line.replaceAll(/[a-z]/g, 'Z') : line));
  writeText(fs, FILE, wrong.join('\n'));
}

/** The latest ordinal of the log. */
function ordinal(): number {
  const log = openLog(fs, { time, seed: 99 });
  log.refresh();
  const { ordinal: latest } = log.core;
  log.close();
  return latest;
}

beforeEach(begin);

describe('what a damaged line did is taken back from the published file', () => {
  test('before the next publication, once', async () => {
    await say('a', 'b');
    damage('"text":"a"');
    const problems = await say('c');
    expect(problems.join()).toMatch(/000001\.jsonl:\d+: skipped a damaged line/);
    expect(published().sort()).toEqual(['a', 'b', 'c']);
    await say('d');
    expect(published().sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(lines().filter((line) => line.includes('"mends"'))).toHaveLength(1);
  });

  test('by a command that only reads', async () => {
    await say('a', 'b');
    damage('"text":"a"');
    const log = open();
    await log.read();
    expect([...log.state.seen].sort()).toEqual(['a', 'b']);
    await log.close();
  });

  test('if the last line of the log is damaged, and nothing follows it', async () => {
    await say('a');
    const all = lines();
    writeText(
      fs,
      FILE,
      all
        .slice(
          0,
          all.findIndex((line) => line.includes('"op":"publish"')),
        )
        .join('\n'),
    );
    damage('"text":"a"');
    await say('b');
    expect(published().sort()).toEqual(['a', 'b']);
  });

  test('but not what a later record ended', async () => {
    await say('a', 'b');
    const log = openLog(fs, { time, seed: 7 });
    log.append({ op: 'unsay', text: 'a' });
    log.close();
    damage('"op":"note","text":"a"');
    await say('c');
    expect(published().sort()).toEqual(['b', 'c']);
  });

  test('and not what was never published', async () => {
    await say('a');
    const log = openLog(fs, { time, seed: 7 });
    log.append(note('unpublished'));
    log.close();
    damage('unpublished');
    await say('b');
    expect(published().sort()).toEqual(['a', 'b']);
  });

  test('also if the damaged line is an adoption, which a later one names', async () => {
    await say('a');
    editInPlace(fs, 'first');
    await say('b');
    editInPlace(fs, 'second');
    await say('c');
    damage('"texts":["first"]');
    await say('d');
    expect(published().sort()).toEqual(['a', 'b', 'c', 'd', 'first', 'second']);
  });

  test('while other processes do the same', async () => {
    await say('a', 'b');
    damage('"text":"a"');
    const logs = [open(fs, true), open(fs, true), open(fs, true)];
    await Promise.all(logs.map((log, n) => log.transact(note(`n${n}`))));
    for (const log of logs) await log.close();
    expect(published().sort()).toEqual(['a', 'b', 'n0', 'n1', 'n2']);
  });

  test('and a process that had read the line reads the log again', async () => {
    await say('a', 'b');
    const before = open(fs, true);
    await before.read();
    damage('"text":"a"');
    const other = open(fs, true);
    await other.transact(note('c'));
    await other.close();
    await before.transact(note('d'));
    expect([...before.state.seen].sort()).toEqual(['a', 'b', 'c', 'd']);
    await before.close();
    expect(published().sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('and nothing is written if no line is damaged', async () => {
    await say('a');
    await say('b');
    expect(readText(fs, FILE)).not.toContain('"mends"');
    expect(exists(fs, PUBLISHED)).toBe(true);
  });
});

describe('ordinals do not go back', () => {
  test('if the first record is damaged', async () => {
    await say('a', 'b');
    const before = ordinal();
    const [floor = ''] = /"floor":\d+/.exec(readText(fs, FILE)) ?? [];
    writeText(fs, FILE, readText(fs, FILE).replace(`"op":"begin"`, `"OP":"BEGIN"`).replace(floor, floor.replace(/:\d/, ':0')));
    expect(ordinal()).toBe(before);
  });

  test('if several lines are one damaged line', async () => {
    await say('a', 'b', 'c');
    const before = ordinal();
    const all = lines();
    const at = all.findIndex((line) => line.includes('"text":"a"'));
    writeText(fs, FILE, [...all.slice(0, at), '\0'.repeat(400), ...all.slice(at + 2)].join('\n'));
    expect(ordinal()).toBe(before);
  });

  test('if a newline splits a record', async () => {
    await say('a', 'b', 'c');
    const before = ordinal();
    writeText(fs, FILE, readText(fs, FILE).replace('"text":"a"', '"text":"a\n'));
    expect(ordinal()).toBe(before);
  });

  test('if one bit of a floor is wrong', async () => {
    await say('a');
    const before = ordinal();
    for (const digit of [3, 8, 15]) {
      const text = readText(fs, FILE);
      const at = text.indexOf('"floor":') + 8 + digit;
      writeText(fs, FILE, `${text.slice(0, at)}${Number(text[at]) ^ 1}${text.slice(at + 1)}`);
      expect(ordinal()).toBe(before);
      writeText(fs, FILE, text);
    }
  });
});
