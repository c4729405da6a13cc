import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Loggable, LogMachine } from '../../../../src/engine/log/machine.ts';
import { LogReader } from '../../../../src/engine/log/segments/reader.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { swarmMachine } from '../../../../src/engine/swarm/state/machine.ts';
import { timelineMachine } from '../../../../src/engine/timeline/machine.ts';
import { CliProject } from '../../../support/cortex-cli.ts';

const NEWLINE = 0x0a;

/** Returns the state of a log and what its reader skipped. */
function read<Operation extends Loggable, State, Answer>(directory: string, machine: LogMachine<Operation, State, Answer>) {
  const reader = new LogReader(nodeRuntime(), { directory, machine, from: 'newest' });
  reader.refresh();
  const state = reader.snapshot();
  reader.close();
  return { state, problems: reader.problems };
}

async function expectSameState<Operation extends Loggable, State, Answer>(
  commands: readonly string[],
  name: string,
  machine: LogMachine<Operation, State, Answer>,
) {
  const project = new CliProject();
  for (const command of ['init', ...commands]) expect((await project.run(command)).err).toBe('');
  const directory = path.join(project.root, '.cortex/.local', name);
  const file = path.join(directory, fs.readdirSync(directory).find((each) => each.endsWith('.jsonl')) ?? '');
  const bytes = fs.readFileSync(file);
  const before = read(directory, machine);
  const places = [...bytes.keys()].filter((at) => at > 0 && bytes[at] === NEWLINE);
  expect(places.length).toBeGreaterThan(2);
  for (const at of places) {
    for (let value = 0; value < 256; value += 1) {
      fs.writeFileSync(file, bytes.with(at, value));
      expect(read(directory, machine)).toEqual(before);
    }
  }
}

test('no changed newline changes the timeline', async () => {
  const commands = ['one', 'two', 'three'].map((title) => `timeline add --agent ann --type decision --action ${title} --reasoning R`);
  await expectSameState(commands, 'timeline', timelineMachine);
});

test('no changed newline changes the swarm: each lock and fencing token stays', async () => {
  const commands = ['swarm create --task T --coordinator queen', 'lock acquire a.ts --agent queen', 'lock acquire b.ts --agent queen'];
  await expectSameState(commands, 'swarm', swarmMachine);
});
