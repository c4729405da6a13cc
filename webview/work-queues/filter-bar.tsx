import type { QueueFilter, QueuesSnapshot } from '../../src/host/dashboards/work-queues/protocol.ts';
import { NameChoice } from '../name-choice.tsx';
import { useQueues } from './queues-store.ts';
import { AGES, isAge } from './saved-queues.ts';

/** Largest search text that the host accepts. */
const MAX_SEARCH_LENGTH = 1_000;

interface FilterBarProps extends Pick<QueuesSnapshot, 'projects' | 'agents'> {
  readonly filter: QueueFilter;
}

/** Filter of the tasks. */
export function FilterBar({ filter, projects, agents }: FilterBarProps) {
  const store = useQueues();
  const { words, project, agent, age } = filter;
  return (
    <search className="filter-bar" aria-label="Which tasks are shown">
      <input
        type="search"
        aria-label="Search all tasks"
        placeholder="Search all tasks"
        value={words}
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        onChange={({ target }) => store.filter({ words: target.value })}
      />
      <NameChoice
        label="Project"
        all="All projects"
        names={projects}
        chosen={project}
        onChoose={(name) => store.filter({ project: name })}
      />
      <NameChoice
        label="Agent"
        all="All agents"
        nobody="Nobody’s"
        names={agents}
        chosen={agent}
        onChoose={(name) => store.filter({ agent: name })}
      />
      <select aria-label="Age" value={age} onChange={({ target }) => isAge(target.value) && store.filter({ age: target.value })}>
        {Object.entries(AGES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </search>
  );
}
