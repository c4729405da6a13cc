import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { GraphFound } from '../../src/host/dashboards/graph/protocol.ts';
import { keyTarget } from '../cursor.ts';
import { Icon, Text } from '../parts.tsx';
import { useGraph } from './graph-store.ts';
import { NODE_STYLES } from './looks.tsx';

/** Largest search text that the host accepts. */
const MAX_SEARCH_LENGTH = 200;

interface SearchProps {
  readonly words: string;
  readonly found: readonly GraphFound[];
  readonly isAwaited: boolean;
}

function Found({ type, name, path }: GraphFound) {
  const [word, icon] = NODE_STYLES[type];
  return (
    <>
      <Icon name={icon} />
      <Text value={name} className="main" />
      <Text value={path === name ? '' : path} className="note" dir="ltr" />
      <span className="sr-only">{word}</span>
    </>
  );
}

interface FoundListProps extends Pick<SearchProps, 'found'> {
  /** Prefix of the ids of its elements. */
  readonly id: string;
  /** Index of the option that Enter opens. */
  readonly index: number;
  readonly isOpen: boolean;
  /** Text to show when there are no results. */
  readonly nothing: string;
  onGo(node: GraphFound): void;
}

function FoundList({ id, found, index, isOpen, nothing, onGo }: FoundListProps) {
  return (
    <div className="found" id={`${id}-found`} role="listbox" aria-label="Found" hidden={!isOpen}>
      {found.map((node, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input field handles the keyboard, as in every combobox
        <div
          key={node.id}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === index}
          className={place === index ? 'line chosen' : 'line'}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onGo(node)}
        >
          <Found {...node} />
        </div>
      ))}
      {isOpen && found.length === 0 ? (
        <div className="line nothing" role="option" aria-selected={false} aria-disabled={true} tabIndex={-1}>
          {nothing}
        </div>
      ) : null}
    </div>
  );
}

/** Searches nodes by words of their names and paths, and goes to them. */
export function Search({ words, found, isAwaited }: SearchProps) {
  const store = useGraph();
  const id = useId();
  const [at, setAt] = useState(0);
  /** Search text for which Enter was pressed before the results arrived. */
  const [hurried, setHurried] = useState<string | null>(null);
  const index = Math.min(at, found.length - 1);
  const isOpen = words.trim() !== '';
  const go = (node: GraphFound | undefined): void => {
    if (node !== undefined) store.go({ kind: 'around', node: node.id });
  };
  useEffect(() => {
    if (isAwaited || hurried === null) return;
    setHurried(null);
    if (hurried === words) go(found[0]);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen) return;
    const target = event.key.startsWith('Arrow') ? keyTarget(event.key, index, found.length, found.length) : undefined;
    if (target !== undefined) setAt(target);
    else if (event.key === 'Enter' && isAwaited) setHurried(words);
    else if (event.key === 'Enter') go(found[index]);
    else if (event.key === 'Escape') store.look('');
    else return;
    event.preventDefault();
  };
  return (
    <search className="search" onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && store.look('')}>
      <input
        type="search"
        role="combobox"
        aria-label="Find in the graph"
        aria-expanded={isOpen}
        aria-controls={`${id}-found`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && index >= 0 ? `${id}-${index}` : undefined}
        placeholder="Find files and symbols"
        value={words}
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setAt(0);
          store.look(target.value);
        }}
      />
      <FoundList {...{ id, found, index, isOpen }} nothing={isAwaited ? 'Looking …' : 'No matches.'} onGo={go} />
    </search>
  );
}
