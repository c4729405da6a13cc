import type { MessageRow, OpenThread } from '../../src/host/dashboards/messages/protocol.ts';
import type { Cursor } from '../cursor.ts';
import { ago, counted } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { rowAt } from '../grid/ranges.ts';
import { Button, Empty, Icon, Section, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';
import { visible } from '../text.ts';
import type { MessagesStore } from './messages-store.ts';
import { useMessages } from './messages-store.ts';

/** Height of a typical message, in pixels. */
const MESSAGE_PX = 96;

/** Time of a message: relative, or as written when it is not a valid time. */
function Written({ at, time }: Pick<MessageRow, 'at' | 'time'>) {
  const text = useClock((now) => (at === null ? '' : ago(now - at)));
  if (at !== null) return <span title={time ?? undefined}>{text}</span>;
  return time === null ? <span>no time</span> : <Text value={time} />;
}

function Head(row: MessageRow) {
  const { from, to, type, unread, overdue, box, stack } = row;
  return (
    <div className="line message-head">
      <Text value={from} className="from" />
      <Icon name="arrow-right" tone="quiet" />
      <span className="sr-only">to</span>
      <Text value={to ?? stack} className="to" />
      <span className="message-type">
        <Text value={type === '' ? 'no type' : type} />
      </span>
      {unread ? <span className="badge">unread</span> : null}
      {overdue ? (
        <span className="mark">
          <Icon name="warning" tone="warning" /> overdue
        </span>
      ) : null}
      {box === 'inbox' ? null : (
        <span className="mark" title={`It is in the OUTBOX.md of ${stack}`}>
          <Icon name="mail" tone="quiet" /> not delivered yet
        </span>
      )}
      <span className="ago">
        <Written {...row} />
      </span>
    </div>
  );
}

function foldText({ unfolded, hidden: { lines, characters } }: MessageRow): string {
  if (characters === 0) return 'Show less';
  const more = lines > 0 ? counted(lines, 'more line') : counted(characters, 'more character');
  return unfolded === true ? `${more}: open the file to read them` : `${more} …`;
}

function MessageCell(row: MessageRow) {
  const { answers, text, unfolded, matches } = row;
  return (
    <>
      <Head {...row} />
      {answers === null ? null : (
        <div className="line answers">
          <Icon name="reply" tone="quiet" />
          <span className="sr-only">answers</span>
          <Text value={answers} />
        </div>
      )}
      <div className={matches ? 'body matches' : 'body'} dir="auto">
        {text === '' ? <span className="note">Empty message.</span> : visible(text)}
      </div>
      {unfolded === null ? null : <span className="fold twistie">{foldText(row)}</span>}
    </>
  );
}

const COLUMNS: readonly Column<MessageRow>[] = [{ name: 'message', title: 'Message', cell: (row) => <MessageCell {...row} /> }];

/** Actions on the selected message. */
function Steps({
  row,
  thread,
  refusal,
}: {
  readonly row: MessageRow | undefined;
  readonly thread: OpenThread;
  readonly refusal: string | null;
}) {
  const store = useMessages();
  const missing = row === undefined ? 'Choose a message first' : null;
  const isFoldable = row !== undefined && row.unfolded !== null;
  return (
    <>
      <Button label="Reply" icon="reply" shortcut="R" refusal={refusal ?? missing} onPress={() => row !== undefined && store.reply(row)} />
      <Button
        label={row?.unread === true ? 'Mark Read' : 'Mark Unread'}
        icon={row?.unread === true ? 'mail-read' : 'mail'}
        shortcut="U"
        refusal={refusal ?? missing ?? unmarkable(row)}
        onPress={() => row !== undefined && toggle(store, row)}
      />
      <Button
        label="Mark All Read"
        icon="check-all"
        refusal={refusal ?? (thread.unread === 0 ? 'No unread messages' : null)}
        onPress={() => store.take({ kind: 'mark-thread', thread: thread.id })}
      />
      {isFoldable ? (
        <Button
          label={row.unfolded === true ? 'Collapse' : 'Expand'}
          icon={row.unfolded === true ? 'fold' : 'unfold'}
          shortcut={row.unfolded === true ? 'ArrowLeft' : 'ArrowRight'}
          onPress={() => store.unfold(row.id, row.unfolded !== true)}
        />
      ) : null}
      <Button
        label="Open File"
        icon="go-to-file"
        shortcut="Enter"
        refusal={missing}
        onPress={() => row !== undefined && store.take({ kind: 'open-message', message: row.id })}
      />
    </>
  );
}

/** Returns why a message cannot be marked; `null` when it can, or when the host has not sent it yet. */
function unmarkable(row: MessageRow | undefined): string | null {
  return row?.box === 'outbox' ? 'Not delivered yet: it is in an OUTBOX.md' : null;
}

function toggle(store: MessagesStore, { id, unread }: MessageRow): void {
  store.take({ kind: 'mark', message: id, read: unread });
}

/** Handles the keys of the selected message. */
function messageKey(store: MessagesStore, refusal: string | null, key: string, row: MessageRow): boolean {
  if (key === 'r' && refusal === null) store.reply(row);
  else if (key === 'u' && refusal === null && unmarkable(row) === null) toggle(store, row);
  else if (key === 'ArrowRight' && row.unfolded === false) store.unfold(row.id, true);
  else if (key === 'ArrowLeft' && row.unfolded === true) store.unfold(row.id, false);
  else return false;
  return true;
}

/** Title of the thread as in the list of threads, with the thread name that agents use. */
function Title({ title, name }: Pick<OpenThread, 'title' | 'name'>) {
  return (
    <>
      <Text value={title === '' ? 'An empty message' : title} />
      {name === null ? null : (
        <span className="message-type">
          <Text value={name} />
        </span>
      )}
    </>
  );
}

interface ConversationProps {
  readonly thread: OpenThread | null;
  readonly cursor: Cursor | null;
  readonly refusal: string | null;
}

export function Conversation({ thread, cursor, refusal }: ConversationProps) {
  const store = useMessages();
  if (thread === null) {
    return (
      <section className="section messages-section no-thread" aria-label="Messages of the thread">
        <Empty text="Choose a thread to read its messages." />
      </section>
    );
  }
  const { messages: page, title, name } = thread;
  const row = cursor === null || cursor.id === null ? undefined : rowAt(page, cursor.index);
  return (
    <Section name="messages" title={<Title {...{ title, name }} />} total={page.total} steps={<Steps {...{ row, thread, refusal }} />}>
      <Grid
        key={thread.id}
        keeper={store}
        list="messages"
        label="Messages of the thread"
        role="grid"
        columns={COLUMNS}
        page={page}
        cursor={cursor}
        rowPx={MESSAGE_PX}
        measured
        onOpen={({ id }) => store.take({ kind: 'open-message', message: id })}
        onKey={(key, each) => messageKey(store, refusal, key, each)}
        onTwistie={({ id, unfolded }) => unfolded !== null && store.unfold(id, !unfolded)}
      />
    </Section>
  );
}
