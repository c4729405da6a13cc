import type { Page } from '../../src/host/dashboards/protocol.ts';
import type { DecisionRow } from '../../src/host/dashboards/swarm/protocol.ts';
import type { Cursor } from '../cursor.ts';
import { count } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { rowAt } from '../grid/ranges.ts';
import { Button, Icon, Section, Text } from '../parts.tsx';
import { namesText } from '../text.ts';
import type { SwarmPageStore } from './swarm-store.ts';
import { useSwarm } from './swarm-store.ts';

const ICONS: Readonly<Record<DecisionRow['kind'], string>> = { proposal: 'lightbulb', question: 'question', merge: 'git-merge' };

function SubjectCell({ kind, about, task, isUrgent }: DecisionRow) {
  return (
    <>
      <Icon name={ICONS[kind]} tone={isUrgent ? 'warning' : 'quiet'} />
      <Text value={about} className="main" />
      <Text value={task} className="id" />
    </>
  );
}

const WAITS: Readonly<Record<DecisionRow['waitsFor'], string>> = {
  answers: 'answers',
  votes: 'votes',
  coordinator: 'the coordinator',
  person: 'a person',
};

const isYesOrNo = ({ kind }: DecisionRow): boolean => kind !== 'question';

/** Returns the votes that count towards a decision: yes votes, or the highest count of several options. */
function votesFor(row: DecisionRow): number {
  const voices = row.vote?.voices ?? [];
  return isYesOrNo(row) ? (voices[0]?.count ?? 0) : Math.max(0, ...voices.map(({ count: each }) => each));
}

/** Bar of the votes, with a mark at the number that is needed. */
function VotesCell(row: DecisionRow) {
  const { vote, waitsFor } = row;
  // Shown here when there is no room for the column "Waits for".
  if (vote === null)
    return (
      <span className="awaited-here" aria-hidden="true">
        {WAITS[waitsFor]}
      </span>
    );
  const votes = votesFor(row);
  const text = `${count(votes)} of ${count(vote.entitled)}, ${count(vote.needed)} needed`;
  const share = (part: number): string => `${Math.min(100, vote.entitled === 0 ? 0 : (part / vote.entitled) * 100)}%`;
  return (
    <>
      <span className="votes-bar" aria-hidden="true">
        <span className="fill" style={{ inlineSize: share(votes) }} />
        <span className="needed" style={{ insetInlineStart: share(vote.needed) }} />
      </span>
      <span className="number" title={text}>
        {text}
      </span>
    </>
  );
}

/** Votes against, or the options. */
function ChoicesCell(row: DecisionRow) {
  const { vote, options } = row;
  if (!isYesOrNo(row)) return <Text value={namesText(options)} className="note" />;
  const against = vote?.voices[1]?.count ?? 0;
  return against === 0 ? null : <span className="number">{count(against)} against</span>;
}

const COLUMNS: readonly Column<DecisionRow>[] = [
  { name: 'subject', title: 'Subject', cell: (row) => <SubjectCell {...row} /> },
  { name: 'kind', title: 'Kind', cell: ({ kind }) => kind },
  { name: 'awaits', title: 'Waits for', cell: ({ waitsFor }) => WAITS[waitsFor] },
  { name: 'votes', title: 'Votes', cell: (row) => <VotesCell {...row} /> },
  { name: 'choices', title: 'Choices', cell: (row) => <ChoicesCell {...row} /> },
];

const can = ({ context }: DecisionRow, way: string): boolean => context.split('.').includes(way);

/** Answers yes or no, as a vote or as an approval. @returns whether that is possible */
function say(store: SwarmPageStore, row: DecisionRow, yes: boolean): boolean {
  const { id: decision } = row;
  if (!isYesOrNo(row)) return false;
  if (can(row, 'vote')) store.take({ kind: 'vote', decision, choice: yes ? 'yes' : 'no' });
  else if (can(row, 'approve')) store.take({ kind: 'approve', decision, refuse: !yes });
  else return false;
  return true;
}

/** Makes the host ask for one of the options. */
function pick(store: SwarmPageStore, { id: decision, ...row }: DecisionRow): void {
  store.take(row.vote === null ? { kind: 'pick', decision } : { kind: 'vote', decision, choice: null });
}

interface DecisionsProps {
  readonly page: Page<DecisionRow>;
  readonly cursor: Cursor | null;
  /** Reason why nothing can be changed; `null` when changes are possible. */
  readonly refusal: string | null;
}

const SHOULD_CHOOSE = 'Choose a decision first';

function Steps({ page, cursor, refusal }: DecisionsProps) {
  const store = useSwarm();
  const row = cursor === null || cursor.id === null ? undefined : rowAt(page, cursor.index);
  const missing = row === undefined ? SHOULD_CHOOSE : null;
  const noOption = row === undefined || isYesOrNo(row) ? null : 'There are several options: choose one of them';
  const onlyYes = row === undefined || !isYesOrNo(row) ? null : 'Answer with Yes or No';
  const both = { refusal: refusal ?? missing ?? noOption };
  return (
    <>
      <Button label="Yes" icon="thumbsup" shortcut="Y" {...both} onPress={() => row !== undefined && say(store, row, true)} />
      <Button label="No" icon="thumbsdown" shortcut="N" {...both} onPress={() => row !== undefined && say(store, row, false)} />
      <Button
        label="Choose…"
        icon="list-selection"
        refusal={refusal ?? missing ?? onlyYes}
        onPress={() => row !== undefined && pick(store, row)}
      />
    </>
  );
}

/** Open decisions of the swarm, its coordinator or a person. */
export function Decisions({ page, cursor, refusal }: DecisionsProps) {
  const store = useSwarm();
  const onKey = (key: string, row: DecisionRow): boolean => {
    const answer = key.toLowerCase();
    return refusal === null && (answer === 'y' || answer === 'n') && say(store, row, answer === 'y');
  };
  return (
    <Section name="decisions" title="Open Decisions" total={page.total} steps={<Steps {...{ page, cursor, refusal }} />}>
      <Grid
        keeper={store}
        list="decisions"
        label="Open Decisions"
        role="grid"
        columns={COLUMNS}
        page={page}
        cursor={cursor}
        menuContext={({ id, context }) => ({ webviewSection: context, kind: 'decision', id, choice: null, canWrite: refusal === null })}
        onOpen={({ task }) => store.take({ kind: 'show-task', task })}
        onKey={onKey}
      />
    </Section>
  );
}
