import { useSyncExternalStore } from 'react';
import { Empty } from '../parts.tsx';
import { Problems } from '../problems.tsx';
import { startPage } from '../start-page.tsx';
import { CrtxContext, CrtxStore, useCrtx } from './crtx-store.ts';
import { Detail } from './detail.tsx';
import { Head } from './head.tsx';
import { MAX_SEARCH_LENGTH } from './saved-crtx.ts';
import { Values } from './values.tsx';

function Search({ words }: { readonly words: string }) {
  const store = useCrtx();
  return (
    <search className="filter-bar">
      <input
        type="search"
        aria-label="Search keys and values"
        placeholder="Search keys and values"
        value={words}
        maxLength={MAX_SEARCH_LENGTH}
        spellCheck={false}
        onChange={({ target }) => store.lookFor(target.value)}
      />
    </search>
  );
}

/** Page of the readable view of a `.crtx` file. */
function CrtxPage() {
  const store = useCrtx();
  const { state, view } = useSyncExternalStore(store.subscribe, store.get);
  if (state === null) return <main className="welcome" aria-busy="true" aria-label="File" />;
  const { snapshot } = state;
  const { problems, hidden, detail, found } = snapshot;
  return (
    <main className="dashboard crtx">
      <div className="top">
        <Head snapshot={snapshot} />
        {hidden === null ? <Search words={view.search} /> : null}
        <Problems rows={problems} onOpen={(place) => store.take({ kind: 'open-problem', ...place })} />
      </div>
      {hidden === null ? (
        <>
          <Values snapshot={snapshot} view={view} />
          <Detail detail={detail?.id === view.reading ? detail : null} isFound={found !== null} />
        </>
      ) : (
        <Empty text={hidden} action={{ label: 'Open as Text', icon: 'go-to-file', onPress: () => store.take({ kind: 'open-text' }) }} />
      )}
    </main>
  );
}

export const start = () => startPage(CrtxStore, CrtxContext, CrtxPage);
