import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nodeFileSystem, OPEN } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import type { MessageDraft } from '../../../../src/engine/stack/messages/message.ts';
import { StackStore } from '../../../../src/engine/stack/store.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { makeNamedPipe } from '../../../support/named-pipe.ts';

const MESSAGE: MessageDraft = {
  from: 'ann',
  to: 'bob',
  thread: null,
  replyTo: null,
  type: 'task',
  time: '2026-01-19T10:30:00Z',
  content: 'one',
  fields: [],
};

function stackWithIndex(make: (index: string) => void): StackStore {
  const directory = temporaryFolder();
  fs.mkdirSync(path.join(directory, '.local'));
  make(path.join(directory, '.local', 'inbox.ids'));
  return new StackStore(nodeRuntime({}), directory);
}

async function refusal(store: StackStore): Promise<unknown> {
  const error: unknown = await store.mailbox.deliver([MESSAGE]).catch((failure: unknown) => failure);
  await store.edits.whenIdle();
  expect(fs.existsSync(path.join(store.directory, 'INBOX.md')) && store.mailbox.read().messages.length).toBeFalsy();
  return error;
}

it('is not written through a link that leads out of the stack', async () => {
  const precious = path.join(temporaryFolder(), 'precious');
  fs.writeFileSync(precious, 'precious');
  const store = stackWithIndex((index) => fs.symlinkSync(precious, index));
  expect(await refusal(store)).toMatchObject({ code: 'outside-root' });
  expect(fs.readFileSync(precious, 'utf8')).toBe('precious');
});

it.skipIf(process.platform === 'win32')('does not block on a named pipe in its place', async () => {
  const store = stackWithIndex(makeNamedPipe);
  expect(await refusal(store)).toMatchObject({ code: 'broken-file', data: { file: path.join(store.directory, '.local', 'inbox.ids') } });
});

it('is named in the error if it is a folder or too large', async () => {
  const makers = [(index: string) => fs.mkdirSync(index), (index: string) => fs.writeFileSync(index, '')];
  for (const make of makers) {
    const store = stackWithIndex((index) => {
      make(index);
      if (make === makers[1]) fs.truncateSync(index, 2 ** 33);
    });
    const file = path.join(store.directory, '.local', 'inbox.ids');
    expect(await refusal(store)).toMatchObject({ code: 'broken-file', data: { file } });
  }
});

it('does not fail a delivery if it cannot be written, and is rebuilt from the INBOX later', async () => {
  const directory = temporaryFolder();
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  const openSync = (file: string, flags: number, mode?: number) => {
    if (file.endsWith('inbox.ids') && flags === OPEN.writeOrCreate) throw full;
    return nodeFileSystem.openSync(file, flags, mode);
  };
  const store = new StackStore({ ...nodeRuntime({}), fs: { ...nodeFileSystem, openSync } }, directory);
  expect(await store.mailbox.deliver([MESSAGE])).toMatchObject([{ isNew: true }]);
  await store.edits.whenIdle();
  expect(store.problems).toEqual([expect.stringMatching(/^.*: cannot save the list of messages in INBOX\.md: the disk is full\./)]);
  const later = new StackStore(nodeRuntime({}), directory);
  expect(await later.mailbox.deliver([MESSAGE])).toMatchObject([{ isNew: false }]);
  await later.edits.whenIdle();
});

it('is not written if a link out of the repository replaced the stack', async () => {
  const [outside, directory] = [temporaryFolder(), path.join(temporaryFolder(), '.cstack')];
  fs.mkdirSync(directory);
  const store = new StackStore(nodeRuntime({}), fs.realpathSync(directory));
  fs.rmdirSync(directory);
  fs.symlinkSync(outside, directory);
  await expect(store.mailbox.deliver([MESSAGE])).rejects.toMatchObject({ code: 'outside-root' });
  expect(fs.readdirSync(outside)).toEqual([]);
});
