import fs from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { leaderFolder } from '../../src/engine/log/leader/leader-election.ts';
import { createProof } from '../../src/engine/log/leader/proof.ts';

const NUMBER = '0123456789abcdef';

/** A message of a follower to a false leader. */
export interface Heard {
  /** The id of the record that it requests. */
  readonly ask?: string;
  /** Its greeting: the proof that the leader must give. */
  readonly proof?: string;
}

export interface FalseLeaderOptions {
  /** First line instead of a number. */
  readonly first?: string;
  /** Secret that it uses; default: the secret in its file. */
  readonly secret?: string;
  /** Address where it listens; default: the socket in its file. */
  readonly at?: string;
}

/** Starts a server of the same user in place of the leader of a log. @returns the server, to close it */
export async function falseLeader(
  directory: string,
  hear: (heard: Heard, socket: Socket) => void,
  { first, secret, at }: FalseLeaderOptions = {},
): Promise<Server> {
  const folder = leaderFolder(directory);
  const written = 'ab'.repeat(32);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const server = createServer((socket) => {
    let rest = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const { ask, number } = JSON.parse(line);
        if (ask !== undefined) hear({ ask }, socket);
        else hear({ proof: createProof(secret ?? written, 'leader', { leader: NUMBER, follower: number }) }, socket);
      }
    });
    socket.write(`${first ?? JSON.stringify({ number: NUMBER })}\n`);
  });
  await new Promise<void>((resolve) => server.listen(at ?? path.join(folder, 'abcdef'), resolve));
  fs.writeFileSync(path.join(folder, 'leader.json'), JSON.stringify({ socket: 'abcdef', secret: written }), { mode: 0o600 });
  return server;
}
