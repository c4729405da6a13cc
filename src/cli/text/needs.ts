import type * as z from 'zod';
import { needsOutput, snoozeOutput } from '../../engine/needs-operations.ts';
import { counted, cut, duration, plain, seconds, type Text, text } from './layout.ts';

type Need = z.infer<typeof needsOutput>['needs'][number];

/** What settles a need, as it is typed. */
export type CommandOf = (action: Need['actions'][number]) => string;

/** So much of a text of an agent is shown. */
const MOST = 300;

const HEADINGS: Readonly<Record<Need['rank'], string>> = {
  'stands still': 'Work stands still',
  'in danger': 'Work is in danger',
  asks: 'Somebody waits for an answer',
  soon: 'Soon',
};

function needLines(need: Need, now: number, commandOf: CommandOf): string[] {
  const { id, title, why, since, place, actions, snoozed } = need;
  const told = (value: string) => plain(cut(value.split(/\s+/u).join(' '), MOST));
  const age = since === null || since > now ? [] : [`since ${duration(now - since)}`];
  const notes = [...age, ...(snoozed ? ['snoozed'] : [])];
  return [
    `  ${told(title)}${notes.length === 0 ? '' : `  (${notes.join(', ')})`}  [${id}]`,
    `    ${told(why)}`,
    ...(place === null ? [] : [`    ${plain(`${place.file}:${place.line}`)}`]),
    ...actions.map((action) => `    $ ${plain(commandOf(action))}`),
  ];
}

function list({ needs, snoozed }: z.infer<typeof needsOutput>, now: number, commandOf: CommandOf): string {
  const aside = snoozed === 0 ? '' : `${counted(snoozed, 'thing')} put aside: see "cortex needs-you --all".`;
  if (needs.length === 0) return ['Nothing needs you.', aside].filter((line) => line !== '').join('\n');
  const lines = needs.flatMap((need, at) => [
    ...(need.rank === needs[at - 1]?.rank ? [] : [...(at === 0 ? [] : ['']), HEADINGS[need.rank]]),
    ...needLines(need, now, commandOf),
  ]);
  return [...lines, ...(aside === '' ? [] : ['', aside])].join('\n');
}

/** @param commandOf knows the commands of all protocols */
export function needsTexts(commandOf: CommandOf): Readonly<Record<string, Text>> {
  return {
    'needs-you': text(needsOutput, (answer, now) => list(answer, now, commandOf)),
    snooze: text(snoozeOutput, ({ title, until }) =>
      plain(until === null ? `${title} is shown again.` : `${title} is put aside until ${seconds(until)}.`),
    ),
  };
}
