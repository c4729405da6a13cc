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
import { counted, duration, escapeText, seconds, type Text, type TypedInput, textOutput } from '../layout.ts';
import { commandWithLocation } from '../suggested-commands.ts';
import { releasedLines } from './lock.ts';
import { ballotResultText, mergeStateText } from './merging.ts';
import { budgetLine } from './swarm.ts';

function proposalText({ proposal, state, agree, against, entitled }: Checked<typeof proposeOutput>, asked: TypedInput): string {
  const votes = `${agree} of ${entitled} for it, ${against} against`;
  if (state === 'open') {
    const vote = commandWithLocation(commandAbout('cortex swarm vote', proposal, 'PROPOSAL', ['--agent AGENT', '--for yes']), asked);
    return `The vote is open: ${votes}. Other members vote with: ${vote}`;
  }
  return state === 'won' ? `It has won: ${votes}.` : `It has lost: ${votes}.`;
}

const mergeText = textOutput(mergeOutput, (output) => [mergeStateText(output), ...releasedLines(output)].join('\n'));

/** Text output of the operations for decisions and steering. */
export const decisionTexts: Readonly<Record<string, Text>> = {
  'swarm propose': textOutput(proposeOutput, (output, _now, asked) => {
    return `${escapeText(output.proposal)} for ${escapeText(output.task)}. ${proposalText(output, asked)}`;
  }),
  'swarm vote': textOutput(voteOutput, ({ subject, choice, voices, entitled, decided, ...rest }) => {
    const counts = voices.map((voice) => `${escapeText(voice.choice)} ${voice.count}`).join(', ');
    const said = `${escapeText(choice)} for ${escapeText(subject)}: ${counts}, of ${entitled}.${decided === null ? '' : ` It is ${ballotResultText(decided)}`}`;
    return [said, ...releasedLines(rest)].join('\n');
  }),
  'swarm merge': mergeText,
  'swarm approve': mergeText,
  'swarm pause': textOutput(pauseOutput, ({ since, by, again }) =>
    again
      ? `Already paused by ${escapeText(by)} since ${seconds(since)}.`
      : 'Paused. Tasks in progress continue; no more tasks are assigned.',
  ),
  'swarm resume': textOutput(resumeOutput, ({ pausedMs, finished, again }) => {
    if (again) return 'The swarm was not paused.';
    return finished ? 'Resumed, but the swarm has already finished.' : `Resumed after a pause of ${duration(pausedMs)}.`;
  }),
  'swarm abort': textOutput(abortOutput, ({ skipped, ...rest }) =>
    [`Aborted the swarm. Skipped: ${counted(skipped, 'task')}.`, ...releasedLines(rest)].join('\n'),
  ),
  'swarm budget': textOutput(budgetOutput, ({ budget, changed }) => `${budgetLine(budget)}${changed ? '  (changed)' : ''}`),
  'swarm retry': textOutput(retryOutput, ({ task, count, resumed }) => {
    const others = count === 0 ? '' : `, and with it ${counted(count, 'skipped task')}`;
    return `${escapeText(task)} is pending again${others}.${resumed ? ' The swarm had ended, and runs again.' : ''}`;
  }),
  'swarm decompose': textOutput(decomposeOutput, ({ task, by, added, unassigned }, _now, asked) => {
    const [first] = unassigned;
    const said = `${escapeText(task)} has ${counted(added, 'new task')}.`;
    if (first === undefined) return said;
    const assign = commandWithLocation(commandAbout('cortex swarm assign', first, 'TASK', ['--agent AGENT', typedOption('by', by)]), asked);
    return `${said} Assign ${unassigned.map(escapeText).join(', ')}: ${assign}`;
  }),
};
