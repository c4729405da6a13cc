import { NameChoice } from '../name-choice.tsx';
import { AGES, type Choices, isAge, OUTCOMES, TYPES } from './saved-timeline.ts';
import { useTimeline } from './timeline-store.ts';

/** Largest search text that the host accepts. */
const MAX_SEARCH_LENGTH = 1_000;

interface FilterBarProps {
  readonly choices: Choices;
  readonly agents: readonly string[];
}

/** Filter of the entries. */
export function FilterBar({ choices, agents }: FilterBarProps) {
  const store = useTimeline();
  const { search, agent, type, outcome, age } = choices;
  return (
    <search className="filter-bar" aria-label="Which entries are shown">
      <input
        type="search"
        aria-label="Search all entries"
        placeholder="Search: words, file:src/, task:id, ref:id"
        title="Words in the action, reason or outcome; file:src/ for a folder, file:src/a.ts for a file, task:id, ref:id"
        value={search}
        maxLength={MAX_SEARCH_LENGTH}
        spellCheck={false}
        onChange={({ target }) => store.narrow({ search: target.value })}
      />
      <NameChoice label="Type" all="All types" names={TYPES} chosen={type} onChoose={(name) => store.narrow({ type: name })} />
      <NameChoice label="Agent" all="All agents" names={agents} chosen={agent} onChoose={(name) => store.narrow({ agent: name })} />
      <NameChoice
        label="Outcome"
        all="Any outcome"
        names={OUTCOMES}
        chosen={outcome}
        onChoose={(name) => store.narrow({ outcome: name })}
      />
      <select aria-label="Time" value={age} onChange={({ target: { value } }) => isAge(value) && store.narrow({ age: value })}>
        {Object.entries(AGES).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </search>
  );
}
