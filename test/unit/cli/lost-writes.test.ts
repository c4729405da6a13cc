/** What one command has written and another program has taken away again is told, by whatever command comes next. */
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

/** What another program does that has read the file before, and was not told of any change since. */
function writeBack(text: string, later = 0): void {
  fs.writeFileSync(queue(), text.replace('## Next Action', '## Next Action\n- its own'));
  const seconds = fs.statSync(queue()).mtimeMs / 1_000 + later;
  fs.utimesSync(queue(), seconds, seconds);
}

/** The first that is told of it; that is done once. */
function told(by: () => Promise<Run>): Promise<Run> {
  return waitFor('the loss to be told', async () => {
    const said = await by();
    return said.err.includes(' is not there as it was written: ') && said;
  });
}

describe.each([
  ['that does what it was asked for', () => run('status'), 0],
  ['that is refused', () => run('done', 'shop', 'Nothing', '--agent', 'b', '--summary', 's'), 1],
])('the next command %s tells', (_, next, code) => {
  test('of a claim that is gone', async () => {
    const before = fs.readFileSync(queue(), 'utf8');
    expect((await run('claim', 'shop', '--agent', 'a')).code).toBe(0);
    writeBack(before);
    expect(await told(next)).toMatchObject({
      code,
      err: expect.stringContaining('the claim of task "One" in shop by a is not there as it was written: somebody changed or removed it'),
    });
    expect((await next()).err).not.toContain('is not there as it was written');
  }, 240_000);

  test('of a task that is gone, also where the file was written again much later', async () => {
    const before = fs.readFileSync(queue(), 'utf8');
    expect((await run('dispatch', 'shop', '--title', 'Two')).code).toBe(0);
    writeBack(before, 60);
    expect(await told(next)).toMatchObject({
      code,
      err: expect.stringMatching(
        /the task "Two" \(.*\) is not there as it was written: somebody changed or removed it, or another program wrote the file without it/,
      ),
    });
    expect((await next()).err).not.toContain('is not there as it was written');
  }, 240_000);
});

test('the next command tells that a settled file was written back as one side had it', async () => {
  const before = fs.readFileSync(queue(), 'utf8');
  const task = (title: string) => `### 2026-03-28T10:00\n**Task:** ${title}\n**Status:** ready\n`;
  fs.writeFileSync(queue(), `${before}\n${'<'.repeat(7)} HEAD\n${task('Ours')}=======\n${task('Theirs')}>>>>>>> theirs\n`);
  expect((await run('settle', queue())).err).toContain('The id of the task "Theirs" is 2026-03-28T10:00:01 now');
  writeBack(`${before}\n${task('Ours')}`);
  const said = await told(() => run('status'));
  expect(said.err).toContain('the resolution of its merge conflicts is not there as it was written');
}, 240_000);

test('a project that cannot be read is not called unknown', async () => {
  fs.rmSync(queue());
  fs.mkdirSync(queue());
  const { code, err } = await run('claim', 'shop', '--agent', 'a');
  expect([code, err]).toEqual([3, expect.stringContaining('projects/shop.md:1: the project cannot be read: is a folder, not a file')]);
}, 60_000);
