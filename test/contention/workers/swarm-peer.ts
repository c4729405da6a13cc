import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { readSwarmRecord, type SwarmRecord } from '../../../src/engine/swarm/state/records.ts';
import { SwarmStore } from '../../../src/engine/swarm/store.ts';

/** One process of a swarm: runs commands with its own store, and reports its answers and its view. */
const commandSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('open'), root: z.string() }),
  z.object({ do: z.literal('transact'), record: z.custom<SwarmRecord>((value) => readSwarmRecord(value) !== null) }),
  z.object({ do: z.literal('look') }),
  z.object({ do: z.literal('close') }),
  /** Writes the file in place, like a program that knows only the seed. */
  z.object({ do: z.literal('write'), file: z.string(), text: z.string() }),
]);

const runtime = nodeRuntime();
let store: SwarmStore | null = null;

function say(message: object): void {
  fs.writeSync(1, `${JSON.stringify(message)}\n`);
}

async function perform(command: z.infer<typeof commandSchema>): Promise<object> {
  if (command.do === 'open') {
    store = await SwarmStore.open(runtime, path.resolve(command.root));
    return {};
  }
  if (command.do === 'write') {
    fs.writeFileSync(command.file, command.text);
    return {};
  }
  if (store === null) throw new Error('no store is open');
  if (command.do === 'transact') {
    const { record } = command;
    const { id, result } = await store.transact(record);
    return { id, answer: { op: record.op, result } };
  }
  if (command.do === 'look') {
    await store.refresh();
    return { swarm: store.swarm.toJSON(), locks: store.locks.toJSON() };
  }
  const { problems } = store;
  await store.close();
  store = null;
  return { problems };
}

say({});
for await (const line of createInterface({ input: process.stdin })) say(await perform(commandSchema.parse(JSON.parse(line))));
