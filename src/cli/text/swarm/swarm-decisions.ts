import { type SwarmManifest, suggestPersonId } from '../../../engine/crtx/index.ts';
import { typedOption } from '../../../engine/platform/suggested.ts';
import {
  decisionCommand,
  describePick,
  listOpenContests,
  listPickedResults,
  listRejectedProposals,
  type OpenContest,
  type OpenSubject,
  openSubjects,
  type ResultSummary,
  shortenResult,
  WAITS,
} from '../../../engine/swarm/index.ts';
import { counted, escapeText, grouped, type TypedInput, table, truncate, whole } from '../layout.ts';
import { commandWithLocation } from '../suggested-commands.ts';

const STATES = {
  assigned: 'not started',
  working: 'in progress',
  ready: 'submitted',
  'gave-up': 'failed',
  chosen: 'picked',
  lost: 'not picked',
  void: 'void',
} as const;

/** Maximum length of a name or a reason. */
const MAX = 100;

/** Returns the row of a subject: its id, who decides it, and the options. */
function openRow({ id, kind, about, waitsFor, options, refused }: OpenSubject): string[] {
  const why = refused === undefined ? '' : `refused${refused === '' ? '' : ` (${truncate(refused, MAX)})`}, `;
  return [id, kind, `${why}waits for ${WAITS[waitsFor]}`, kind === 'question' ? options.join(', ') : '', about];
}

const sure = ({ confidence }: Pick<ResultSummary, 'confidence'>) => (confidence === null ? '' : `confidence ${confidence}`);

function resultRow(result: ResultSummary): string[] {
  return [result.id, result.id === result.agent ? '' : result.agent, sure(result), shortenResult(result.output)];
}

/** Returns the task, the agent and the votes of a proposal. */
function proposalLine({ task, proposed, vote }: OpenSubject): string[] {
  if (proposed === undefined) return [];
  return [`for ${truncate(task, MAX)}, by ${truncate(proposed.agent, MAX)} (${sure(proposed)})${vote === null ? '' : `: ${tally(vote)}`}`];
}

function tally({ voices, entitled, needed }: NonNullable<OpenSubject['vote']>): string {
  return `${voices.map(({ choice, count }) => `${choice} ${grouped(count)}`).join(', ')}, of ${grouped(entitled)}; ${grouped(needed)} must agree`;
}

const indented = (lines: readonly string[]) => lines.flatMap((line) => escapeText(line)).map((line) => `    ${line}`);

function resultLines(results: readonly string[][]): string[] {
  return results.length === 0 ? [] : table(results).split('\n');
}

/** Returns the lines below a subject: the results, and the command that decides it. */
function details(subject: OpenSubject, swarm: SwarmManifest, asked: TypedInput): string[] {
  const { results, kind, vote } = subject;
  return indented([
    ...proposalLine(subject),
    ...resultLines(results.first.map(resultRow)),
    ...(results.more === 0 ? [] : [`and ${counted(results.more, 'result')} more`]),
    ...(kind === 'proposal' || vote === null ? [] : [tally(vote)]),
    ...(vote === null || vote.missing.length === 0 ? [] : [`not voted yet: ${truncate(vote.missing.join(', '), MAX)}`]),
    `$ ${commandWithLocation(decisionCommand(subject, swarm, suggestPersonId(process.env)), asked)}`,
  ]);
}

/** Returns the open decisions of a swarm, each with its results and the command that decides it. */
export function decisionLines(swarm: SwarmManifest, asked: TypedInput): string[] {
  const open = openSubjects(swarm);
  if (open.length === 0) return [];
  const rows = table(open.map(openRow)).split('\n');
  return [...['', 'Open decisions'], ...open.flatMap((subject, n) => [rows[n] ?? '', ...details(subject, swarm, asked)])];
}

/** Returns the proposals that the members rejected. */
export function rejectedLines(swarm: SwarmManifest): string[] {
  const rows = listRejectedProposals(swarm).map(({ id, task, agent, approach, agree, against }) => {
    return [task, approach, `yes ${grouped(agree)}, no ${grouped(against)}`, `proposed by ${agent} (${id})`];
  });
  return rows.length === 0 ? [] : ['', 'Rejected', table(rows)];
}

/** Returns the files that several tasks changed, each with the task whose result was picked. */
export function pickedLines(swarm: SwarmManifest): string[] {
  const rows = listPickedResults(swarm).map((result) => [whole(result.file), describePick(result)]);
  return rows.length === 0 ? [] : ['', 'Check these files: several tasks changed them', table(rows)];
}

/** Returns who a contest waits for, and the command that decides it without them. */
function contestLines(
  { task, handedIn, of, missing, candidates }: OpenContest,
  { coordinator }: SwarmManifest,
  asked: TypedInput,
): string[] {
  const awaited = candidates.filter(({ state }) => state === 'assigned' || state === 'working').map(({ agent }) => agent);
  const more = missing === 0 ? [] : [`${counted(missing, 'more agent')} to claim it`];
  const decide = commandWithLocation(`cortex swarm merge ${typedOption('task', task)} ${typedOption('by', coordinator)}`, asked);
  const rows = candidates.map((candidate) => [candidate.agent, STATES[candidate.state], sure(candidate), shortenResult(candidate.output)]);
  return [
    escapeText(
      `${truncate(task, MAX)}  ${handedIn} of ${of} submitted; waiting for ${truncate([...awaited, ...more].join(', '), MAX)}. Open decisions now:`,
    ),
    ...indented([`$ ${decide}`, ...resultLines(rows)]),
  ];
}

/** Returns the contests that can be decided before all results are submitted. */
export function contestsLines(swarm: SwarmManifest, asked: TypedInput): string[] {
  const open = listOpenContests(swarm);
  return open.length === 0 ? [] : ['', 'Contests', ...open.flatMap((contest) => contestLines(contest, swarm, asked))];
}
