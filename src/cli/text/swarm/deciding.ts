import type { Checked } from '../../../engine/platform/on-demand.ts';
import { commandAbout, typedOption } from '../../../engine/platform/suggested.ts';
import {
  abortOutput,
  budgetOutput,
  decomposeOutput,
  mergeOutput,
  pauseOutput,
  proposeOutput,
  resumeOutput,
  retryOutput,
  voteOutput,
} from '../../../engine/swarm/index.ts';
import { type Asked, counted, duration, plain, seconds, type Text, text } from '../layout.ts';
import { suggestedHere } from '../suggested.ts';
import { releasedLines } from './lock.ts';
import { merged, outcome } from './merging.ts';
import { budgetLine } from './swarm.ts';

function standing({ proposal, state, agree, against, entitled }: Checked<typeof proposeOutput>, asked: Asked): string {
  const votes = `${agree} of ${entitled} for it, ${against} against`;
  if (state === 'open') {
    const vote = suggestedHere(commandAbout('cortex swarm vote', proposal, 'PROPOSAL', ['--agent AGENT', '--for yes']), asked);
    return `The vote is open: ${votes}. Other members vote with: ${vote}`;
  }
  return state === 'won' ? `It has won: ${votes}.` : `It has lost: ${votes}.`;
}

const mergeText = text(mergeOutput, (output) => [merged(output), ...releasedLines(output)].join('\n'));

/** Text output of the operations for decisions and steering. */
export const decidingTexts: Readonly<Record<string, Text>> = {
  'swarm propose': text(proposeOutput, (output, _now, asked) => {
    return `${plain(output.proposal)} for ${plain(output.task)}. ${standing(output, asked)}`;
  }),
  'swarm vote': text(voteOutput, ({ subject, choice, voices, entitled, decided, ...rest }) => {
    const counts = voices.map((voice) => `${plain(voice.choice)} ${voice.count}`).join(', ');
    const said = `${plain(choice)} for ${plain(subject)}: ${counts}, of ${entitled}.${decided === null ? '' : ` It is ${outcome(decided)}`}`;
    return [said, ...releasedLines(rest)].join('\n');
  }),
  'swarm merge': mergeText,
  'swarm approve': mergeText,
  'swarm pause': text(pauseOutput, ({ since, by, again }) =>
    again ? `Already paused by ${plain(by)} since ${seconds(since)}.` : 'Paused. Tasks in progress continue; no more tasks are assigned.',
  ),
  'swarm resume': text(resumeOutput, ({ pausedMs, finished, again }) => {
    if (again) return 'The swarm was not paused.';
    return finished ? 'Resumed, but the swarm has already finished.' : `Resumed after a pause of ${duration(pausedMs)}.`;
  }),
  'swarm abort': text(abortOutput, ({ skipped, ...rest }) =>
    [`Aborted the swarm. Skipped: ${counted(skipped, 'task')}.`, ...releasedLines(rest)].join('\n'),
  ),
  'swarm budget': text(budgetOutput, ({ budget, changed }) => `${budgetLine(budget)}${changed ? '  (changed)' : ''}`),
  'swarm retry': text(retryOutput, ({ task, count }) => {
    const others = count === 0 ? '' : `, and with it ${counted(count, 'skipped task')}`;
    return `${plain(task)} is pending again${others}.`;
  }),
  'swarm decompose': text(decomposeOutput, ({ task, by, added, unassigned }, _now, asked) => {
    const [first] = unassigned;
    const said = `${plain(task)} has ${counted(added, 'new task')}.`;
    if (first === undefined) return said;
    const assign = suggestedHere(commandAbout('cortex swarm assign', first, 'TASK', ['--agent AGENT', typedOption('by', by)]), asked);
    return `${said} Assign ${unassigned.map(plain).join(', ')}: ${assign}`;
  }),
};
