import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { CortexError } from '../../src/engine/platform/errors.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { PROTOCOLS } from '../../src/engine/workspace/protocols.ts';
import { waitFor } from '../harness/wait.ts';
import { bundle } from '../support/bundle.ts';
import { temporaryFolder } from '../support/folders.ts';
import { WorkerProcess } from '../support/worker-process.ts';
import type { Protocol, Session } from './protocol.ts';
import { protocols } from './protocols.ts';

const WORDS = 8;
const readySchema = z.object({ kind: z.literal('ready') });

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

const pathOf = (file: string) => path.join(root, file);

function put(file: string, bytes: string | Uint8Array): void {
  fs.mkdirSync(path.dirname(pathOf(file)), { recursive: true });
  fs.writeFileSync(pathOf(file), bytes);
}

/** What a tool does that knows nothing of us. */
function writeByHand({ file, byHand }: Protocol, word: string): void {
  put(file, byHand(fs.existsSync(pathOf(file)) ? fs.readFileSync(pathOf(file), 'utf8') : null, word));
}

async function withSession<T>({ open }: Protocol, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await open(root);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

const said = (protocol: Protocol) => withSession(protocol, (session) => session.said());

/** The error of something that is refused. */
async function refusal(attempt: () => Promise<unknown>): Promise<unknown> {
  try {
    return await attempt();
  } catch (error) {
    return error;
  }
}

it('covers every protocol of the registry', () => {
  expect(protocols.map(({ name }) => name)).toEqual(PROTOCOLS.map(({ name }) => name));
});

describe.each(protocols)('$name', (protocol) => {
  it('takes missing files for an empty state, and makes none by looking', async () => {
    protocol.begin(root);
    expect(await said(protocol)).toEqual([]);
    expect(fs.existsSync(pathOf(protocol.file))).toBe(false);
  });

  it.each(protocol.roundTrips)('leaves $what as it was, to the byte, when a change is taken back', async ({ file, text, there }) => {
    protocol.begin(root);
    put(file, text);
    await there(root, nodeRuntime({}));
    expect(fs.readFileSync(pathOf(file), 'utf8')).toBe(text);
  });

  it('does not take a broken file for a missing one: it says so and changes nothing', async () => {
    protocol.begin(root);
    put(protocol.file, protocol.broken);
    const error = await refusal(() => protocol.edit(root));
    expect(error).toBeInstanceOf(CortexError);
    expect(error).toMatchObject({ code: 'broken-file', data: { file: pathOf(protocol.file) } });
    expect(fs.readFileSync(pathOf(protocol.file)).equals(Buffer.from(protocol.broken))).toBe(true);
  });

  it('keeps what others write, also what it does not know, when it changes the same file', async () => {
    protocol.begin(root);
    await withSession(protocol, async (session) => {
      await session.say('before');
      writeByHand(protocol, 'by hand');
      await protocol.edit(root);
      await session.say('after');
    });
    expect(await said(protocol)).toEqual(expect.arrayContaining(['by hand', 'after']));
    expect(fs.readFileSync(pathOf(protocol.file), 'utf8')).toContain(protocol.unknown);
  });

  it('loses nothing of two processes that write at once, and has nothing twice', async () => {
    protocol.begin(root);
    const program = await bundle(fileURLToPath(new URL('worker.ts', import.meta.url)), temporaryFolder());
    const workers = ['one', 'two'].map((prefix) => {
      const worker = new WorkerProcess(prefix, [program, protocol.name, root, prefix, String(WORDS)], readySchema);
      onTestFinished(() => worker.kill());
      return worker;
    });
    await waitFor('both to be ready', async () => workers.every(({ events, errors }) => events.length > 0 || errors !== ''));
    for (const worker of workers) worker.say('go');
    await Promise.all(workers.map(({ exited }) => exited));
    expect(workers.map(({ errors }) => errors).join('')).toBe('');
    const words = await said(protocol);
    expect(words).toHaveLength(2 * WORDS);
    for (const { name } of workers) {
      expect(words.filter((word) => word.startsWith(name))).toEqual(Array.from({ length: WORDS }, (_, n) => `${name}-${n}`));
    }
  });

  it.each(protocol.escapes)('refuses what leads out of the project: $what', async ({ attempt }) => {
    const outside = temporaryFolder();
    fs.writeFileSync(path.join(outside, 'file'), '');
    protocol.begin(root);
    const error = await refusal(() => attempt(root, outside));
    expect(error).toBeInstanceOf(CortexError);
    expect(error).toMatchObject({ code: 'outside-root' });
    expect(fs.readdirSync(outside)).toEqual(['file']);
    expect(fs.readFileSync(path.join(outside, 'file'), 'utf8')).toBe('');
  });

  it('tells a watcher of every change, of ours and of others', async () => {
    protocol.begin(root);
    await withSession(protocol, async (session) => {
      let news = 0;
      const watching = await protocol.watch(root, () => {
        news += 1;
      });
      onTestFinished(() => watching.dispose());
      for (const [n, word] of ['a', 'b', 'by hand'].entries()) {
        const before = news;
        if (n === 2) writeByHand(protocol, word);
        else await session.say(word);
        await waitFor(`the watcher to hear of ${word}`, async () => news > before);
        expect(await said(protocol)).toContain(word);
      }
    });
  });
});
