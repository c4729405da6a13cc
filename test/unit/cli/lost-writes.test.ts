/** A change that another program overwrites is reported by the next command. */
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../harness/wait.ts';
import { cortexFile, type Run, runProcess } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

let team: string;
const run = (...words: readonly string[]): Promise<Run> => runProcess([cortexFile, 'team', ...words, '--team', team], team);
const queue = () => path.join(team, 'projects/shop.md');

beforeEach(async () => {
  team = temporaryFolder();
  await run('setup');
  for (const agent of ['A', 'B']) await run('register', agent, '--project', 'shop', '--directory', team);
  await run('dispatch', 'shop', '--title', 'One');
});

/** Writes the file like a program that read it before the change. */
function writeBack(text: string, later = 0): void {
  fs.writeFileSync(queue(), text.replace('## Next Action', '## Next Action\n- its own'));
  const seconds = fs.statSync(queue()).mtimeMs / 1_000 + later;
  fs.utimesSync(queue(), seconds, seconds);
}

/** Waits for the first command that reports the loss. The loss is reported once. */
function told(by: () => Promise<Run>): Promise<Run> {
  return waitFor('the loss to be told', async () => {
    const said = await by();
    return said.err.includes(' is no longer in the file as written: ') && said;
  });
}

describe.each([
  ['that does what it was asked for', () => run('status'), 0],
  ['that is refused', () => run('done', 'shop', 'Nothing', '--agent', 'b', '--summary', 's'), 1],
])('the next command %s reports', (_, next, code) => {
  test('a lost claim', async () => {
    const before = fs.readFileSync(queue(), 'utf8');
    expect((await run('claim', 'shop', '--agent', 'a')).code).toBe(0);
    writeBack(before.replace('**Task:** One', '**Task:** One, and its tests'));
    expect(await told(next)).toMatchObject({
      code,
      err: expect.stringContaining('the claim of task "One" in shop by a is no longer in the file as written: it was changed or removed'),
    });
    expect((await next()).err).not.toContain('is no longer in the file as written');
  });

  test('a lost task, also if the file was written again much later', async () => {
    const before = fs.readFileSync(queue(), 'utf8');
    expect((await run('dispatch', 'shop', '--title', 'Two')).code).toBe(0);
    writeBack(before, 60);
    expect(await told(next)).toMatchObject({
      code,
      err: expect.stringMatching(
        /the task "Two" \(.*\) is no longer in the file as written: it was changed or removed, or another program wrote the file without it/,
      ),
    });
    expect((await next()).err).not.toContain('is no longer in the file as written');
  });
});

test('a claim that another program overwrote is made again, and no other agent gets the task', async () => {
  const before = fs.readFileSync(queue(), 'utf8');
  expect((await run('claim', 'shop', '--agent', 'a')).code).toBe(0);
  writeBack(before);
  await waitFor('the claim', async () => (await run('status')).code === 0 && fs.readFileSync(queue(), 'utf8').includes('**Agent:** a'));
  expect(await run('claim', 'shop', 'One', '--agent', 'b')).toMatchObject({ code: 1, err: expect.stringContaining('In progress by a') });
  expect(fs.readFileSync(queue(), 'utf8')).toContain('- its own');
});

test('the next command reports that a resolved file was overwritten with one side', async () => {
  const before = fs.readFileSync(queue(), 'utf8');
  const task = (title: string) => `### 2026-03-28T10:00\n**Task:** ${title}\n**Status:** ready\n`;
  fs.writeFileSync(queue(), `${before}\n${'<'.repeat(7)} HEAD\n${task('Ours')}=======\n${task('Theirs')}>>>>>>> theirs\n`);
  expect((await run('settle', queue())).err).toContain('The id of the task "Theirs" is now 2026-03-28T10:00:01');
  writeBack(`${before}\n${task('Ours')}`);
  const said = await told(() => run('status'));
  expect(said.err).toContain('the resolution of its merge conflicts is no longer in the file as written');
});

test('a project that cannot be read is not called unknown', async () => {
  fs.rmSync(queue());
  fs.mkdirSync(queue());
  const { code, err } = await run('claim', 'shop', '--agent', 'a');
  expect([code, err]).toEqual([3, expect.stringContaining('projects/shop.md:1: the project cannot be read: is a folder, not a file')]);
});
