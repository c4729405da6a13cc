import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TURN_MS, type Turn } from '../../../../src/engine/files/mutex.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { beforeLink, beforeOpen, dead, errorOf, once, us, useMutexFolder } from '../../../support/mutex-folder.ts';

const folder = useMutexFolder();

describe('a turn', () => {
  it('is taken in a directory that it creates, under its number, by a complete owner file', () => {
    const turn = folder.take();
    expect(turn.number).toBe(1);
    expect(folder.names()).toEqual(['1']);
    expect(fs.lstatSync(folder.at(1)).nlink).toBe(1);
    expect(JSON.parse(fs.readFileSync(folder.at(1), 'utf8'))).toEqual({ ...us, nonce: expect.stringMatching(/^[0-9a-f]{16}$/) });
    turn.assertCurrent();
  });

  it('excludes all others until it is released', () => {
    const [a, b] = [folder.mutex(), folder.mutex()];
    const turn = folder.take(a);
    expect(a.tryAcquire()).toBeNull();
    expect(b.tryAcquire()).toBeNull();
    expect(b.tryAcquire()).toBeNull();
    turn.assertCurrent();
    turn.release();
    expect(folder.take(b).number).toBe(2);
    expect(a.tryAcquire()).toBeNull();
  });

  it('is over after its release, and releasing again has no effect', () => {
    const turn = folder.take();
    turn.release();
    turn.release();
    expect(errorOf(() => turn.assertCurrent()).code).toBe('busy');
    const next = folder.take();
    turn.release();
    next.assertCurrent();
    expect(folder.names()).toEqual(['1', '1.end', '2']);
  });

  it('leaves only its own names behind; numbers only grow after the sweep', () => {
    folder.runTurns(3);
    expect(folder.names()).toEqual(['3', '3.end']);
    expect(folder.take().number).toBe(4);
  });

  it('continues from ten to eleven', () => {
    folder.runTurns(11);
    expect(folder.names()).toEqual(['11', '11.end']);
  });
});

describe('races', () => {
  it('two takers of one turn: the link succeeds once', () => {
    const winners: Turn[] = [];
    const loser = folder.withFs(beforeLink(() => winners.push(folder.take())));
    expect(loser.tryAcquire()).toBeNull();
    expect(winners[0]?.number).toBe(1);
    winners[0]?.assertCurrent();
    expect(folder.names()).toEqual(['1']);
  });

  it('two reapers: both end the dead turn, one takes the next', () => {
    folder.writeOwner(1, dead);
    const winners: Turn[] = [];
    const loser = folder.withFs(beforeOpen(folder.at('1.end'), () => winners.push(folder.take())));
    expect(loser.tryAcquire()).toBeNull();
    expect(winners[0]?.number).toBe(2);
    winners[0]?.assertCurrent();
    expect(folder.names()).toEqual(['1', '1.end', '2']);
  });

  it('reaper that slept: ends the turn that it judged, never a later one', () => {
    folder.writeOwner(1, dead);
    const winners: Turn[] = [];
    const intrude = () => {
      folder.runTurns(2);
      winners.push(folder.take());
    };
    const reaper = folder.withFs(beforeOpen(folder.at('1.end'), intrude));
    expect(reaper.tryAcquire()).toBeNull();
    expect(winners[0]?.number).toBe(4);
    winners[0]?.assertCurrent();
    winners[0]?.release();
    expect(folder.names()).toEqual(['4', '4.end']);
  });

  it('reaper and releasing owner: the turn is ended once', () => {
    const expired = folder.take();
    folder.backDate(1, TURN_MS + 1);
    const reaper = folder.withFs(beforeOpen(folder.at('1.end'), () => expired.release()));
    expect(folder.take(reaper).number).toBe(2);
    expect(folder.names()).toEqual(['1', '1.end', '2']);
  });

  it('sleeper: abandons a turn made from an old listing, without an effect on others', () => {
    folder.runTurns(1);
    const winners: Turn[] = [];
    const intrude = () => {
      folder.runTurns(3);
      winners.push(folder.take());
    };
    const sleeper = folder.withFs(beforeLink(intrude));
    expect(sleeper.tryAcquire()).toBeNull();
    expect(winners[0]?.number).toBe(5);
    winners[0]?.assertCurrent();
    expect(folder.names()).toEqual(['4', '4.end', '5']);
  });

  it('sleeper that wakes while the mutex is free: starts over and takes the next turn', () => {
    folder.runTurns(1);
    const sleeper = folder.withFs(beforeLink(() => folder.runTurns(3)));
    expect(folder.take(sleeper).number).toBe(5);
  });

  it('expired but alive: the holder gets `busy` at its commit, and the next holder does not', () => {
    const expired = folder.take();
    folder.backDate(1, TURN_MS + 1);
    const next = folder.take();
    expect(next.number).toBe(2);
    const error = errorOf(() => expired.assertCurrent());
    expect(error).toMatchObject({ code: 'busy', data: { file: folder.path, next: expect.stringMatching(/read the file again/i) } });
    next.assertCurrent();
    expired.release();
    next.assertCurrent();
  });

  it('expired but alive: the holder gets `busy` also when its turn was ended and the mutex is free', () => {
    const expired = folder.take();
    fs.writeFileSync(folder.at('1.end'), '');
    expect(errorOf(() => expired.assertCurrent()).code).toBe('busy');
  });

  it('expired and overtaken: the holder gets `busy` also when the end file was lost', () => {
    const expired = folder.take();
    folder.backDate(1, TURN_MS + 1);
    folder.take();
    fs.rmSync(folder.at('1.end'));
    expect(errorOf(() => expired.assertCurrent()).code).toBe('busy');
  });

  it.each([
    ['the end of the last turn', ['3'], 4],
    ['the last turn, not its end', ['3.end'], 4],
    ['all but one early turn', ['1'], 2],
    ['everything', [], 1],
  ])('a turn can be taken after a power loss that left: %s', (_, left, number) => {
    folder.make();
    for (const name of left) {
      fs.writeFileSync(folder.at(name), JSON.stringify({ ...us, boot: 'before' }));
      folder.backDate(name, TURN_MS + 1);
    }
    const turn = folder.take();
    turn.assertCurrent();
    expect(turn.number).toBe(number);
  });

  it('the folder is removed during a turn: the turn is over, even after another process starts again', () => {
    const lost = folder.take();
    fs.rmSync(folder.path, { recursive: true });
    expect(errorOf(() => lost.assertCurrent()).code).toBe('busy');
    expect(fs.existsSync(folder.path)).toBe(false);
    const other = folder.take();
    expect(other.number).toBe(lost.number);
    expect(errorOf(() => lost.assertCurrent()).code).toBe('busy');
    lost.release();
    other.assertCurrent();
  });

  it('the candidate was swept before it was linked: another candidate is created', () => {
    const sweep = () => {
      for (const name of folder.names()) fs.rmSync(folder.at(name));
    };
    const slow = folder.withFs(beforeLink(sweep));
    folder.take(slow).assertCurrent();
    expect(folder.names()).toEqual(['1']);
  });

  it('the judged turn was swept meanwhile: the directory is listed again', () => {
    folder.writeOwner(1, us);
    const intrude = once(() => {
      folder.backDate(1, TURN_MS + 1);
      folder.runTurns(1);
    });
    const slow = folder.withFs({
      lstatSync(file, options) {
        intrude();
        return nodeFileSystem.lstatSync(file, options);
      },
    });
    expect(folder.take(slow).number).toBe(3);
  });
});
