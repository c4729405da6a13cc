import type { ThreadRow } from '../../src/host/dashboards/messages/protocol.ts';
import type { Page } from '../../src/host/dashboards/protocol.ts';
import type { Cursor } from '../cursor.ts';
import { focusList } from '../focus.ts';
import { ago, count, counted } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { Button, Empty, Icon, Section, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';
import { namesText } from '../text.ts';
import { useMessages } from './messages-store.ts';
import { NO_FILTER } from './saved-messages.ts';

/** Height of a row: two lines and padding, in pixels. */
const THREAD_PX = 50;

function Last({ said }: { readonly said: number | string }) {
  return <span className="ago">{useClock((now) => (typeof said === 'string' ? said : ago(now - said)))}</span>;
}

/** Number of matches, and the unread and overdue state of a thread. */
function Marks({ unread, overdue, messages, matches }: ThreadRow) {
  return (
    <span className="marks">
      {matches === null ? null : <span className="mark">{counted(matches, 'match', 'matches')}</span>}
      {overdue === 0 ? null : (
        <span className="mark">
          <Icon name="warning" tone="warning" /> overdue
        </span>
      )}
      {unread === 0 ? (
        <span className="mark quiet">{counted(messages, 'message')}</span>
      ) : (
        <span className="badge">{count(unread)} unread</span>
      )}
    </span>
  );
}

function ThreadCell(row: ThreadRow) {
  const { title, participants, unread, last } = row;
  return (
    <>
      <div className={unread > 0 ? 'line unread' : 'line'}>
        <Text value={title === '' ? 'An empty message' : title} className="main" />
        {last === null ? null : <Last said={last} />}
      </div>
      <div className="line">
        <Text value={namesText(participants)} className="note" />
        <Marks {...row} />
      </div>
    </>
  );
}

const COLUMNS: readonly Column<ThreadRow>[] = [{ name: 'thread', title: 'Thread', cell: (row) => <ThreadCell {...row} /> }];

interface ThreadsProps {
  readonly page: Page<ThreadRow>;
  readonly cursor: Cursor | null;
  /** Whether there are any messages at all. */
  readonly hasMessages: boolean;
  readonly refusal: string | null;
}

export function Threads({ page, cursor, hasMessages, refusal }: ThreadsProps) {
  const store = useMessages();
  const write = { label: 'New Message', icon: 'edit', refusal, onPress: () => store.compose() };
  const showAll = { label: 'Show All', icon: 'clear-all', onPress: () => store.filter(NO_FILTER) };
  return (
    <Section name="threads" title="Threads" total={page.total} steps={hasMessages ? <Button {...write} /> : null}>
      {page.total > 0 ? (
        <Grid
          keeper={store}
          list="threads"
          label="Threads"
          role="grid"
          columns={COLUMNS}
          page={page}
          cursor={cursor}
          rowPx={THREAD_PX}
          onOpen={() => focusList('messages')}
        />
      ) : hasMessages ? (
        <Empty text="No messages match." action={showAll} />
      ) : (
        <Empty
          text="No messages yet. Agents write messages into their OUTBOX.md; yours go to the INBOX.md of the recipient."
          action={write}
        />
      )}
    </Section>
  );
}
