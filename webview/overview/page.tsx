import { useSyncExternalStore } from 'react';
import type { CardName, OverviewState } from '../../src/host/dashboards/overview/protocol.ts';
import { type KeyHint, Keys } from '../keys.tsx';
import { Button, ProjectName, ReadOnly } from '../parts.tsx';
import { startPage } from '../start-page.tsx';
import { Card } from './card.tsx';
import { OverviewContext, OverviewStore, useOverview } from './overview-store.ts';

const IN_CARDS: readonly KeyHint[] = [
  { keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'], what: 'Choose a line of the card' },
  { keys: ['ArrowLeft', 'ArrowRight'], what: 'Choose an action' },
];
const KEYS: readonly KeyHint[] = [{ keys: ['Enter'], what: 'Open the item, or run the chosen action' }];

/** Columns side by side where there is room. Tab visits the cards in this order. */
const COLUMNS: readonly (readonly CardName[])[] = [
  ['needs', 'work'],
  ['locks', 'happened', 'known'],
];

function Head({ project }: Pick<OverviewState, 'project'>) {
  const store = useOverview();
  return (
    <header className="title">
      <h1>Overview</h1>
      {project === null ? null : <ProjectName project={project} />}
      {project === null || project.others === 0 ? null : (
        <Button label="Choose Project…" icon="folder" onPress={() => store.take({ kind: 'choose-project' })} />
      )}
      <Keys title="Overview" keys={KEYS} inLists={IN_CARDS} />
    </header>
  );
}

function OverviewPage() {
  const store = useOverview();
  const { state } = useSyncExternalStore(store.subscribe, store.get);
  if (state === null) return <main className="welcome" aria-busy="true" aria-label="Overview" />;
  const { project, cards, readOnly, news } = state;
  return (
    <main className="overview">
      <div className="top">
        <Head project={project} />
        {readOnly === null ? null : <ReadOnly reason={readOnly} />}
        <p className="sr-only" role="status">
          {news}
        </p>
      </div>
      <div className="card-columns">
        {COLUMNS.map((names) => (
          <div className="card-column" key={names.join()}>
            {cards
              .filter(({ name }) => names.includes(name))
              .map((card) => (
                <Card key={card.name} card={card} refusal={readOnly} />
              ))}
          </div>
        ))}
      </div>
    </main>
  );
}

export const start = () => startPage(OverviewStore, OverviewContext, OverviewPage);
