import type { Runtime } from '../../platform/runtime.ts';
import type { Connection, ConnectionHandler } from '../../platform/sockets.ts';
import { MAX_GREETING_LENGTH, parseFollowerMessage } from '../leader/messages.ts';
import { Strangers } from '../leader/strangers.ts';
import { formatWakerMessage, formatWakerProof, type WakerMessage } from './waker-link.ts';

/** The processes that depend on this one to be woken. */
export class WokenProcesses {
  readonly #strangers: Strangers;
  readonly #woken = new Set<Connection>();
  /** All connections, also those without a proof. */
  readonly #wires = new Set<Connection>();

  constructor(private readonly runtime: Runtime) {
    this.#strangers = new Strangers(runtime.random);
  }

  /** Callers must prove that they know it. */
  get secret(): string {
    return this.#strangers.secret;
  }

  get count(): number {
    return this.#woken.size;
  }

  accept(wire: Connection): ConnectionHandler {
    this.#wires.add(wire);
    this.#strangers.challenge(wire);
    return {
      longest: () => MAX_GREETING_LENGTH,
      line: (text) => this.#greet(wire, text),
      silent: () => undefined,
      closed: () => {
        this.#wires.delete(wire);
        this.#woken.delete(wire);
        this.#strangers.forget(wire);
      },
    };
  }

  send(message: WakerMessage): void {
    const line = formatWakerMessage(message);
    for (const wire of this.#woken) wire.send(line);
  }

  close(): void {
    for (const wire of this.#wires) wire.close();
  }

  #greet(wire: Connection, text: string): void {
    const greeting = parseFollowerMessage(text);
    const isKnown = greeting !== null && 'proof' in greeting && greeting.boot === this.runtime.process.boot;
    const proof = isKnown ? this.#strangers.admit(wire, greeting) : null;
    if (proof === null) {
      wire.close();
      return;
    }
    this.#woken.add(wire);
    wire.send(formatWakerProof(proof));
  }
}
