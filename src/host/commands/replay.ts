import { type PastOutput, type ReplayOutput, replayOutput } from '../../engine/swarm/index.ts';
import { pastText, pastTitle } from '../model/swarm/past-text.ts';
import { clockTime, pickText } from '../model/text.ts';
import { askText, type Choice, choose, NothingToChoose, requireNonEmpty } from './ask.ts';
import { reportOutcome } from './notifications.ts';
import { runOperation, type Work } from './operations.ts';
import type { TextDocuments } from './text-documents.ts';

type Changes = Exclude<ReplayOutput, PastOutput>;

/** Changes per page. */
const PAGE = 200;

const QUESTIONS = [
  { label: '$(history) Latest changes', value: 'last' },
  { label: '$(calendar) Changes since…', value: 'since' },
  { label: '$(clock) State at a time…', value: 'at' },
] as const;

const AGES: readonly Choice<string | null>[] = [
  { label: '15 minutes ago', value: '15m' },
  { label: 'An hour ago', value: '1h' },
  { label: 'A day ago', value: '1d' },
  { label: '$(edit) Another time…', value: null },
];

async function pickMoment(title: string, placeHolder: string): Promise<string> {
  const prompt = 'A time (2026-11-21T12:00), how long ago (15m, 2h) or an ordinal of the log';
  return (await choose(AGES, { title, placeHolder })) ?? askText({ title, prompt, check: requireNonEmpty });
}

async function replay(work: Work, input: Readonly<Record<string, unknown>>): Promise<ReplayOutput> {
  const outcome = await runOperation(work, 'swarm replay', input);
  await reportOutcome(work, 'swarm replay', outcome);
  return replayOutput().parse(outcome.output);
}

/**
 * Shows a swarm at a past time, or after a change that the user selects.
 * @throws Cancelled, NothingToChoose, CortexError
 */
export async function replaySwarm(work: Work, title: string, documents: TextDocuments): Promise<void> {
  const question = await choose(QUESTIONS, { title, placeHolder: 'Choose what to show' });
  const at = question === 'at' ? await pickMoment(title, 'When?') : await pickChange(work, title, question);
  const past = await replay(work, { at });
  if (!('moment' in past)) return;
  await documents.show({ title: pastTitle(past), key: String(past.moment.ordinal), text: pastText(past) });
}

/** @returns ordinal of the record that made the change */
async function pickChange(work: Work, title: string, question: 'last' | 'since'): Promise<string> {
  const from = question === 'last' ? {} : { from: await pickMoment(title, 'Choose a time') };
  // Bounds of the pages up to the current one.
  const pages: Readonly<Record<string, string>>[] = [from];
  for (;;) {
    const answer = await replay(work, { ...pages.at(-1), limit: PAGE });
    if ('moment' in answer) throw new Error('a list of changes was asked for');
    const turns = turnsFrom(answer, question === 'last', pages.length > 1, work.runtime.clock.now());
    const turn = await choose(turns, { title, placeHolder: PLACE_HOLDERS[question] });
    if (turn === 'back') pages.pop();
    else if (turn === 'further') pages.push({ ...from, ...further(answer) });
    else return turn.at;
  }
}

const PLACE_HOLDERS = {
  last: 'Newest change first. Choose one to see the swarm after it',
  since: 'Oldest change first. Choose one to see the swarm after it',
};

type Turn = { readonly at: string } | 'back' | 'further';

/** Returns the bound of the next page: the start of a later one, or the end of an earlier one. */
function further({ next, earlier }: Changes): Readonly<Record<string, string>> {
  if (next !== null) return { after: next };
  return earlier === null ? {} : { before: earlier };
}

function turnsFrom({ changes, next, earlier }: Changes, newestFirst: boolean, isFurther: boolean, now: number): Choice<Turn>[] {
  if (changes.length === 0 && !isFurther) throw new NothingToChoose('Nothing changed.');
  const rows = changes.map(({ time, ordinal, agent, kind, subject, detail }): Choice<Turn> => {
    const label = `${pickText(kind.replaceAll('-', ' '), 30)} ${pickText(subject, 80)}`;
    const by = agent === null || agent === subject ? '' : ` · ${pickText(agent, 60)}`;
    return { label, description: `${clockTime(time, now)}${by} · ${pickText(detail)}`, value: { at: String(ordinal) } };
  });
  const turns = newestFirst ? rows.toReversed() : rows;
  const [onward, back] = newestFirst ? ['Earlier', 'Later'] : ['Later', 'Earlier'];
  if ((next ?? earlier) !== null) turns.push({ label: `$(arrow-down) ${onward} changes…`, alwaysShow: true, value: 'further' });
  if (isFurther) turns.push({ label: `$(arrow-up) ${back} changes…`, alwaysShow: true, value: 'back' });
  return turns;
}
