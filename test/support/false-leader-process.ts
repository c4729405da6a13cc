import type { Socket } from 'node:net';
import { falseLeader } from './false-leader.ts';

/**
 * A process in place of the leader of a log. Prints when it listens, and each request. Arguments: the folder of the log, its behaviour,
 * its welcome and its answer, as JSON.
 */
const [directory = '', how = '', welcome = '{}', answer = 'null'] = process.argv.slice(2);

const CHUNK = 'x'.repeat(1 << 20);
const GIBIBYTE = 1 << 30;

/** Sends one line of a gibibyte, as fast as the other end reads it. */
function flood(socket: Socket): void {
  let left = GIBIBYTE;
  const more = () => {
    for (; left > 0 && socket.writable; left -= CHUNK.length) if (!socket.write(CHUNK)) break;
  };
  socket.on('drain', more);
  socket.on('close', () => process.stdout.write(`{"left":${left}}\n`));
  more();
}

function answerTo(ask: string, socket: Socket): void {
  if (how === 'garbage') socket.write(Buffer.from([0, 0xff, 0xfe, 0x7b, 0x0a]));
  else if (how === 'flood') flood(socket);
  else if (how === 'lie') socket.write(`{"id":"${ask}","shown":0,"found":{"ordinal":7,"time":7,"changed":true,"answer":${answer}}}\n`);
}

await falseLeader(
  directory,
  ({ ask, proof }, socket) => {
    process.stdout.write(`${JSON.stringify({ ask: ask ?? null })}\n`);
    if (ask !== undefined) answerTo(ask, socket);
    else if (how === 'flood at once') flood(socket);
    else socket.write(`${JSON.stringify({ ...JSON.parse(welcome), proof })}\n`);
  },
  how === 'other secret' ? { secret: '0'.repeat(64) } : {},
);
process.stdout.write('{"sits":true}\n');
