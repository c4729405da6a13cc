import type { QueueFilter, QueuesSnapshot } from '../../src/contract/work-queues.ts';
import { clip, plain } from '../text.ts';
import { AGES, isAge } from './saved-queues.ts';
import { useQueues } from './store-context.ts';

const LONGEST_NAME = 60;
/** The host looks for no more. */
const MOST_WORDS = 1_000;

interface NamesProps {
  readonly label: string;
  readonly all: string;
  readonly names: readonly string[];
  readonly chosen: string | null;
  /** What stands for nobody; nothing: nobody is no choice. */
  readonly nobody?: string;
  onChoose(name: string | null): void;
}

/** A choice of one name, or of all. */
function NameChoice({ label, all, names, chosen, nobody, onChoose }: NamesProps) {
  // What is gone is still what was asked for.
  const known = chosen === null || chosen === '' || names.includes(chosen) ? names : [chosen, ...names];
  return (
    <select
      aria-label={label}
      value={chosen === null ? '' : `=${chosen}`}
      onChange={({ target }) => onChoose(target.value === '' ? null : target.value.slice(1))}
    >
      <option value="">{all}</option>
      {nobody === undefined ? null : <option value="=">{nobody}</option>}
      {known.map((name) => (
        <option key={name} value={`=${name}`}>
          {clip(plain(name), LONGEST_NAME)}
        </option>
      ))}
    </select>
  );
}

interface FilterBarProps extends Pick<QueuesSnapshot, 'projects' | 'agents'> {
  readonly filter: QueueFilter;
}

/** Says which tasks are shown. */
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
        maxLength={MOST_WORDS}
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
