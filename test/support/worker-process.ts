import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type * as z from 'zod';

/** A real process that prints one JSON event per line, reads lines, and can be killed. */
export class WorkerProcess<Event> {
  readonly events: Event[] = [];
  readonly exited: Promise<unknown>;
  errors = '';
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;

  constructor(
    readonly name: string,
    args: readonly string[],
    schema: z.ZodType<Event>,
    onEvent: (worker: WorkerProcess<Event>, event: Event) => void = () => {},
  ) {
    this.#child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.on('data', (text) => {
      this.errors += text;
    });
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      // The last line of a killed process may be incomplete. It was not acknowledged.
      if (!line.endsWith('}')) return;
      const event = schema.parse(JSON.parse(line));
      this.events.push(event);
      onEvent(this, event);
    });
    this.exited = once(this.#child, 'close');
  }

  say(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Whether it was killed before it exited. */
  get wasKilled(): boolean {
    return this.#child.signalCode === 'SIGKILL';
  }
}
