import { expect, test } from 'vitest';
import { OpenFolders } from '../../../src/host/model/open-folders.ts';

class Door {
  closed = false;

  constructor(
    readonly name: string,
    private readonly jams: boolean,
  ) {}

  async close(): Promise<void> {
    this.closed = true;
    if (this.jams) throw new Error(`${this.name} jams`);
  }
}

/** A promise that is resolved from outside. */
class Signal {
  give: () => void = () => undefined;
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}

function house(options: { readonly stuck?: string; readonly jams?: string } = {}) {
  const failures: unknown[] = [];
  const doors: Door[] = [];
  const slow = new Signal();
  const slowBegun = new Signal();
  const folders = new OpenFolders<string, Door>({
    keyOf: (folder) => folder,
    open: async (folder) => {
      if (folder === 'slow') {
        slowBegun.give();
        await slow.given;
      }
      if (folder === options.stuck) throw new Error(`${folder} is stuck`);
      const door = new Door(folder, folder === options.jams);
      doors.push(door);
      return door;
    },
    failed: (error) => failures.push(error),
  });
  const names = () => folders.all.map(({ opened }) => opened.name);
  return { folders, doors, failures, names, slowBegun: slowBegun.given, arrive: () => slow.give() };
}

test('show keeps folders that stay, opens and closes the others, and follows the given order', async () => {
  const { folders, doors, names } = house();
  await folders.show(['a', 'b'], false);
  await folders.show(['c', 'b'], false);
  expect(names()).toEqual(['c', 'b']);
  expect(doors.map(({ name, closed }) => [name, closed])).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
  ]);
});

test('open folders stay visible while others are being opened', async () => {
  const { folders, names, slowBegun, arrive } = house();
  await folders.show(['a'], false);
  const done = folders.show(['a', 'slow'], false);
  await slowBegun;
  expect(names()).toEqual(['a']);
  arrive();
  await done;
  expect(names()).toEqual(['a', 'slow']);
});

test('show with the flag anew reopens all folders and closes the old ones', async () => {
  const { folders, doors } = house();
  await folders.show(['a'], false);
  await folders.show(['a'], true);
  expect(doors.map(({ closed }) => closed)).toEqual([true, false]);
});

test('a folder that cannot be opened or closed is reported, and does not affect the others', async () => {
  const { folders, doors, failures, names } = house({ stuck: 'b', jams: 'a' });
  await folders.show(['a', 'b', 'c'], false);
  expect(names()).toEqual(['a', 'c']);
  await folders.show([], false);
  expect(doors.map(({ closed }) => closed)).toEqual([true, true]);
  expect(failures.map(String)).toEqual(['Error: b is stuck', 'Error: a jams']);
});

test('close waits for folders that are being opened, closes them too, and opens nothing afterwards', async () => {
  const { folders, doors, names, slowBegun, arrive } = house();
  void folders.show(['a', 'slow'], false);
  await slowBegun;
  const closing = folders.close();
  arrive();
  await closing;
  expect(doors.map(({ name }) => name)).toEqual(['a', 'slow']);
  await folders.show(['b'], false);
  expect(names()).toEqual([]);
  expect(doors.every(({ closed }) => closed)).toBe(true);
});
