import type { EntryDetail, EntryRow } from '../../src/host/dashboards/timeline/protocol.ts';
import { ago, count } from '../format.ts';
import { Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';
import { plain } from '../text.ts';
import { Action, Sign } from './entry-parts.tsx';
import { useTimeline } from './timeline-store.ts';

/** Link to another entry. */
function Link({ row, why }: { readonly row: EntryRow; readonly why?: string }) {
  const store = useTimeline();
  const { id, at, agent, outcome } = row;
  const when = useClock((now) => ago(now - at));
  return (
    <li>
      <button type="button" className="read-link" title={`Read what ${plain(agent)} did ${when}`} onClick={() => store.read(id)}>
        <Action {...row} />
        <span className="link-end tone-quiet">
          {outcome === 'success' || outcome === 'failure' ? <Sign {...row} /> : null}
          <span>{when}</span>
        </span>
      </button>
      {why === undefined ? null : <Text value={why} className="why message tone-quiet" />}
    </li>
  );
}

function Links({ rows }: { readonly rows: readonly EntryRow[] }) {
  return (
    <ul className="read-links">
      {rows.map((row) => (
        <Link key={row.id} row={row} />
      ))}
    </ul>
  );
}

function Parents({ parents, hasMoreParents, missingParent }: Pick<EntryDetail, 'parents' | 'hasMoreParents' | 'missingParent'>) {
  if (parents.length === 0 && missingParent === null) return null;
  return (
    <div>
      <h3>Follows from</h3>
      {hasMoreParents ? <p className="tone-quiet">…and more above</p> : null}
      {missingParent === null ? null : <p className="tone-quiet">{plain(missingParent)}, which is not in the timeline</p>}
      <Links rows={parents} />
    </div>
  );
}

function Children({ children: { first, total } }: { readonly children: EntryDetail['children'] }) {
  if (total === 0) return null;
  return (
    <div>
      <h3>Led to</h3>
      <Links rows={first} />
      {total > first.length ? <p className="tone-quiet">and {count(total - first.length)} more</p> : null}
    </div>
  );
}

function Precedents({ precedents }: Pick<EntryDetail, 'precedents'>) {
  return (
    <div>
      <h3>Similar earlier entries</h3>
      {precedents === null ? <p className="tone-quiet">Searching…</p> : null}
      {precedents?.length === 0 ? <p className="tone-quiet">No similar earlier entries.</p> : null}
      <ul className="read-links">
        {(precedents ?? []).map((row) => (
          <Link key={row.id} row={row} why={row.why} />
        ))}
      </ul>
    </div>
  );
}

/** Entries related to an entry. */
export function Related({ parents, hasMoreParents, missingParent, children, precedents }: EntryDetail) {
  return (
    <>
      <Parents {...{ parents, hasMoreParents, missingParent }} />
      <Children>{children}</Children>
      <Precedents precedents={precedents} />
    </>
  );
}
