import fs from 'node:fs';
import type { Socket } from 'node:net';
import { devNull } from 'node:os';
import { systemCode } from './errors.ts';

/** One end of a connection between two processes of one machine: lines of text, in order. */
export interface Wire {
  /** @param line without a line break */
  send(line: string): void;
  /** The process stays alive for what is to come, and the owner is told after so many milliseconds, unless it awaits anew or rests before. */
  await(ms: number): void;
  /** Nothing is waited for any more. */
  rest(): void;
  close(): void;
}

/** What the owner of one end is told. `closed` comes once, whoever closed it, and nothing behind it. */
export interface WireEnd {
  /** Characters of the longest line that the other end may say now: whoever says a longer one is hung up on. */
  longest(): number;
  line(text: string): void;
  silent(): void;
  closed(): void;
}

/** How a call ended that nobody took: there is no such name, one that a dead process left, or no way to call here. */
export type NoWire = 'absent' | 'dead' | 'impossible';

/** How processes of one machine talk to each other, so that a test can do without. */
export interface Sockets {
  call(address: string, end: WireEnd): Promise<Wire | NoWire>;
  /** Resolves with how to stop, or `null` where nobody can listen at that address, or somebody does. The process does not stay alive for it. */
  listen(address: string, accept: (wire: Wire) => WireEnd): Promise<(() => void) | null>;
}

/** Whoever leaves more unread is hung up on, in bytes. */
const MOST_UNREAD = 32 * 1024 * 1024;

/** Whoever lets others in must be able to open so many files besides, or it could not do its own work any more. */
const SPARE_FILES = 16;

const NOBODY: Readonly<Record<string, NoWire>> = { ENOENT: 'absent', ECONNREFUSED: 'dead' };

/** Unix domain sockets, or named pipes on Windows. */
export const nodeSockets: Sockets = {
  async call(address, end) {
    const { connect } = await import('node:net');
    return new Promise((resolve) => {
      const socket = connect({ path: address });
      const fail = (error: Error) => resolve(NOBODY[systemCode(error) ?? ''] ?? 'impossible');
      socket.once('error', fail);
      socket.once('connect', () => {
        socket.off('error', fail);
        resolve(wireOf(socket, () => end));
      });
    });
  },

  async listen(address, accept) {
    const { createServer } = await import('node:net');
    return new Promise((resolve) => {
      const server = createServer((socket) => (hasRoom() ? wireOf(socket, accept) : socket.destroy()));
      // Also later: whoever cannot be let in finds out alone.
      server.on('error', () => resolve(null));
      server.listen(address, () => resolve(() => server.close()));
      server.unref();
    });
  },
};

/** Whether this process may open more files: what a system allows can only be tried. */
function hasRoom(): boolean {
  const spare: number[] = [];
  try {
    while (spare.length < SPARE_FILES) spare.push(fs.openSync(devNull, 'r'));
    return true;
  } catch {
    return false;
  } finally {
    for (const fd of spare) fs.closeSync(fd);
  }
}

/** Where no process can reach another one. */
export const noSockets: Sockets = {
  call: async () => 'impossible',
  listen: async () => null,
};

/** Tells when it was waited for too long, whatever came meanwhile: whoever says something else on and on hangs, too. */
class Silence {
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly notify: () => void,
  ) {}

  begin(ms: number): void {
    this.#begin(ms, 'the first time');
  }

  #begin(ms: number, how: 'the first time' | 'once more'): void {
    this.end();
    const timer = setTimeout(() => {
      const { bytesRead } = this.socket;
      // What came while this process did something else is still to be read.
      setImmediate(() => {
        if (this.#timer !== timer) return;
        if (how === 'the first time' && this.socket.bytesRead > bytesRead) this.#begin(ms, 'once more');
        else this.notify();
      });
    }, ms).unref();
    this.#timer = timer;
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

function wireOf(socket: Socket, accept: (wire: Wire) => WireEnd): Wire {
  const silence = new Silence(socket, () => end.silent());
  const wire: Wire = {
    send: (line) => void (socket.writableLength > MOST_UNREAD ? socket.destroy() : socket.write(`${line}\n`)),
    await: (ms) => {
      socket.ref();
      silence.begin(ms);
    },
    rest: () => {
      socket.unref();
      silence.end();
    },
    close: () => void socket.destroy(),
  };
  const end = accept(wire);
  let rest = '';
  socket.setEncoding('utf8');
  socket.unref();
  socket.on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n');
    const lines = [`${rest}${first}`, ...others];
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.length > end.longest()) socket.destroy();
      if (!socket.destroyed) end.line(line);
    }
    if (rest.length > end.longest()) socket.destroy();
  });
  // Whatever is wrong with it, the connection closes, and that is all that anybody has to know.
  socket.on('error', () => undefined);
  socket.once('close', () => {
    silence.end();
    end.closed();
  });
  return wire;
}
