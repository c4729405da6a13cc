import path from 'node:path';
import type * as z from 'zod';
import { DOUBT_SUBJECTS, describeDoubts, UNKNOWN_IMPACT } from '../../engine/crtx/index.ts';
import { detectOutput } from '../../engine/dna/index.ts';
import { buildOutput } from '../../engine/graph/index.ts';
import type { Checked } from '../../engine/platform/on-demand.ts';
import type { Outcome } from '../../engine/platform/operation.ts';
import type { SummaryStyle } from '../../engine/platform/summary.ts';
import { crtxOperations, initOutput, settleOutput } from '../../engine/project/index.ts';
import { acquireOutput } from '../../engine/swarm/index.ts';
import { addNoteOutput, indexOutput, noteStatusOutput } from '../../engine/vault/index.ts';
import { capitalize, clockTime, counted, oneLine } from '../model/text.ts';

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

const decided = answer(noteStatusOutput, ({ notes }) =>
  notes.map(({ name, status, changed }) => `${oneLine(name, 60)} is ${changed ? 'now' : 'already'} ${oneLine(status, 20)}.`).join(' '),
);

const superseded = answer(noteStatusOutput, ({ notes: [old, fresh] }) => {
  if (old === undefined || fresh === undefined) return '';
  const but = fresh.status === 'active' ? '' : ` The replacement is ${oneLine(fresh.status, 20)}.`;
  return `${oneLine(old.name, 60)} is ${old.changed ? 'now' : 'already'} superseded by ${oneLine(fresh.name, 60)}.${but}`;
});

/** Formatters for operations without a summary, by operation name. */
const answers: Readonly<Record<string, Answer>> = {
  init: answer(initOutput, ({ root, created }) =>
    created ? `Created ${oneLine(root, 300)}/.cortex.` : `There is already a .cortex folder in ${oneLine(root, 300)}.`,
  ),
  'lock acquire': acquired,
  settle: settled,
  'dna detect': answer(detectOutput, ({ created, changes }) => {
    if (changes.length === 0) return created ? 'Created manifest.crtx.' : 'No changes.';
    return `${created ? 'Created' : 'Changed'} manifest.crtx: ${counted(changes.length, 'change')}.`;
  }),
  'graph build': answer(
    buildOutput,
    ({ written, files, clusters, problems }) =>
      `${written ? 'Wrote graph.crtx' : 'graph.crtx is up to date'}: ${counted(files, 'file')} in ${counted(clusters, 'cluster')}${problems.length === 0 ? '' : `, ${counted(problems.length, 'problem')}: see the log`}.`,
  ),
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

/**
 * Formats the output and warnings of an operation. @param now milliseconds since 1970 UTC
 * @returns `null` if there is nothing to report, as for operations that only read
 */
export function formatAnswer(name: string, { ok, output, warnings = [] }: Outcome<unknown>, now: number): OutcomeMessage | null {
  const answered = answers[name]?.(output) ?? summaryText(name, output, now);
  const all = [answered, ...warnings.map((warning) => capitalize(sentence(oneLine(warning, 300))))].filter((text) => text !== '');
  return all.length === 0 ? null : { text: all.join(' '), urgent: !ok || warnings.length > 0 };
}

/** Returns the summary of an output as sentences; empty if the operation has none. */
function summaryText(name: string, output: unknown, now: number): string {
  const style: SummaryStyle = {
    name: (value) => oneLine(value, 60),
    text: (value) => oneLine(value),
    time: (at) => clockTime(at, now),
    // Notifications are no place to type commands.
    next: () => '',
  };
  const lines = crtxOperations.find((each) => each.name === name)?.summarize(output, style) ?? [];
  return lines.map((line) => sentence(line.trim())).join(' ');
}

const sentence = (line: string): string => (/[.!?…]$/.test(line) ? line : `${line}.`);
