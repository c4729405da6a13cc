import type { Operation } from '../../platform/operation.ts';
import { commandAbout } from '../../platform/suggested.ts';
import { type Summary, sentences } from '../../platform/summary.ts';
import {
  approveInput,
  type MergeOutput,
  mergeInput,
  mergeOutput,
  proposeInput,
  proposeOutput,
  voteInput,
  voteOutput,
} from '../schemas/decisions.ts';
import { ballotLine, mergeLine, releasedLine } from '../summaries.ts';
import { writing } from '../swarm-operation.ts';

const useCases = () => import('../use-cases/decisions.ts');

const mergeSummary: Summary<MergeOutput> = (output, style) => [mergeLine(output, style), releasedLine(output, style)];

/** Operations for decisions of a swarm: seed 1, "MergePolicy"; RULINGS, crtx 7 and 8. */
export const decisions = {
  propose: writing({
    name: 'swarm propose',
    description: 'Propose how to do a task; the other members vote on it (consensus)',
    input: proposeInput,
    output: proposeOutput,
    summary: ({ proposal, task, state, agree, against, entitled }, { name, next }) => {
      const votes = `${agree} of ${entitled} for it, ${against} against`;
      const vote = commandAbout('cortex swarm vote', proposal, 'PROPOSAL', ['--agent AGENT', '--for yes']);
      return sentences(
        `${name(proposal)} for ${name(task)}.`,
        state === 'open' ? `The vote is open: ${votes}.` : state === 'won' ? `It has won: ${votes}.` : `It has lost: ${votes}.`,
        state === 'open' ? next(vote, (command) => `Other members vote with: ${command}`) : '',
      );
    },
    useCase: async () => (await useCases()).proposeApproach,
  }),
  vote: writing({
    name: 'swarm vote',
    description: 'Vote on a proposal, a file conflict of a merge, or a merge',
    input: voteInput,
    output: voteOutput,
    summary: ({ subject, choice, voices, entitled, decided, ...rest }, style) => {
      const { name } = style;
      const counts = voices.map((voice) => `${name(voice.choice)} ${voice.count}`).join(', ');
      const said = `${name(choice)} for ${name(subject)}: ${counts}, of ${entitled}.`;
      return [sentences(said, decided === null ? '' : `It is ${ballotLine(decided, style)}`), releasedLine(rest, style)];
    },
    useCase: async () => (await useCases()).castVote,
  }),
  merge: writing({
    name: 'swarm merge',
    description: 'Choose between competing results, also before all are submitted',
    input: mergeInput,
    output: mergeOutput,
    summary: mergeSummary,
    useCase: async () => (await useCases()).mergeResults,
  }),
  approve: writing({
    name: 'swarm approve',
    description: 'Approve merged results, or refuse them',
    input: approveInput,
    output: mergeOutput,
    summary: mergeSummary,
    useCase: async () => (await useCases()).approveMerge,
  }),
};

export const decisionOperations: readonly Operation[] = Object.values(decisions);
