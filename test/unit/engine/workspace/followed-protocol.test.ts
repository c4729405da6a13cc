import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import type { LiveProtocol, Protocol, ProtocolLocation } from '../../../../src/engine/platform/protocol.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { watchDirectory } from '../../../../src/engine/platform/watching.ts';
import { FollowedProtocol } from '../../../../src/engine/workspace/followed-protocol.ts';
import { OpenedToy, toyProtocol } from '../../../fixtures/toy-protocol/toy.ts';
import { waitFor } from '../../../harness/wait.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

const ask = (folder: string, text: string) => {
  fs.mkdirSync(path.join(folder, '.toy'), { recursive: true });
  fs.writeFileSync(path.join(folder, '.toy', 'QUESTIONS.md'), text);
};

const placeIn = (folder: string | null): ProtocolLocation => ({ folder, home: '/', named: '', environment: {}, isTrusted: true });

/** Follows a protocol like the editor does, and records notifications and failures. */
function follow(protocol: Protocol<OpenedToy> = toyProtocol) {
  const failed: unknown[] = [];
  const loads = { count: 0 };
  const load = () => {
    loads.count += 1;
    return protocol.load();
  };
  const options = { runtime: nodeRuntime({}), watch: watchDirectory, failed: (error: unknown) => void failed.push(error) };
  const followed = new FollowedProtocol({ ...protocol, load }, options);
  const seen = { told: 0 };
  followed.onDidChange(() => {
    seen.told += 1;
  });
  onTestFinished(() => followed.close());
  return { followed, failed, seen, loads };
}

/** Returns the toy protocol with another `find` or `open`. */
const toyWith = (live: (real: LiveProtocol<OpenedToy>) => LiveProtocol<OpenedToy>): Protocol<OpenedToy> => ({
  ...toyProtocol,
  load: async () => live(await toyProtocol.load()),
});

const kinds = (followed: FollowedProtocol<OpenedToy>) => followed.places.map(({ state }) => state.kind);
const questions = (followed: FollowedProtocol<OpenedToy>) => followed.roots.flatMap(({ opened }) => opened?.questions ?? []);

describe('a followed protocol', () => {
  test('is loaded only once a sign of it appears', async () => {
    const { followed, loads, seen } = follow();
    await followed.show([placeIn(root)]);
    expect([loads.count, followed.isUsed, kinds(followed), seen.told]).toEqual([0, false, ['none'], 0]);
    ask(root, 'Why?\n');
    await waitFor('the question', async () => questions(followed).join() === 'Why?');
    expect([loads.count > 0, followed.isUsed, seen.told > 0]).toEqual([true, true, true]);
  });

  test('is loaded without a sign on use()', async () => {
    const { followed, loads } = follow();
    await followed.show([placeIn(root)]);
    await followed.use();
    expect([loads.count, followed.isUsed, kinds(followed)]).toEqual([1, true, ['none']]);
  });

  test('follows changes, removal and recreation, and closes what was removed', async () => {
    ask(root, 'Why?\n');
    const { followed } = follow();
    await followed.show([placeIn(root)]);
    const [first] = followed.places.map(({ opened }) => opened);
    expect(first?.questions).toEqual(['Why?']);
    ask(root, 'Why?\nWhen?\n');
    await waitFor('the change', async () => questions(followed).length === 2);
    fs.rmSync(path.join(root, '.toy'), { recursive: true });
    await waitFor('that it is gone', async () => kinds(followed).join() === 'none');
    expect(first?.isClosed).toBe(true);
    ask(root, 'Who?\n');
    await waitFor('that it is there again', async () => questions(followed).join() === 'Who?');
  });

  test('is found in a folder that is created later', async () => {
    const folder = path.join(root, 'later', 'project');
    const { followed } = follow();
    await followed.show([placeIn(folder)]);
    ask(folder, 'Why?\n');
    await waitFor('the question', async () => questions(followed).join() === 'Why?');
  });

  test('is read only a few times for a burst of changes', async () => {
    ask(root, '');
    const { followed } = follow();
    await followed.show([placeIn(root)]);
    const [toy] = followed.places.map(({ opened }) => opened);
    const before = toy?.readings ?? 0;
    for (let n = 0; n < 50; n += 1) ask(root, `${n}\n`);
    await waitFor('the last', async () => questions(followed).join() === '49');
    expect((toy?.readings ?? 0) - before).toBeLessThan(10);
  });

  test('is broken if it cannot be found, reports a need and a problem, and is retried', async () => {
    ask(root, 'Why?\n');
    let isBroken = true;
    const file = path.join(root, '.toy');
    const error = new CortexError('broken-file', 'is not what it should be', { file });
    const broken = toyWith(({ find }) => ({
      find: (runtime, place) => {
        if (isBroken) throw error;
        return find(runtime, place);
      },
    }));
    const { followed, failed } = follow(broken);
    await followed.show([placeIn(root)]);
    expect(followed.places[0]?.state).toEqual({ kind: 'broken', error });
    expect(followed.problems()).toMatchObject([{ severity: 'error', file }]);
    expect(await followed.places[0]?.needs(0)).toMatchObject([{ kind: 'broken', title: '.toy' }]);
    isBroken = false;
    await followed.comeBack();
    expect([questions(followed), failed]).toEqual([['Why?'], []]);
  });

  test('logs a defect in one place without affecting others, and retries', async () => {
    const [one, other] = [path.join(root, 'one'), path.join(root, 'other')];
    ask(one, 'One?\n');
    ask(other, 'Other?\n');
    let isBroken = true;
    const defective = toyWith(({ find }) => ({
      find: (runtime, place) => {
        if (isBroken && place.folder === one) throw new TypeError('a defect');
        return find(runtime, place);
      },
    }));
    const { followed, failed } = follow(defective);
    await followed.show([placeIn(one), placeIn(other)]);
    expect([kinds(followed), failed.length]).toEqual([['none', 'open'], 1]);
    isBroken = false;
    await followed.refresh();
    expect(questions(followed)).toEqual(['One?', 'Other?']);
  });

  test('is read again on comeBack() if changes cannot be watched', async () => {
    ask(root, 'Why?\n');
    const runtime = nodeRuntime({});
    const watch = () => {
      throw Object.assign(new Error('no more watches'), { code: 'ENOSPC' });
    };
    const followed = new FollowedProtocol(toyProtocol, { runtime, watch, failed: () => undefined });
    onTestFinished(() => followed.close());
    await followed.show([placeIn(root)]);
    expect(followed.problems()[0]?.summary).toContain('the limit of file watches is reached');
    ask(root, 'When?\n');
    await followed.comeBack();
    expect(questions(followed)).toEqual(['When?']);
  });

  test('is opened in each folder, and counted once for each root', async () => {
    ask(root, 'Why?\n');
    fs.mkdirSync(path.join(root, 'inner'));
    const above = toyWith(() => ({
      find: (runtime, { folder }) => ({ key: String(folder), open: (options) => new OpenedToy(runtime, root, options) }),
    }));
    const { followed } = follow(above);
    await followed.show([placeIn(root), placeIn(path.join(root, 'inner'))]);
    expect([kinds(followed), questions(followed)]).toEqual([['open', 'open'], ['Why?']]);
  });

  test('is closed in folders that are removed', async () => {
    ask(root, 'Why?\n');
    const { followed } = follow();
    await followed.show([placeIn(root)]);
    const [toy] = followed.places.map(({ opened }) => opened);
    await followed.show([]);
    expect([toy?.isClosed, followed.places]).toEqual([true, []]);
  });

  test('closes what is being opened, and notifies nobody after close()', async () => {
    ask(root, 'Why?\n');
    let made: OpenedToy | undefined;
    let isOpening = false;
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = toyWith(() => ({
      find: (runtime, { folder }) => ({
        key: String(folder),
        open: async (options) => {
          isOpening = true;
          await gate;
          made = new OpenedToy(runtime, String(folder), options);
          return made;
        },
      }),
    }));
    const { followed, seen } = follow(slow);
    const shown = followed.show([placeIn(root)]);
    await waitFor('it to be opened', async () => isOpening);
    const closed = followed.close();
    go();
    await Promise.all([shown, closed]);
    expect([made?.isClosed, seen.told, followed.places]).toEqual([true, 0, []]);
  });

  test('skips the second look, which may write, in an untrusted place', async () => {
    ask(root, 'Why?\n');
    let looks = 0;
    const counting = toyWith(() => ({
      find: (runtime, { folder }) => ({
        key: String(folder),
        open: (options) => {
          const lookLater = () => {
            looks += 1;
          };
          return Object.assign(new OpenedToy(runtime, String(folder), options), { lookLater });
        },
      }),
    }));
    const { followed } = follow(counting);
    await followed.show([{ ...placeIn(root), isTrusted: false }]);
    ask(root, 'When?\n');
    await waitFor('the change', async () => questions(followed).join() === 'When?');
    expect(looks).toBe(0);
    await followed.show([placeIn(root)]);
    ask(root, 'Who?\n');
    await waitFor('the change', async () => questions(followed).join() === 'Who?');
    expect(looks).toBeGreaterThan(0);
  });
});
