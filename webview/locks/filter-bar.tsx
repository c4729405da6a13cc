import type { LocksFilter, LocksSorting } from '../../src/host/dashboards/locks/protocol.ts';
import { NameChoice } from '../name-choice.tsx';
import { useLocks } from './locks-store.ts';
import { isSorting, isType, SORTINGS, TYPES } from './saved-locks.ts';

/** Largest search text that the host accepts. */
const MAX_SEARCH_LENGTH = 1_000;

interface ChoiceProps {
  readonly label: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly chosen: string;
  onChoose(value: string): void;
}

function Choice({ label, texts, chosen, onChoose }: ChoiceProps) {
  return (
    <select aria-label={label} value={chosen} onChange={({ target }) => onChoose(target.value)}>
      {Object.entries(texts).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface FilterBarProps {
  readonly filter: LocksFilter;
  readonly sorting: LocksSorting;
  readonly agents: readonly string[];
}

/** Filter and sort order of the locks. */
export function FilterBar({ filter, sorting, agents }: FilterBarProps) {
  const store = useLocks();
  const { words, agent, type, conflicts } = filter;
  return (
    <search className="filter-bar" aria-label="Which locks are shown">
      <input
        type="search"
        aria-label="Search all locks"
        placeholder="Search all locks"
        value={words}
        maxLength={MAX_SEARCH_LENGTH}
        spellCheck={false}
        onChange={({ target }) => store.filter({ words: target.value })}
      />
      <NameChoice label="Agent" all="All agents" names={agents} chosen={agent} onChoose={(name) => store.filter({ agent: name })} />
      <Choice label="Type" texts={TYPES} chosen={type} onChoose={(value) => isType(value) && store.filter({ type: value })} />
      <Choice label="Order" texts={SORTINGS} chosen={sorting} onChoose={(value) => isSorting(value) && store.sort(value)} />
      <label className="check" title="Locks that agents wait for, or whose holder has left the swarm or is unresponsive">
        <input type="checkbox" checked={conflicts} onChange={({ target }) => store.filter({ conflicts: target.checked })} />
        Conflicts only
      </label>
    </search>
  );
}
