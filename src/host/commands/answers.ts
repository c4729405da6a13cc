import type * as z from 'zod';
import {
  acquireOutput,
  assignOutput,
  claimOutput,
  completeOutput,
  createOutput,
  failOutput,
  flushTimelineOutput,
  heldOutput,
  initOutput,
  mergeTimelineOutput,
  recruitOutput,
  retireOutput,
  startOutput,
  timelineEntryOutput,
  usageOutput,
} from '../../engine/crtx/index.ts';
import type { Outcome } from '../../engine/kernel/operation.ts';
import { counted, oneLine } from '../model/text.ts';

/** Says in a sentence what an operation answered. */
type Answer = (output: unknown) => string;

function answer<Output extends z.ZodType>(schema: Output, say: (output: z.infer<Output>) => string): Answer {
  return (output) => say(schema.parse(output));
}

const list = (names: readonly string[]) => names.map((name) => oneLine(name, 60)).join(', ');

function held(done: string): Answer {
  return answer(heldOutput, ({ locks, notHeld, heldBy }) => {
    if (notHeld.length === 0) return `${done} ${list(locks.map(({ path }) => path))}.`;
    const holders = heldBy.length === 0 ? '' : ` It is held by ${list(heldBy.map(({ agentId }) => agentId))}.`;
    return `Not held: ${list(notHeld)}.${holders}`;
  });
}

const acquired = answer(acquireOutput, ({ granted, locks, blockedBy, circle }) => {
  if (granted) return `Locked ${list(locks.map(({ path }) => path))}.`;
  if (circle.length > 0) return `Not locked: waiting would close a circle of ${list(circle)}.`;
  const blockers = blockedBy.map(
    ({ path, agentId, state }) => `${oneLine(path)} is ${state === 'holding' ? 'held' : 'awaited'} by ${oneLine(agentId, 60)}`,
  );
  return `Not locked: ${blockers.slice(0, 3).join('; ')}${blockers.length > 3 ? '; …' : ''}.`;
});

/** Who ends a task is told of the locks that may have been for it. */
function stillHeld(locks: z.infer<typeof failOutput>['locks']): string {
  return locks.length === 0 ? '' : ` Its agent still holds ${list(locks.map(({ path }) => path))}.`;
}

const JOINED = { new: 'joined the swarm', again: 'is back in the swarm', before: 'is in the swarm already' };

/** What each operation that changes something says afterwards, by its name. */
const answers: Readonly<Record<string, Answer>> = {
  init: answer(initOutput, ({ root, created }) =>
    created ? `Made ${oneLine(root, 300)}/.cortex.` : `There is already a .cortex folder in ${oneLine(root, 300)}.`,
  ),
  'swarm create': answer(createOutput, ({ tasks }) => `Created the swarm with ${counted(tasks, 'task')}.`),
  'swarm recruit': answer(recruitOutput, ({ agent, joined }) => `${oneLine(agent, 60)} ${JOINED[joined]}.`),
  'swarm retire': answer(retireOutput, ({ agent, released, locks }) => {
    const pending = released.length === 0 ? '' : ` Pending again: ${list(released)}.`;
    const holds = locks.length === 0 ? '' : ` It still holds ${list(locks.map(({ path }) => path))}.`;
    return `${oneLine(agent, 60)} has left the swarm.${pending}${holds}`;
  }),
  'swarm assign': answer(assignOutput, ({ task, agent }) => `${oneLine(task, 60)} is assigned to ${oneLine(agent, 60)}.`),
  'swarm claim': answer(claimOutput, ({ task, reason }) =>
    task === null ? reason : `Claimed ${oneLine(task.id, 60)}: ${oneLine(task.description)}`,
  ),
  'swarm start': answer(startOutput, ({ task }) => `Began ${oneLine(task.id, 60)}: ${oneLine(task.description)}`),
  'swarm complete': answer(completeOutput, ({ task, ready, locks }) => {
    const free = ready.length === 0 ? '' : ` Ready now: ${list(ready)}.`;
    return `${oneLine(task, 60)} is done.${free}${stillHeld(locks)}`;
  }),
  'swarm fail': answer(failOutput, ({ task, skipped, locks }) => {
    const others = skipped.length === 0 ? '' : ` Skipped for it: ${list(skipped)}.`;
    return `${oneLine(task, 60)} is given up.${others}${stillHeld(locks)}`;
  }),
  'swarm usage': answer(usageOutput, ({ agent }) => `Counted for ${oneLine(agent, 60)}.`),
  'lock acquire': acquired,
  'lock renew': held('Renewed'),
  'lock release': held('Released'),
  'lock break': held('Broke the lock on'),
  'timeline resolve': answer(timelineEntryOutput, ({ entry }) => `${oneLine(entry.action)}: ${oneLine(entry.outcome, 30)}`),
  'timeline flush': answer(flushTimelineOutput, ({ entries }) => `Wrote timeline.crtx with ${counted(entries, 'entry', 'entries')}.`),
  'timeline merge': answer(
    mergeTimelineOutput,
    ({ entries }) => `timeline.crtx has the ${counted(entries, 'entry', 'entries')} of both sides.`,
  ),
  'timeline add': answer(timelineEntryOutput, ({ entry }) => `Recorded: ${oneLine(entry.action)}`),
};

/** What a person is told of an outcome. */
interface Said {
  readonly text: string;
  /** It asks for attention: the answer is no, or there is something that the person should know. */
  readonly urgent: boolean;
}

/** The answer of an operation, by its name, with its warnings. @returns `null` when there is nothing to say: it is one that only reads */
export function answerTo(name: string, { ok, output, warnings = [] }: Outcome<unknown>): Said | null {
  const sentences = [answers[name]?.(output) ?? '', ...warnings.map(sentence)].filter((text) => text !== '');
  return sentences.length === 0 ? null : { text: sentences.join(' '), urgent: !ok || warnings.length > 0 };
}

/** Warnings are written to stand behind the name of a program. */
function sentence(warning: string): string {
  const line = oneLine(warning, 300);
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}${/[.!?…]$/.test(line) ? '' : '.'}`;
}
