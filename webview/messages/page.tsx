import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { MessagesSnapshot, MessagesState } from '../../src/host/dashboards/messages/protocol.ts';
import { focusList } from '../focus.ts';
import { count, counted } from '../format.ts';
import { type KeyHint, Keys } from '../keys.tsx';
import { Empty, ReadOnly, Welcome } from '../parts.tsx';
import { Problems } from '../problems.tsx';
import { startPage } from '../start-page.tsx';
import { clip, plain } from '../text.ts';
import { Composer, Outcome } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { FilterBar } from './filter-bar.tsx';
import { MessagesContext, MessagesStore, useMessages } from './messages-store.ts';
import type { SavedMessages } from './saved-messages.ts';
import { Threads } from './threads.tsx';

const MAX_NAME_LENGTH = 60;

/** Announces messages that arrived since the page was opened, for screen readers. */
function Arrivals({ arrived }: Pick<MessagesSnapshot, 'arrived'>) {
  const before = useRef(arrived.count);
  const fresh = arrived.count - before.current;
  return (
    <p className="sr-only" aria-live="polite">
      {fresh > 0 ? `${counted(fresh, 'new message')}, the last one from ${plain(clip(arrived.from, MAX_NAME_LENGTH))}` : ''}
    </p>
  );
}

const KEYS: readonly KeyHint[] = [
  { keys: ['/'], what: 'Search all messages' },
  { keys: ['Enter'], what: 'Read the thread, or open the file of the message' },
  { keys: ['R'], what: 'Reply' },
  { keys: ['U'], what: 'Mark the message as read, or as unread' },
  { keys: ['ArrowLeft', 'ArrowRight'], what: 'Expand or collapse a long message' },
  { keys: ['Control+Enter'], what: 'Send the message' },
  { keys: ['Escape'], what: 'Leave the text field' },
];

function Title({ messages, unread, overdue }: MessagesSnapshot) {
  return (
    <div className="title">
      <h1>Messages</h1>
      <p className="origin">
        <span>{counted(messages, 'message')}</span>
        <span>{count(unread)} unread</span>
        {overdue === 0 ? null : <span>{count(overdue)} overdue</span>}
      </p>
    </div>
  );
}

function Desk({ snapshot, view }: { readonly snapshot: MessagesSnapshot; readonly view: SavedMessages }) {
  const store = useMessages();
  const { threads, thread, recipients, types, answering, sending, problems, readOnly: refusal, stacks, messages, most } = snapshot;
  const { filter, cursors, draft } = view;
  const isThere = thread !== null && thread.id === view.thread;
  useEffect(() => {
    if (isThere && store.takeKeys()) focusList('messages');
  });
  return (
    <main className="dashboard messages">
      <div className="top">
        <header className="page-head">
          <Title {...snapshot} />
          <FilterBar filter={filter} stacks={stacks} mostWords={most.words} />
          <Keys title="Messages" keys={KEYS} />
        </header>
        {refusal === null ? null : <ReadOnly reason={refusal} />}
        <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
      </div>
      <Threads page={threads} cursor={cursors.threads} hasMessages={messages > 0} refusal={refusal} />
      <div className="reading">
        {messages === 0 ? null : <Conversation thread={isThere ? thread : null} cursor={cursors.messages} refusal={refusal} />}
        {draft === null ? null : <Composer {...{ draft, recipients, types, most, answering, sending, refusal }} />}
        <Outcome sending={sending} />
      </div>
      <Arrivals arrived={snapshot.arrived} />
    </main>
  );
}

function NoStack({ readOnly, problems }: Extract<MessagesState, { kind: 'no-stack' }>) {
  const store = useMessages();
  const action = { label: 'Initialize Stack', icon: 'new-folder', refusal: readOnly, onPress: () => store.take({ kind: 'init' }) };
  return (
    <Welcome title="Messages">
      {readOnly === null ? null : <ReadOnly reason={readOnly} />}
      <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
      {problems.some(({ severity }) => severity === 'error') ? null : (
        <Empty text="There is no .cstack folder here yet. Agents keep their tasks, plans and messages in it." action={action} />
      )}
    </Welcome>
  );
}

function MessagesPage() {
  const store = useMessages();
  const { state, view } = useSyncExternalStore(store.subscribe, store.get);
  if (state === null) return <main className="welcome" aria-busy="true" aria-label="Messages" />;
  if (state.kind === 'no-stack') return <NoStack {...state} />;
  if (state.kind === 'messages') return <Desk snapshot={state.snapshot} view={view} />;
  return (
    <Welcome title="Messages">
      <Empty text="No folder is open. Open the folder in which your agents work to see their messages." />
    </Welcome>
  );
}

export const start = () => startPage(MessagesStore, MessagesContext, MessagesPage);
