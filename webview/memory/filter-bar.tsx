import type { MemorySnapshot, NotesFilter } from '../../src/host/dashboards/memory/protocol.ts';
import { NameChoice } from '../name-choice.tsx';
import { useMemory } from './memory-store.ts';
import { isLayer, MAX_SEARCH_LENGTH } from './saved-memory.ts';

const LAYER_NAMES = ['hot', 'warm', 'cold'];

interface FilterBarProps extends Pick<MemorySnapshot, 'types' | 'projects' | 'statuses'> {
  readonly filter: NotesFilter;
}

/** Filter of the notes. */
export function FilterBar({ filter, types, projects, statuses }: FilterBarProps) {
  const store = useMemory();
  const { search, type, project, status, layer } = filter;
  return (
    <search className="filter-bar" aria-label="Which notes are shown">
      <input
        type="search"
        aria-label="Search all notes"
        placeholder="Search: words, tag:tax, project:shop"
        title={'Words of the name, the description, the tags or the path; tag:tax, project:shop, type:rule, status:review, layer:hot, hot'}
        value={search}
        maxLength={MAX_SEARCH_LENGTH}
        spellCheck={false}
        onChange={({ target }) => store.narrow({ search: target.value })}
      />
      <NameChoice label="Type" all="All types" names={types} chosen={type} onChoose={(name) => store.narrow({ type: name })} />
      <NameChoice
        label="Project"
        all="All projects"
        names={projects}
        chosen={project}
        onChoose={(name) => store.narrow({ project: name })}
      />
      <NameChoice label="Status" all="Any status" names={statuses} chosen={status} onChoose={(name) => store.narrow({ status: name })} />
      <NameChoice
        label="Layer"
        all="All layers"
        names={LAYER_NAMES}
        chosen={layer}
        onChoose={(name) => store.narrow({ layer: isLayer(name) ? name : null })}
      />
    </search>
  );
}
