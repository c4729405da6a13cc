import { type KeyboardEvent, useRef } from 'react';
import type { GraphFilter } from '../../src/host/dashboards/graph/protocol.ts';
import { Button, Icon } from '../parts.tsx';
import { useGraph } from './graph-store.ts';
import { countHiddenTypes, EDGE_TYPES, NO_FILTER, NODE_TYPES } from './saved-graph.ts';

interface TypesProps<Type extends string> {
  readonly title: string;
  readonly all: readonly Type[];
  readonly names: Readonly<Record<Type, string>>;
  readonly shown: readonly Type[];
  onChange(shown: readonly Type[]): void;
}

function Types<Type extends string>({ title, all, names, shown, onChange }: TypesProps<Type>) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {all.map((type) => (
        <label key={type} className="check">
          <input
            type="checkbox"
            checked={shown.includes(type)}
            onChange={({ target }) => onChange(all.filter((each) => (each === type ? target.checked : shown.includes(each))))}
          />
          {names[type]}
        </label>
      ))}
    </fieldset>
  );
}

/** Menu of the types of nodes and connections to show. */
export function FilterMenu({ filter }: { readonly filter: GraphFilter }) {
  const store = useGraph();
  const element = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    if (element.current !== null) element.current.open = false;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
    element.current?.querySelector('summary')?.focus();
  };
  const missing = countHiddenTypes(filter);
  return (
    <details
      ref={element}
      className="filter-menu"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <summary className="button">
        <Icon name={missing === 0 ? 'filter' : 'filter-filled'} />
        <span>{missing === 0 ? 'All types' : `${missing} hidden`}</span>
      </summary>
      <div className="filter-panel">
        <Types title="Nodes" all={NO_FILTER.nodes} names={NODE_TYPES} shown={filter.nodes} onChange={(nodes) => store.filter({ nodes })} />
        <Types
          title="Connections"
          all={NO_FILTER.edges}
          names={EDGE_TYPES}
          shown={filter.edges}
          onChange={(edges) => store.filter({ edges })}
        />
        <Button label="Show All" icon="clear-all" refusal={missing === 0 ? 'Nothing is hidden' : null} onPress={() => store.showAll()} />
      </div>
    </details>
  );
}
