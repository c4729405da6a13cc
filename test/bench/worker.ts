import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { measurementOf, subjectOf } from './measurements.ts';

/** Makes a project of that size, if it is not there; then each line on its input asks for a measurement on it, until the input ends. */
const [subjectName = '', root = '', size = ''] = process.argv.slice(2);

// Whatever the caller's clock is pinned to: a benchmark needs one that goes on.
const runtime = nodeRuntime({});

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

const subject = subjectOf(subjectName);
if (!fs.existsSync(root)) await subject.make(runtime, root, Number(size));
say({ event: 'ready' });
for await (const line of createInterface({ input: process.stdin })) {
  say({ event: 'measured', figures: await measurementOf(subject, line)(runtime, root, Number(size)) });
}
