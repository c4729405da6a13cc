import { type PastOutput, type ReplayOutput, replayOutput } from '../../../engine/swarm/index.ts';
import { escapeText, seconds, type Text, type TypedInput, table, textOutput } from '../layout.ts';
import { formatLocks, waitRows } from './lock.ts';
import { formatStatus } from './swarm.ts';

/** Returns the state at a past moment. */
function past({ moment: { ordinal, time }, locks, waiting, ...swarm }: PastOutput, asked: TypedInput): string {
  const parts = [`As of ${seconds(time)}, record #${ordinal}`, ''];
  if (swarm.swarm === null) return [...parts, 'There was no swarm.', formatLocks({ locks, waiting }, time)].join('\n');
  parts.push(formatStatus(swarm, time, asked));
  if (waiting.length > 0) parts.push('', 'Waiting', waitRows(waiting, time));
  return parts.join('\n');
}

function changed({ changes, next, earlier }: Exclude<ReplayOutput, PastOutput>): string {
  if (changes.length === 0) return 'Nothing changed.';
  const rows = changes.map(({ time, ordinal, agent, kind, subject, detail }) => {
    return [seconds(time), `#${ordinal}`, agent ?? '', kind, subject, detail];
  });
  const more = [
    ...(next === null ? [] : [`More: add --after ${escapeText(next)}`]),
    ...(earlier === null ? [] : [`Earlier ones: add --before ${escapeText(earlier)}`]),
  ];
  return [table(rows), ...more].join('\n');
}

export const replayTexts: Readonly<Record<string, Text>> = {
  'swarm replay': textOutput(replayOutput, (answer, _now, asked) => ('changes' in answer ? changed(answer) : past(answer, asked))),
};
