import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../harness/wait.ts';
import { AnsweringLogs } from '../../../../support/answering-logs.ts';
import { addText, type Note } from '../../../../support/notes.ts';

const note = (text: string): Note => ({ op: 'note', text });

let logs: AnsweringLogs;
beforeEach(() => {
  logs = new AnsweringLogs();
});
afterEach(() => logs.end());

const text = () => fs.readFileSync(logs.published, 'utf8');
const publication = () => waitFor('the file to be published', async () => fs.existsSync(logs.published) && logs.shown().length >= 2);

describe('actions of a follower on its own', () => {
  it('a foreign edit that a follower adopts is published without a message to its leader', async () => {
    await logs.leader();
    await publication();
    const follower = await logs.follower();
    fs.writeFileSync(logs.published, addText(text(), 'by hand'));
    const foreign = text();
    await follower.read();
    await waitFor('the file to be published anew', async () => text() !== foreign);
    expect(logs.shown()).toEqual(['first', 'second', 'by hand']);
  });

  it('a record acknowledged in a deleted log is not lost when the leader of another log answers first', async () => {
    await logs.leader();
    await publication();
    const follower = await logs.follower();
    await follower.transact(note('third'));
    expect(logs.shown(), 'it is not published yet').not.toContain('third');
    fs.rmSync(logs.directory, { recursive: true });
    const next = logs.open();
    await next.transact(note('fourth'));
    await next.transact(note('fifth'));
    await follower.transact(note('sixth'));
    await waitFor('the next leader to publish', async () => logs.shown().includes('sixth'));
    await follower.transact(note('seventh'));
    await follower.read();
    expect(follower.state.seen.filter((seen) => seen === 'third')).toEqual(['third']);
  });
});

describe('the file of a leader', () => {
  it('that has died is removed by the first process that cannot connect, so that later ones do not wait', async () => {
    fs.mkdirSync(path.dirname(logs.leaderFile), { recursive: true });
    const socket = path.join(path.dirname(logs.leaderFile), 'abcdef');
    const die = `require('net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', die]);
    expect(fs.existsSync(socket)).toBe(true);
    fs.writeFileSync(logs.leaderFile, JSON.stringify({ socket: 'abcdef', secret: '0'.repeat(64) }), { mode: 0o600 });
    const command = await logs.follower();
    expect(fs.existsSync(logs.leaderFile)).toBe(false);
    expect(await command.transact(note('alone'))).toMatchObject({ answer: 1 });
  });

  it('that another leader has taken over stays when the first leader closes', async () => {
    const stopped = await logs.leader();
    // As a follower does after it has waited in vain.
    fs.unlinkSync(logs.leaderFile);
    const next = logs.open();
    await next.transact(note('third'));
    await next.transact(note('fourth'));
    expect(fs.existsSync(logs.leaderFile)).toBe(true);
    await logs.close(stopped);
    expect(fs.existsSync(logs.leaderFile)).toBe(true);
    const follower = await logs.follower();
    await follower.transact(note('fifth'));
    expect(follower.isBehind).toBe(true);
    await logs.close(next);
    expect(fs.readdirSync(path.dirname(logs.leaderFile))).toEqual([]);
  });

  it('that is removed ends the leadership: the process follows the new leader, or leads again', async () => {
    const stopped = await logs.leader();
    fs.unlinkSync(logs.leaderFile);
    const next = logs.open();
    await next.transact(note('third'));
    await next.transact(note('fourth'));
    await waitFor('the first one to follow', async () => {
      await stopped.transact(note('more'));
      return stopped.isBehind;
    });
    fs.rmSync(path.dirname(logs.leaderFile), { recursive: true });
    await waitFor('somebody to lead anew', async () => {
      await next.transact(note('more'));
      return fs.existsSync(logs.leaderFile) || next.isBehind;
    });
  });

  it('that is removed from a leader that only reads is offered again', async () => {
    const reader = await logs.leader();
    fs.unlinkSync(logs.leaderFile);
    await waitFor('the reader to lead anew', async () => {
      await reader.read();
      return fs.existsSync(logs.leaderFile);
    });
    const follower = await logs.follower();
    expect(await follower.transact(note('third'))).toMatchObject({ answer: 3 });
    expect(follower.isBehind).toBe(true);
  });
});
