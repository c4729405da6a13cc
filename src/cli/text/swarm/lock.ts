import { DOUBT_SUBJECTS, UNKNOWN_IMPACT } from '../../../engine/crtx/index.ts';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import { typedOption, typedWord } from '../../../engine/platform/suggested.ts';
import { acquireOutput, checkOutput, describeLockPath, type HeldLockView, listOutput } from '../../../engine/swarm/index.ts';
import { doubtLines } from '../doubts.ts';
import { escapeText, percent, seconds, type Text, type TypedInput, table, textOutput, timeLeft, whole } from '../layout.ts';
import { styled } from '../style.ts';
import { commandWithLocation } from '../suggested-commands.ts';

const lockName = (path: string): string => escapeText(describeLockPath(path));

function lockRows(locks: readonly HeldLockView[], now: number): string {
  const isAnyUnresponsive = locks.some(({ holderUnresponsive }) => holderUnresponsive);
  return table(
    locks.map(({ path, agentId, type, expiresAt, reason, fence, holderUnresponsive }) => {
      const holder = holderUnresponsive ? [styled('bad', 'holder unresponsive')] : isAnyUnresponsive ? [''] : [];
      return [
        whole(describeLockPath(path)),
        agentId,
        type,
        styled('weak', seconds(expiresAt)),
        timeLeft(expiresAt, now),
        styled('weak', `token #${fence}`),
        ...holder,
        reason,
      ];
    }),
  );
}

/** @param cycle the agents of the deadlock; begins and ends with the agent that asked */
function refusedCycle({ cycle, release }: Pick<Acquired, 'cycle' | 'release'>, asked: TypedInput): string {
  const [asking = '', waiting = ''] = [cycle.at(-1), cycle.at(-2)];
  const [first] = release;
  const paths = release.map((path) => typedWord(path, 'PATH')).join(' ');
  const command = commandWithLocation(`cortex lock release ${paths} ${typedOption('agent', asking)}`, asked);
  const named = release.map(describeLockPath).join(', ');
  const next =
    first === undefined
      ? `"${commandWithLocation('cortex lock list', asked)}" shows which file ${waiting} waits for. End your own wait for it, or work on something else.`
      : `${waiting} waits for ${named}, which you hold. Work on something else, or release ${release.length === 1 ? 'it' : 'them'}: ${command}`;
  return `Refused: waiting would cause a deadlock: ${escapeText(cycle.join(' → '))}.\n${escapeText(next)}`;
}

type Acquired = Checked<typeof acquireOutput>;

/** Returns the impact of the change, with the first reason of each file, and why it may be incomplete. */
function blastLines({ mayBreak, tests, doubts }: Pick<Acquired, 'mayBreak' | 'tests' | 'doubts'>, asked: TypedInput): string[] {
  const rows = (files: Acquired['tests']) =>
    files.map(({ path, likelihood, because }) => [percent(likelihood), whole(path), because[0] ?? '']);
  const isListed = mayBreak.length + tests.length > 0;
  return [
    ...(mayBreak.length === 0 ? [] : ['', 'Affected by a change here', table(rows(mayBreak))]),
    ...(tests.length === 0 ? [] : ['', 'Tests to run', table(rows(tests))]),
    ...(doubts === null ? [] : doubtLines(doubts, asked, DOUBT_SUBJECTS.lock, isListed ? undefined : UNKNOWN_IMPACT)),
  ];
}

function missingLine({ path, meant }: Acquired['missing'][number]): string {
  const what = /[*?[{]/.test(path) ? 'matches no file' : 'does not exist';
  return `Note: ${lockName(path)} ${what}.${meant === null ? '' : ` Did you mean ${lockName(meant)}?`}`;
}

function acquired(answer: Acquired, now: number, asked: TypedInput): string {
  const missing = answer.missing.map(missingLine);
  return [takenText(answer, now, asked), ...missing, ...blastLines(answer, asked)].join('\n');
}

function takenText({ granted, locks, blockedBy, cycle, release }: Acquired, now: number, asked: TypedInput): string {
  if (granted) return lockRows(locks, now);
  if (cycle.length > 0) return refusedCycle({ cycle, release }, asked);
  const rows = table(
    blockedBy.map(({ state, agentId, path, type, until, reason, holderUnresponsive }) => [
      whole(describeLockPath(path)),
      `${state === 'holding' ? 'held' : 'awaited'} by ${agentId}${holderUnresponsive ? ` ${styled('bad', '(unresponsive)')}` : ''}`,
      type,
      seconds(until),
      timeLeft(until, now),
      reason,
    ]),
  );
  if (blockedBy.length === 0) return 'Not granted. No other agent holds the lock now.';
  return `Not granted${asked.wait === undefined ? '. To wait for it, add --wait 10m' : ''}.\n${rows}`;
}

/** Lists the waiting requests. @param now milliseconds */
export function waitRows(waiting: Checked<typeof listOutput>['waiting'], now: number): string {
  return table(
    waiting.map(({ agentId, paths, type, until, reason, processEnded }) => {
      const ended = processEnded ? 'process has ended' : '';
      return [agentId, whole(paths.map(describeLockPath).join(' ')), type, seconds(until), timeLeft(until, now), ended, reason];
    }),
  );
}

/** Lists the locks and the waiting requests. @param now milliseconds */
export function formatLocks({ locks, waiting }: Checked<typeof listOutput>, now: number): string {
  const parts = [locks.length > 0 ? lockRows(locks, now) : 'No locks.'];
  if (waiting.length > 0) parts.push('Waiting:', waitRows(waiting, now));
  return parts.join('\n');
}

const STATES = { free: 'free', yours: 'locked by you', held: 'locked' } as const;

function checked({ paths }: Checked<typeof checkOutput>, now: number): string {
  return paths
    .map(({ path, state, locks }) =>
      [`${lockName(path)}: ${STATES[state]}`, ...(state === 'held' ? [lockRows(locks, now)] : [])].join('\n'),
    )
    .join('\n');
}

export const lockTexts: Readonly<Record<string, Text>> = {
  'lock acquire': textOutput(acquireOutput, acquired),
  'lock check': textOutput(checkOutput, checked),
  'lock list': textOutput(listOutput, formatLocks),
};
