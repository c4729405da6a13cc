import { type Need, type NeedAction, needOf } from '../kernel/need.ts';
import { counts } from './counts.ts';
import { isPerson } from './people.ts';
import type { SwarmManifest } from './schema.ts';
import { type OpenSubject, openSubjects } from './swarm/open-subjects.ts';

/** Where and when one looks. */
export interface SwarmLook {
  /** Of `swarm.crtx`, absolute. */
  readonly file: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** Also what waits for the coordinator, where that is a person. */
function waitsForPerson({ waitsFor }: OpenSubject, { coordinator }: SwarmManifest): boolean {
  return waitsFor === 'person' || (waitsFor === 'coordinator' && isPerson(coordinator));
}

/** Who has refused the whole knows of it; when a vote was lost, whoever may approve it after all is still to be told. */
function isSettled({ refused, isVoteLost = false }: OpenSubject): boolean {
  return refused !== undefined && !isVoteLost;
}

/** What a swarm has to decide and a person may. */
export function decisionNeeds(manifest: SwarmManifest, look: SwarmLook): Need[] {
  const subjects = openSubjects(manifest).filter((subject) => waitsForPerson(subject, manifest) && !isSettled(subject));
  const questions = counts(subjects.filter(({ kind }) => kind === 'question').map(({ task }) => task));
  return subjects.map((subject) => needOfSubject(manifest, subject, look, (questions.get(subject.task) ?? 0) > 1));
}

/** @param isOneOfSeveral several questions about one task are told apart by their files */
function needOfSubject({ id, decomposition }: SwarmManifest, subject: OpenSubject, { file }: SwarmLook, isOneOfSeveral: boolean): Need {
  const task = subject.task === decomposition.id ? {} : { task: subject.task };
  const isQuestion = subject.kind === 'question';
  return needOf({
    ...{ kind: isQuestion ? 'conflict' : 'approval', about: [file, id, subject.kind, subject.id] },
    ...{ rank: 'stands still', title: subject.about, since: null, place: { file, line: 1 } },
    why: whyOf(subject),
    actions: isQuestion ? [decide(isOneOfSeveral ? { ...task, file: subject.about } : task)] : mergeActions(subject, task),
  });
}

function whyOf({ kind, options, refused }: OpenSubject): string {
  if (kind === 'question') return `several results: say which counts, ${listed(options)}`;
  if (refused === undefined) return 'what was put together waits for approval by a person';
  return `what was put together was refused${refused === '' ? '' : ` (${refused})`}: it waits for an approval after all, or for the end of the swarm`;
}

/** How many are named: nobody chooses between more by their ids alone. */
const NAMED = 5;

function listed(options: readonly string[]): string {
  const more = options.length - NAMED;
  return more > 1 ? `${options.slice(0, NAMED).join(', ')} or one of ${more} more` : options.join(' or ');
}

const decide = (input: NeedAction['input']): NeedAction => ({
  title: 'Decide',
  operation: 'swarm merge',
  input,
  asks: ['by', 'pick'],
});

function mergeActions({ refused }: OpenSubject, task: NeedAction['input']): NeedAction[] {
  const approve: NeedAction = { title: 'Approve', operation: 'swarm approve', input: task, asks: ['by'] };
  const refuse: NeedAction = { title: 'Refuse', operation: 'swarm approve', input: { ...task, refuse: true }, asks: ['by', 'reason'] };
  const end: NeedAction = { title: 'End the Swarm', operation: 'swarm abort', input: {}, asks: ['by', 'reason'] };
  return [approve, refused === undefined ? refuse : end];
}
