import fs from 'node:fs';
import type { Socket } from 'node:net';
import { devNull } from 'node:os';
import { systemCode } from './errors.ts';

/** One end of a connection between two processes of one machine. It carries lines of text in order. */
export interface Connection {
  /** @param line without a line break */
  send(line: string): void;
  /**
   * Keeps the process alive for an answer. `silent` of the owner is called after `ms` milliseconds, unless `await` or `rest` is called
   * before.
   */
  await(ms: number): void;
  /** Ends the waiting that `await` started. */
  rest(): void;
  close(): void;
}

/** Callbacks of the owner of one end. `closed` is called once, whichever side closed it, and is the last call. */
export interface ConnectionHandler {
  /** Longest line that is accepted now, in characters. The connection is closed after a longer one. */
  longest(): number;
  line(text: string): void;
  silent(): void;
  closed(): void;
}

/** Why a connection failed: the address does not exist, a dead process left it, or connections are impossible here. */
export type NoConnection = 'absent' | 'dead' | 'impossible';

/** Connections between processes of one machine, as an interface so that tests can do without them. */
export interface Sockets {
  call(address: string, end: ConnectionHandler): Promise<Connection | NoConnection>;
  /**
   * Resolves with a function that stops listening, or with `null` if the address is in use or cannot be listened at. Does not keep the
   * process alive.
   */
  listen(address: string, accept: (wire: Connection) => ConnectionHandler): Promise<(() => void) | null>;
}

/** A connection whose peer leaves more bytes unread is closed. */
const MAX_UNREAD = 32 * 1024 * 1024;

/** Files that must still be available to open before a connection is accepted, so that this process can do its own work. */
const SPARE_FILES = 16;

const CONNECTION_ERRORS: Readonly<Record<string, NoConnection>> = { ENOENT: 'absent', ECONNREFUSED: 'dead' };

/** Unix domain sockets, or named pipes on Windows. */
export const nodeSockets: Sockets = {
  async call(address, end) {
    const { connect } = await import('node:net');
    return new Promise((resolve) => {
      const socket = connect({ path: address });
      const fail = (error: Error) => resolve(CONNECTION_ERRORS[systemCode(error) ?? ''] ?? 'impossible');
      socket.once('error', fail);
      socket.once('connect', () => {
        socket.off('error', fail);
        resolve(toConnection(socket, () => end));
      });
    });
  },

  async listen(address, accept) {
    const { createServer } = await import('node:net');
    return new Promise((resolve) => {
      const server = createServer((socket) => (hasRoom() ? toConnection(socket, accept) : socket.destroy()));
      // Also covers errors while listening: a rejected client notices by itself.
      server.on('error', () => resolve(null));
      server.listen(address, () => resolve(() => server.close()));
      server.unref();
    });
  },
};

/** Whether this process may open more files. The only way to find out is to try. */
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

/** Sockets for environments without connections between processes. */
export const noSockets: Sockets = {
  call: async () => 'impossible',
  listen: async () => null,
};

/** Calls `notify` when the wait exceeds its time, even if other messages arrive meanwhile: a peer that never sends the answer hangs too. */
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
      // Data that arrived while this process was busy is still to be read.
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

function toConnection(socket: Socket, accept: (wire: Connection) => ConnectionHandler): Connection {
  const silence = new Silence(socket, () => end.silent());
  const wire: Connection = {
    send: (line) => void (socket.writableLength > MAX_UNREAD ? socket.destroy() : socket.write(`${line}\n`)),
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
  // After an error the socket closes, and `closed` reports that. The cause does not matter.
  socket.on('error', () => undefined);
  socket.once('close', () => {
    silence.end();
    end.closed();
  });
  return wire;
}
