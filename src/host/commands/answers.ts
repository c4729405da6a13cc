import path from 'node:path';
import type * as z from 'zod';
import { DOUBT_SUBJECTS, describeDoubts, UNKNOWN_IMPACT } from '../../engine/crtx/index.ts';
import { constraintOutput, detectOutput, patternOutput, purposeOutput } from '../../engine/dna/index.ts';
import { buildOutput } from '../../engine/graph/index.ts';
import type { Checked } from '../../engine/platform/on-demand.ts';
import type { Outcome } from '../../engine/platform/operation.ts';
import { initOutput, settleOutput } from '../../engine/project/index.ts';
import {
  abortOutput,
  acquireOutput,
  admitOutput,
  assignOutput,
  budgetOutput,
  claimOutput,
  completeOutput,
  createOutput,
  type decidedOutput,
  decomposeOutput,
  endedOutput,
  explainSwarmState,
  failOutput,
  heartbeatOutput,
  heldOutput,
  type LapsedView,
  mergeOutput,
  pauseOutput,
  proposeOutput,
  recruitOutput,
  resolveChangeOutput,
  resumeOutput,
  retireOutput,
  retryOutput,
  startOutput,
  usageOutput,
  voteOutput,
} from '../../engine/swarm/index.ts';
import { flushTimelineOutput, timelineEntryOutput } from '../../engine/timeline/index.ts';
import { addNoteOutput, indexOutput, noteStatusOutput } from '../../engine/vault/index.ts';
import { capitalize, counted, duration, oneLine, tokens, usd } from '../model/text.ts';

/** Formats the output of an operation as sentences. */
type Answer = (output: unknown) => string;

function answer<Output extends z.ZodType>(schema: () => Output, say: (output: z.infer<Output>) => string): Answer {
  return (output) => say(schema().parse(output));
}

const list = (names: readonly string[]) => names.map((name) => oneLine(name, 60)).join(', ');

const settled = answer(settleOutput, ({ files, left }) =>
  [
    ...(files.length === 0 ? [] : [`Resolved the conflicts in ${list(files.map(({ file }) => path.basename(file)))}.`]),
    ...left.map(({ problem }) => oneLine(problem, 1_000)),
  ].join(' '),
);

const held = (done: string): Answer => answer(heldOutput, (output) => heldText(done, output));

function heldText(done: string, { locks, notHeld, heldBy, lapsed }: Checked<typeof heldOutput>): string {
  if (notHeld.length === 0 && locks.length > 0) return `${done} ${list(locks.map(({ path }) => path))}.`;
  if (notHeld.length === 0) return `No locks were held.${lost(lapsed)}`;
  const holders = heldBy.length === 0 ? '' : ` Held by ${list(heldBy.map(({ agentId }) => agentId))}.`;
  return `Not held: ${list(notHeld)}.${holders}${lost(lapsed)}`;
}

/** Like `held`, for operations that may also cancel waits. */
function ended(done: string): Answer {
  return answer(endedOutput, ({ waits, ...rest }) => {
    const locks = waits.length > 0 && rest.locks.length === 0 ? '' : heldText(done, rest);
    return [locks, ...waits.map(({ agentId, paths }) => `Ended the wait of ${oneLine(agentId, 60)} for ${list(paths)}.`)].join(' ').trim();
  });
}

/** Returns the sentence about locks that were released with the end of the swarm. */
function released({ releasedLocks }: Pick<Checked<typeof failOutput>, 'releasedLocks'>): string {
  return releasedLocks.length === 0 ? '' : ` Released with the end of the swarm: ${list(releasedLocks.map(({ path }) => path))}.`;
}

function aboutSwarm({
  swarm: { status, progress, waitsFor },
  ...rest
}: Pick<Checked<typeof failOutput>, 'swarm' | 'releasedLocks'>): string {
  const stateText = explainSwarmState(status, progress, waitsFor);
  return stateText === '' ? '' : ` ${stateText}${released(rest)}`;
}

/** Returns the sentences about unlocked files that a change may break, and the tests to run. */
function mayBreak({ locks, mayBreak: files, tests, doubts }: Checked<typeof acquireOutput>): string {
  const others = files.filter((file) => !locks.some(({ path }) => path === file.path));
  const share = ({ path, likelihood }: (typeof files)[number]) => `${oneLine(path, 60)} (${Math.round(likelihood * 100)} %)`;
  return [
    others.length === 0 ? '' : ` A change there may break ${others.map(share).join(', ')}.`,
    tests.length === 0 ? '' : ` Tests to run: ${list(tests.map(({ path }) => path))}.`,
    doubts === null
      ? ''
      : describeDoubts(doubts, { effect: DOUBT_SUBJECTS.lock, ...(files.length + tests.length > 0 ? {} : { unknown: UNKNOWN_IMPACT }) })
          .slice(0, 1)
          .map((each) => ` ${oneLine(each, 200)}.`)
          .join(''),
  ].join('');
}

const acquired = answer(acquireOutput, (output) => {
  const { granted, locks, blockedBy, cycle } = output;
  if (granted) return `Locked ${list(locks.map(({ path }) => path))}.${mayBreak(output)}`;
  if (cycle.length > 0) return `Not locked: waiting would cause a deadlock of ${list(cycle)}.`;
  if (blockedBy.length === 0) return 'Not locked. No other agent holds the lock now.';
  const blockers = blockedBy.map(
    ({ path, agentId, state }) => `${oneLine(path)} is ${state === 'holding' ? 'held' : 'awaited'} by ${oneLine(agentId, 60)}`,
  );
  return `Not locked: ${blockers.slice(0, 3).join('; ')}${blockers.length > 3 ? '; …' : ''}.`;
});

/** Returns the sentences about locks that the agent of an ended task still holds, and about those that it has lost. */
function aboutLocks({ locks, lapsed }: Pick<Checked<typeof failOutput>, 'locks' | 'lapsed'>): string {
  const held = locks.length === 0 ? '' : ` Its agent still holds ${list(locks.map(({ path }) => path))}.`;
  return `${held}${lost(lapsed)}`;
}

function lost(lapsed: readonly LapsedView[]): string {
  if (lapsed.length === 0) return '';
  const others = [...new Set(lapsed.flatMap(({ heldBy }) => heldBy))];
  const now = others.length === 0 ? '' : `; locked by ${list(others)} now`;
  const how = ({ broken, swarm }: LapsedView) =>
    swarm !== null ? ' (ended with its swarm)' : broken === null ? '' : ` (broken by ${oneLine(broken.by, 60)})`;
  const names = lapsed.map((each) => `${oneLine(each.path, 60)}${how(each)}`);
  return ` Lost before: ${names.join(', ')}${now}.`;
}

type Decided = Checked<typeof decidedOutput>;

function mergeText({ task, state, finished }: NonNullable<Decided['merge']>): string {
  if (state === 'open') return `The merge of ${oneLine(task, 60)} is still open.`;
  if (state === 'refused') return `The merge of ${oneLine(task, 60)} is refused.`;
  return finished ? 'Merged: the swarm has finished.' : `Merged the result of ${oneLine(task, 60)}.`;
}

const merged = answer(mergeOutput, (output) => `${mergeText(output)}${released(output)}`);

/** Formats the result of a vote, as in ` It is decided: bob. Merged the result of logo.` */
function ballotText(what: string, { winner, merge }: Decided): string {
  return ` ${what} is decided: ${oneLine(winner, 60)}.${merge === null ? '' : ` ${mergeText(merge)}`}`;
}

const recorded = answer(timelineEntryOutput, ({ entry }) => `Recorded: ${oneLine(entry.action)}`);

const rule = (done: string) => answer(constraintOutput, ({ constraint }) => `${done}: ${oneLine(constraint.rule)}`);

const pattern = (done: string) =>
  answer(patternOutput, ({ pattern: { pattern: words }, sure }) => `${done}, confidence ${Math.round(sure * 100)} %: ${oneLine(words)}`);

const decided = answer(noteStatusOutput, ({ notes }) =>
  notes.map(({ name, status, changed }) => `${oneLine(name, 60)} is ${changed ? 'now' : 'already'} ${oneLine(status, 20)}.`).join(' '),
);

const superseded = answer(noteStatusOutput, ({ notes: [old, fresh] }) => {
  if (old === undefined || fresh === undefined) return '';
  const but = fresh.status === 'active' ? '' : ` The replacement is ${oneLine(fresh.status, 20)}.`;
  return `${oneLine(old.name, 60)} is ${old.changed ? 'now' : 'already'} superseded by ${oneLine(fresh.name, 60)}.${but}`;
});

const JOINED = { new: 'joined the swarm', again: 'rejoined the swarm', before: 'is already in the swarm' };

/** Formatters for operations that change something, by operation name. */
const answers: Readonly<Record<string, Answer>> = {
  init: answer(initOutput, ({ root, created }) =>
    created ? `Created ${oneLine(root, 300)}/.cortex.` : `There is already a .cortex folder in ${oneLine(root, 300)}.`,
  ),
  'swarm create': answer(createOutput, ({ tasks }) => `Created the swarm with ${counted(tasks, 'task')}.`),
  'swarm recruit': answer(recruitOutput, ({ agent, joined }) => `${oneLine(agent, 60)} ${JOINED[joined]}.`),
  'swarm admit': answer(
    admitOutput,
    ({ agent, admitted }) => `${oneLine(agent, 60)} ${admitted ? 'joined the swarm' : 'is not admitted'}.`,
  ),
  'swarm retire': answer(retireOutput, ({ agent, withdrawn, released: tasks, locks, decided, ...rest }) => {
    const pending = tasks.length === 0 ? '' : ` Pending again: ${list(tasks)}.`;
    const holds = locks.length === 0 ? '' : ` It still holds ${list(locks.map(({ path }) => path))}.`;
    const ballots = decided.map((each) => ballotText(oneLine(each.subject, 60), each)).join('');
    const left = withdrawn ? 'no longer waits to be admitted' : 'has left the swarm';
    return `${oneLine(agent, 60)} ${left}.${pending}${ballots}${holds}${released(rest)}`;
  }),
  'swarm assign': answer(assignOutput, ({ task, agent }) => `${oneLine(task, 60)} is assigned to ${oneLine(agent, 60)}.`),
  'swarm claim': answer(claimOutput, ({ task, reason }) =>
    task === null ? reason : `Claimed ${oneLine(task.id, 60)}: ${oneLine(task.description)}`,
  ),
  'swarm start': answer(startOutput, ({ task }) => `Started ${oneLine(task.id, 60)}: ${oneLine(task.description)}`),
  'swarm complete': answer(completeOutput, ({ task, taskStatus, ready, ...rest }) => {
    const free = ready.length === 0 ? '' : ` Ready now: ${list(ready)}.`;
    const done = taskStatus === 'done' ? 'is done' : 'has another submission and is not decided yet';
    return `${oneLine(task, 60)} ${done}.${free}${aboutLocks(rest)}${aboutSwarm(rest)}`;
  }),
  'swarm fail': answer(failOutput, ({ task, taskStatus, skipped, ...rest }) => {
    const others = skipped.length === 0 ? '' : ` Skipped because of it: ${list(skipped)}.`;
    const given = taskStatus === 'failed' ? 'failed' : 'failed for this agent, but not for all agents';
    return `${oneLine(task, 60)} ${given}.${others}${aboutLocks(rest)}${aboutSwarm(rest)}`;
  }),
  'swarm usage': answer(usageOutput, ({ agent }) => `Recorded usage of ${oneLine(agent, 60)}.`),
  'swarm heartbeat': answer(heartbeatOutput, ({ agent, released: tasks, lapsed }) => {
    const taken = tasks.length === 0 ? '' : ` Released because it was unresponsive: ${list(tasks)}.`;
    return `Recorded a heartbeat of ${oneLine(agent, 60)}.${taken}${lost(lapsed)}`;
  }),
  'swarm propose': answer(proposeOutput, ({ task, state, agree, entitled }) =>
    state === 'won' ? `Agreed on ${oneLine(task, 60)}.` : `Proposed for ${oneLine(task, 60)}: ${agree} of ${entitled} for it.`,
  ),
  'swarm vote': answer(
    voteOutput,
    ({ choice, subject, decided, ...rest }) =>
      `Voted ${oneLine(choice, 60)} on ${oneLine(subject, 60)}.${decided === null ? '' : ballotText('It', decided)}${released(rest)}`,
  ),
  'swarm merge': merged,
  'swarm approve': merged,
  'swarm pause': answer(pauseOutput, ({ again }) => (again ? 'The swarm is already paused.' : 'Paused: no more tasks are assigned.')),
  'swarm resume': answer(resumeOutput, ({ again, finished }) =>
    again ? 'The swarm was not paused.' : finished ? 'Resumed, but the swarm has already finished.' : 'Resumed.',
  ),
  'swarm abort': answer(abortOutput, ({ skipped, ...rest }) => `Aborted the swarm. Skipped: ${counted(skipped, 'task')}.${released(rest)}`),
  'swarm budget': answer(budgetOutput, ({ budget: { maxAgents, maxTokens, maxCostUsd, maxDurationMs } }) => {
    const limits = [counted(maxAgents, 'agent'), `${tokens(maxTokens)} tokens`, usd(maxCostUsd), duration(maxDurationMs)];
    return `The swarm may use ${limits.join(', ')}.`;
  }),
  'swarm retry': answer(retryOutput, ({ task, count }) =>
    count === 0
      ? `${oneLine(task, 60)} is pending again.`
      : `${oneLine(task, 60)} is pending again, and with it ${counted(count, 'skipped task')}.`,
  ),
  'swarm decompose': answer(decomposeOutput, ({ task, added }) => `${oneLine(task, 60)} has ${counted(added, 'new task')}.`),
  'lock acquire': acquired,
  'lock renew': held('Renewed'),
  'lock release': ended('Released'),
  'lock break': ended('Broke the lock on'),
  'lock resolve': answer(resolveChangeOutput, ({ change: { path }, done }) => `${done === 'kept' ? 'Kept' : 'Restored'} ${oneLine(path)}.`),
  'timeline resolve': answer(timelineEntryOutput, ({ entry }) => `${oneLine(entry.action)}: ${oneLine(entry.outcome, 30)}`),
  'timeline flush': answer(flushTimelineOutput, ({ entries }) => `Wrote timeline.crtx with ${counted(entries, 'entry', 'entries')}.`),
  settle: settled,
  'timeline add': recorded,
  'reasoning add': recorded,
  'dna detect': answer(detectOutput, ({ begun, changes }) => {
    if (changes.length === 0) return begun ? 'Created manifest.crtx.' : 'No changes.';
    return `${begun ? 'Created' : 'Changed'} manifest.crtx: ${counted(changes.length, 'change')}.`;
  }),
  'graph build': answer(
    buildOutput,
    ({ written, files, clusters, problems }) =>
      `${written ? 'Wrote graph.crtx' : 'graph.crtx is up to date'}: ${counted(files, 'file')} in ${counted(clusters, 'cluster')}${problems.length === 0 ? '' : `, ${counted(problems.length, 'problem')}: see the log`}.`,
  ),
  'dna purpose': answer(purposeOutput, ({ purpose }) => `Project purpose: ${oneLine(purpose)}`),
  'dna constrain': rule('Added rule'),
  'dna unconstrain': rule('Removed rule'),
  'dna learn': pattern('Added pattern'),
  'dna confirm': pattern('Confirmed pattern'),
  'dna doubt': pattern('Doubted pattern'),
  'dna forget': pattern('Removed pattern'),
  'vault add': answer(addNoteOutput, ({ path }) => `Wrote ${oneLine(path)}.`),
  'vault accept': decided,
  'vault archive': decided,
  'vault confirm': answer(noteStatusOutput, ({ notes }) =>
    notes
      .map(({ name, unconfirmed = [] }) => {
        const but = unconfirmed.length === 0 ? '' : `, except ${oneLine(unconfirmed.join(', '))}`;
        return `Confirmed ${oneLine(name, 60)}${but}.`;
      })
      .join(' '),
  ),
  'vault contradict': answer(
    noteStatusOutput,
    ({ notes }) => `${notes.map(({ name }) => oneLine(name, 60)).join(' and ')} contradict each other.`,
  ),
  'vault supersede': superseded,
  'vault index': answer(indexOutput, ({ total, written }) =>
    written.length === 0 ? `The indexes of ${counted(total, 'note')} are up to date.` : `Wrote ${counted(written.length, 'index file')}.`,
  ),
};

/** Message about an outcome. */
interface OutcomeMessage {
  readonly text: string;
  /** Whether to show it as a warning, because the operation was refused or has warnings. */
  readonly urgent: boolean;
}

/** Formats the output and warnings of an operation. @returns `null` if there is nothing to report, as for operations that only read */
export function formatAnswer(name: string, { ok, output, warnings = [] }: Outcome<unknown>): OutcomeMessage | null {
  const sentences = [answers[name]?.(output) ?? '', ...warnings.map(sentence)].filter((text) => text !== '');
  return sentences.length === 0 ? null : { text: sentences.join(' '), urgent: !ok || warnings.length > 0 };
}

function sentence(warning: string): string {
  const line = oneLine(warning, 300);
  return `${capitalize(line)}${/[.!?…]$/.test(line) ? '' : '.'}`;
}
