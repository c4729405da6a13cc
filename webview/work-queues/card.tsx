import type { QueueCard } from '../../src/host/dashboards/work-queues/protocol.ts';
import { ago, writtenAgo } from '../format.ts';
import { Icon, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';

/** Height of a typical card, in pixels. */
export const CARD_PX = 60;

/** Meaning of a card's time, by column. */
const SINCE: Readonly<Record<QueueCard['list'], string>> = {
  ready: 'dispatched',
  working: 'in progress since',
  done: 'done',
  other: 'dispatched',
};

function Since({ since, time, list }: QueueCard) {
  const said = useClock((now) => (since === null ? '' : writtenAgo(now - since, time ?? '')));
  if (time === null) return null;
  return (
    <span className="ago" title={`${SINCE[list]} ${time}`}>
      {since === null ? <Text value={time} /> : said}
    </span>
  );
}

interface NoteProps {
  readonly icon: string;
  readonly tone: string;
  readonly said: string;
  readonly value?: string | undefined;
}

/** A notice about a task. */
function Note({ icon, tone, said, value }: NoteProps) {
  return (
    <div className="card-note">
      <Icon name={icon} tone={tone} />
      <span className="note-said">
        {said} {value === undefined || value === '' ? null : <Text value={value} />}
      </span>
    </div>
  );
}

/** Warns that the agent of a task in progress is unavailable. */
function Away({ holder, agent }: QueueCard) {
  const silent = useClock((now) => (holder?.kind === 'seen' && now > holder.downFrom ? (holder.day ?? ago(now - holder.at)) : ''));
  if (holder === undefined || (holder.kind === 'seen' && silent === '')) return null;
  const said = holder.kind === 'seen' ? `is down, last seen ${silent}` : AWAY[holder.kind];
  return (
    <div className="card-note">
      <Icon name="debug-disconnect" tone="warning" />
      <span className="note-said">
        <Text value={agent ?? ''} /> {said}
      </span>
    </div>
  );
}

const AWAY = { stranger: 'is not in the team', inactive: 'is not active in the team' } as const;

function Notes(card: QueueCard) {
  const { list, blocked, needsApproval, status, summary, refusal } = card;
  return (
    <>
      <Away {...card} />
      {blocked === null ? null : <Note icon="circle-slash" tone="warning" said="Blocked:" value={blocked} />}
      {needsApproval ? <Note icon="question" tone="warning" said="Waits for a person’s approval" /> : null}
      {list === 'other' ? (
        <Note icon="question" tone="warning" said={status === null ? 'No status' : 'Status:'} value={status ?? ''} />
      ) : null}
      {summary === null ? null : <Text value={summary} className="card-summary" />}
      {refusal === null ? null : <Note icon="error" tone="bad" said="Not done:" value={refusal} />}
    </>
  );
}

/** A task on the board. */
export function Card(card: QueueCard) {
  const { title, project, agent } = card;
  return (
    <div className="card">
      <div className="card-title">
        <Text value={title} className="message" />
        <span className="twistie more" title="Actions (M)">
          <Icon name="ellipsis" />
        </span>
      </div>
      <div className="line about">
        <Text value={project} className="project" />
        {agent === null ? null : (
          <span className="holder">
            <Icon name="person" />
            <Text value={agent} />
          </span>
        )}
        <Since {...card} />
      </div>
      <Notes {...card} />
    </div>
  );
}
