import type { CrtxSnapshot, NamedValue, ValueKind, ValueRow } from '../../src/host/crtx/protocol.ts';
import { ago, count, measured, moment, shortMoment } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { Button, Empty, Icon, Section, Text } from '../parts.tsx';
import { useClock } from '../store-context.ts';
import { foldKey, Twistie, treeAttributes } from '../tree-rows.tsx';
import { useCrtx } from './crtx-store.ts';
import type { SavedCrtx } from './saved-crtx.ts';

const ICONS: Readonly<Record<ValueKind, string>> = {
  object: 'symbol-object',
  array: 'symbol-array',
  string: 'symbol-string',
  number: 'symbol-numeric',
  boolean: 'symbol-boolean',
  null: 'symbol-null',
};

function Moment({ at }: { readonly at: number }) {
  const exact = useClock((now) => moment(at, now));
  return (
    <span className="note" title={exact}>
      {useClock((now) => `${shortMoment(at, now)}, ${ago(now - at)}`)}
    </span>
  );
}

/** An empty string is shown as quotes. */
const shownText = ({ kind, text }: ValueRow): string => (kind === 'string' && text === '' ? '""' : text);

/** Formats a value inside another one: times are relative, and durations have units. */
function saidOf({ key, text, moment: at, lasts }: NamedValue, now: number): string {
  const formatted = at !== null ? ago(now - at) : lasts !== null ? measured(lasts) : text;
  return key === null ? formatted : `${key}: ${formatted}`;
}

function Named({ named }: Pick<ValueRow, 'named'>) {
  return <Text value={useClock((now) => named.map((each) => saidOf(each, now)).join(' · '))} className="note" />;
}

function ValueCell(row: ValueRow) {
  if (row.holds !== null) return <Named {...row} />;
  return (
    <>
      <Text value={shownText(row)} className="main" />
      {row.moment === null ? null : <Moment at={row.moment} />}
      {row.lasts === null ? null : <span className="note">{measured(row.lasts)}</span>}
    </>
  );
}

const holdsText = ({ holds }: ValueRow) => (holds === null ? null : <span className="number">{count(holds)}</span>);
const OTHERS: readonly Column<ValueRow>[] = [
  { name: 'value-text', title: 'Value', cell: (row) => <ValueCell {...row} /> },
  { name: 'value-holds', title: 'Items', cell: holdsText },
];

const TREE: readonly Column<ValueRow>[] = [
  {
    name: 'value-key',
    title: 'Key',
    cell: (row) => (
      <>
        <Twistie {...row} />
        <Icon name={ICONS[row.kind]} />
        <Text value={row.key === '' ? '""' : row.key} className="main" />
      </>
    ),
  },
  ...OTHERS,
];

const FOUND: readonly Column<ValueRow>[] = [
  {
    name: 'value-key',
    title: 'Path',
    cell: ({ kind, key }) => (
      <>
        <Icon name={ICONS[kind]} />
        <Text value={key} dir="ltr" className="main" />
      </>
    ),
  },
  ...OTHERS,
];

interface ValuesProps {
  readonly snapshot: CrtxSnapshot;
  readonly view: SavedCrtx;
}

const LABEL = 'Values';

function Found({ snapshot: { values, found }, view }: ValuesProps) {
  const store = useCrtx();
  const [total, isMore] = [found?.total ?? 0, found?.isFull === true];
  const title = found?.searching === true ? 'Found So Far' : isMore ? 'Found First' : 'Found';
  const clear = { label: 'Show All', icon: 'clear-all', onPress: () => store.lookFor('') };
  return (
    <Section name="values" title={title} total={total} steps={<Button {...clear} />}>
      {total === 0 ? (
        <Empty text={found?.searching === true ? 'Searching…' : 'No keys or values match.'} />
      ) : (
        <Grid
          {...{ keeper: store, page: values, cursor: view.cursors.values }}
          list="values"
          label={LABEL}
          role="grid"
          columns={FOUND}
          onOpen={({ id }) => store.reveal(id)}
        />
      )}
    </Section>
  );
}

/** The values of a file as a tree, or the search results. */
export function Values(props: ValuesProps) {
  const { snapshot, view } = props;
  const { values, found } = snapshot;
  const store = useCrtx();
  if (found !== null) return <Found {...props} />;
  const fold = ({ id, unfolded }: ValueRow): void => {
    if (unfolded !== null) store.fold(id, unfolded);
  };
  const steps = <Button label="Collapse All" icon="collapse-all" onPress={() => store.foldAll()} />;
  return (
    <Section name="values" title={LABEL} total={values.total} steps={steps}>
      {values.total === 0 ? (
        <Empty text="It is empty." />
      ) : (
        <Grid
          {...{ keeper: store, page: values, cursor: view.cursors.values }}
          list="values"
          label={LABEL}
          role="treegrid"
          columns={TREE}
          rowAttributes={treeAttributes}
          onOpen={({ id }) => store.take({ kind: 'show-in-text', value: id })}
          onKey={(key, row, index) => foldKey(key, row, index, values, (hidden) => store.fold(row.id, hidden))}
          onTwistie={fold}
        />
      )}
    </Section>
  );
}
