import { isPerson } from '../../crtx/people.ts';
import type { SwarmManifest } from '../../crtx/schema.ts';
import { createNeed, type Need, type NeedAction } from '../../platform/need.ts';
import { counted } from '../../text/amounts.ts';
import { type OpenSubject, openSubjects, type VoteCount } from '../decisions/open-subjects.ts';
import { hasNoWorkers, listOpenContests, type ResultSummaries, type ResultSummary, shortenResult } from '../decisions/result-summaries.ts';

/** The file of the swarm, and the current time. */
export interface NeedsContext {
  /** Absolute path of `swarm.crtx`. */
  readonly file: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** How long to wait for votes, results and a coordinating agent, in milliseconds. Present agents act when they claim. */
const AGENTS_ACT_MS = 600_000;

/**
 * Returns whether a decision waits for a person. That includes decisions of a coordinator who is a person, and votes or decisions of a
 * coordinating agent that do not arrive: a person may decide about merged results instead. For a proposal, a person may retire missing
 * voters, unless an agent still works.
 */
function waitsForPerson({ kind, waitsFor, since }: OpenSubject, { coordinator, agents }: SwarmManifest, now: number): boolean {
  const isExpected = kind === 'proposal' && agents.some(({ status }) => status === 'working');
  if (waitsFor === 'person' || (waitsFor === 'coordinator' && isPerson(coordinator))) return true;
  return waitsFor !== 'answers' && !isExpected && now - since >= AGENTS_ACT_MS;
}

/** Returns the decisions of a swarm that a person may make. */
export function decisionNeeds(manifest: SwarmManifest, look: NeedsContext): Need[] {
  const subjects = openSubjects(manifest).filter((subject) => waitsForPerson(subject, manifest, look.now));
  return [...subjects.map((subject) => needOfSubject(manifest, subject, look)), ...contestNeeds(manifest, look)];
}

/** Returns contests without agents at work that a person may decide; if an agent coordinates, only after `AGENTS_ACT_MS`. */
function contestNeeds(manifest: SwarmManifest, { file, now }: NeedsContext): Need[] {
  const patience = isPerson(manifest.coordinator) ? 0 : AGENTS_ACT_MS;
  return listOpenContests(manifest)
    .filter((contest) => hasNoWorkers(contest) && now - contest.since >= patience)
    .map(({ task, about, handedIn, of, missing, since, candidates }) =>
      createNeed({
        kind: 'contest',
        about: [file, manifest.id, task],
        rank: 'soon',
        title: about,
        since,
        place: { file, line: null },
        why: `${handedIn} of ${of} submitted, ${listed({ first: candidates.filter(({ state }) => state === 'ready'), more: 0 }, ', ')}: waiting for ${counted(missing, 'more agent')}, or for a decision between these results`,
        actions: [{ title: 'Decide', operation: 'swarm merge', input: { task }, asks: ['by'] }],
      }),
    );
}

function needOfSubject({ id, decomposition, coordinator }: SwarmManifest, subject: OpenSubject, { file }: NeedsContext): Need {
  const task = subject.task === decomposition.id ? {} : { task: subject.task };
  const { kind, about, since, refused } = subject;
  return createNeed({
    kind: kind === 'question' ? 'conflict' : 'approval',
    about: [file, id, kind, subject.id],
    title: about,
    since,
    place: { file, line: null },
    // The person who refused it knows about it already.
    rank: refused === undefined ? 'blocked' : 'soon',
    why: whyOf(subject, coordinator),
    actions: actionsOf(subject, task),
  });
}

function whyOf({ kind, results, refused, vote, waitsFor }: OpenSubject, coordinator: string): string {
  const isAgents = waitsFor === 'coordinator' && !isPerson(coordinator);
  const votes = waitsFor === 'votes' && vote !== null ? ` (votes are missing: ${votesText(vote)})` : '';
  if (kind === 'proposal') return `the task waits until a proposal is agreed${votes}: vote, or retire absent agents`;
  if (kind === 'question')
    return `several results, choose one: ${listed(results)}${votes}${isAgents ? ` (the coordinator ${coordinator} has not decided)` : ''}`;
  const what = results.first.length === 0 ? '' : `: ${listed(results, ', ')}`;
  if (refused === undefined)
    return `the merged result waits for approval by ${isAgents ? `the coordinator ${coordinator} or ` : ''}a person${votes}${what}`;
  const why = refused === '' ? '' : ` (${refused})`;
  return `the merged result was refused${why}: retry a task with "cortex swarm retry TASK --by person:NAME", approve the result, or abort the swarm${what}`;
}

/** Maximum number of results in one line. */
const NAMED = 5;

function votesText({ voices, entitled }: VoteCount): string {
  const first = voices.slice(0, NAMED).map(({ choice, count }) => `${choice} ${count}`);
  return `${first.join(', ')}, of ${entitled}`;
}

function listed({ first, more }: ResultSummaries, or = ' or '): string {
  const left = more + Math.max(0, first.length - NAMED);
  const named = first.slice(0, NAMED).map(resultText);
  return left === 0 ? named.join(or) : [...named, `${left} more`].join(', ');
}

/** `ann (confidence 0.9: a red circle)`, `parser by ann (src/parser/)` */
function resultText({ id, agent, confidence, output }: ResultSummary): string {
  const details = [confidence === null ? '' : `confidence ${confidence}`, shortenResult(output)].filter((part) => part !== '');
  return `${id}${agent === id || agent === '' ? '' : ` by ${agent}`}${details.length === 0 ? '' : ` (${details.join(': ')})`}`;
}

const decide = (input: NeedAction['input']): NeedAction => ({
  title: 'Decide',
  operation: 'swarm merge',
  input,
  asks: ['by', 'pick'],
});

function actionsOf({ kind, about, refused, isOneOfSeveral = false }: OpenSubject, task: NeedAction['input']): NeedAction[] {
  if (kind === 'proposal') return [{ title: 'Retire', operation: 'swarm retire', input: {}, asks: ['agent', 'by'] }];
  if (kind === 'question') return [decide(isOneOfSeveral ? { ...task, file: about } : task)];
  const approve: NeedAction = { title: 'Approve', operation: 'swarm approve', input: task, asks: ['by'] };
  const refuse: NeedAction = { title: 'Refuse', operation: 'swarm approve', input: { ...task, refuse: true }, asks: ['by', 'reason'] };
  const end: NeedAction = { title: 'Abort Swarm', operation: 'swarm abort', input: {}, asks: ['by', 'reason'] };
  return [approve, refused === undefined ? refuse : end];
}
