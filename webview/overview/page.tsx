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

/** Button that pauses everything, or continues it. */
function PauseAll({ pausing, readOnly }: Pick<OverviewState, 'pausing' | 'readOnly'>) {
  const store = useOverview();
  if (pausing === null) return null;
  const press = () => store.take({ kind: `${pausing}-all` });
  return pausing === 'pause' ? (
    <Button label="Pause All" icon="debug-pause" about={PAUSE_ALL} refusal={readOnly} onPress={press} />
  ) : (
    <Button label="Resume All" icon="debug-continue" about={RESUME_ALL} refusal={readOnly} onPress={press} />
  );
}

const PAUSE_ALL = 'All swarms and teams of this window: no more tasks are assigned or claimed; tasks in progress continue';
const RESUME_ALL = 'All paused swarms and teams of this window';

function Head({ project, pausing, readOnly }: Pick<OverviewState, 'project' | 'pausing' | 'readOnly'>) {
  const store = useOverview();
  return (
    <header className="title">
      <h1>Overview</h1>
      {project === null ? null : <ProjectName project={project} />}
      {project === null || project.others === 0 ? null : (
        <Button label="Choose Project…" icon="folder" onPress={() => store.take({ kind: 'choose-project' })} />
      )}
      <PauseAll pausing={pausing} readOnly={readOnly} />
      <Keys title="Overview" keys={KEYS} inLists={IN_CARDS} />
    </header>
  );
}

function OverviewPage() {
  const store = useOverview();
  const { state } = useSyncExternalStore(store.subscribe, store.get);
  if (state === null) return <main className="welcome" aria-busy="true" aria-label="Overview" />;
  const { project, cards, pausing, readOnly, news } = state;
  return (
    <main className="overview">
      <div className="top">
        <Head project={project} pausing={pausing} readOnly={readOnly} />
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
