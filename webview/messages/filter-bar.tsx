import type { MessagesFilter } from '../../src/host/dashboards/messages/protocol.ts';
import { clip, plain } from '../text.ts';
import { useMessages } from './messages-store.ts';

const ONLY: Readonly<Record<MessagesFilter['only'], string>> = { all: 'All messages', unread: 'Unread', overdue: 'Overdue' };
const MAX_NAME_LENGTH = 60;

const isOnly = (value: string): value is MessagesFilter['only'] => Object.hasOwn(ONLY, value);

interface FilterBarProps {
  readonly filter: MessagesFilter;
  readonly stacks: readonly string[];
  /** Largest search text that the host accepts. */
  readonly mostWords: number;
}

/** Filter of the threads. */
export function FilterBar({ filter, stacks, mostWords }: FilterBarProps) {
  const store = useMessages();
  // A selected stack that no longer exists stays an option.
  const known = filter.stack === null || stacks.includes(filter.stack) ? stacks : [filter.stack, ...stacks];
  return (
    <search className="filter-bar" aria-label="Which threads are shown">
      <input
        type="search"
        aria-label="Search all messages"
        placeholder="Search all messages"
        value={filter.words}
        maxLength={mostWords}
        spellCheck={false}
        onChange={({ target }) => store.filter({ words: target.value })}
      />
      <select aria-label="Show" value={filter.only} onChange={({ target }) => isOnly(target.value) && store.filter({ only: target.value })}>
        {Object.entries(ONLY).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label="Stack"
        value={filter.stack ?? ''}
        onChange={({ target }) => store.filter({ stack: target.value === '' ? null : target.value })}
      >
        <option value="">All stacks</option>
        {known.map((name) => (
          <option key={name} value={name}>
            {clip(plain(name), MAX_NAME_LENGTH)}
          </option>
        ))}
      </select>
    </search>
  );
}
