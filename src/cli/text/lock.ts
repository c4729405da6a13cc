import type * as z from 'zod';
import { acquireOutput, heldOutput, type LockView, listOutput } from '../../engine/crtx/index.ts';
import { plain, seconds, type Text, table, text } from './layout.ts';

function lockRows(locks: readonly LockView[]): string {
  return table(
    locks.map(({ path, agentId, type, expiresAt, reason, fence }) => [path, agentId, type, seconds(expiresAt), `#${fence}`, reason]),
  );
}

function acquired({ granted, locks, blockedBy, circle }: z.infer<typeof acquireOutput>): string {
  if (granted) return lockRows(locks);
  if (circle.length > 0) return `Refused: waiting would close a circle: ${circle.map(plain).join(' → ')}.`;
  const rows = table(
    blockedBy.map(({ state, agentId, path, type, until, reason }) => [
      path,
      `${state === 'holding' ? 'held' : 'awaited'} by ${agentId}`,
      type,
      seconds(until),
      reason,
    ]),
  );
  return `Not granted.\n${rows}`;
}

function held(done: string): (answer: z.infer<typeof heldOutput>) => string {
  return ({ locks, notHeld, heldBy }) => {
    const lines = locks.map(({ path, agentId }) => `${done} ${plain(path)} (${plain(agentId)})`);
    for (const path of notHeld) lines.push(`Not held: ${plain(path)}`);
    for (const { path, agentId, expiresAt } of heldBy)
      lines.push(`  ${plain(path)} is held by ${plain(agentId)}, until ${seconds(expiresAt)}`);
    return lines.length > 0 ? lines.join('\n') : 'Nothing was held.';
  };
}

function listed({ locks, waiting }: z.infer<typeof listOutput>): string {
  const parts = [locks.length > 0 ? lockRows(locks) : 'No locks.'];
  if (waiting.length > 0)
    parts.push(
      'Waiting:',
      table(waiting.map(({ agentId, paths, type, until, reason }) => [agentId, paths.join(' '), type, seconds(until), reason])),
    );
  return parts.join('\n');
}

export const lockTexts: Readonly<Record<string, Text>> = {
  'lock acquire': text(acquireOutput, acquired),
  'lock renew': text(heldOutput, held('Renewed')),
  'lock release': text(heldOutput, held('Released')),
  'lock break': text(heldOutput, held('Broke')),
  'lock list': text(listOutput, listed),
};
