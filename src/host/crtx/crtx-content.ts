import { isDeepStrictEqual } from 'node:util';
import { cut } from '../../engine/text/cut.ts';
import { formatJsonPath, wholeJsonPath } from '../../engine/text/json/json-position.ts';
import type { Page } from '../dashboards/protocol.ts';
import { clipText, EMPTY_PAGE, toPage } from '../model/pages.ts';
import type { CrtxFound, CrtxView, ValueDetail, ValueRow } from './protocol.ts';
import { formatValueId, membersReader, parseValueId, valueAtPath } from './value-path.ts';
import { type FoundPlace, leadsTo, readFound, ValueSearch } from './value-search.ts';
import { previewMembers, readableText, rowText, toDuration, toMoment, valueKind } from './value-text.ts';
import { type TreeRow, ValueTree } from './value-tree.ts';

/** Time slice of a search, in milliseconds, after which other work gets its turn. */
const SLICE_MS = 10;
const MAX_PATH_LENGTH = 5_000;
const MAX_TEXT_LENGTH = 20_000;
/** Maximum number of rows per page, whatever the page requests. */
const MAX_ROWS = 500;

/** What the page shows of a value: the tree or the search results, and the details of the selected value. */
export interface ShownContent {
  readonly values: Page<ValueRow>;
  readonly found: CrtxFound | null;
  readonly detail: ValueDetail | null;
}

interface ContentContext {
  /** Monotonic clock, in milliseconds. */
  monotonic(): number;
  /** Yields to other work. */
  pause(): Promise<void>;
  /** Called when more was found. */
  changed(): void;
}

/** A value as the page shows it. */
export class CrtxContent {
  #value: unknown;
  #unfolded: readonly string[] | null = null;
  #tree = new ValueTree(undefined, []);
  #search: { readonly wanted: string; readonly is: ValueSearch } | null = null;
  #chosen: { readonly id: string; readonly detail: Omit<ValueDetail, 'index'> | null } | null = null;

  constructor(private readonly around: ContentContext) {}

  /** @param value content of a file; must be the same object while the content is the same */
  look(value: unknown, view: CrtxView): ShownContent {
    this.#turnTo(value, view);
    const { values } = view;
    const detail = this.#chosen?.detail ?? null;
    const search = this.#search?.is ?? null;
    if (search === null)
      return { values: this.#rows(values), found: null, detail: detail && { ...detail, index: this.#indexOf(detail.id) } };
    const { found, isOver, isFull } = search;
    const chosen = parseValueId(detail?.id ?? '') ?? [];
    const index = found.findIndex((place) => leadsTo(chosen, place));
    return {
      values: toPage(found, values, foundRow),
      found: { total: found.length, searching: !isOver, isFull },
      detail: detail && { ...detail, index: index === -1 ? null : index },
    };
  }

  /** Updates the tree, search and details. Reuses what has not changed. */
  #turnTo(value: unknown, { unfolded, search, chosen }: CrtxView): void {
    const isOther = value !== this.#value;
    this.#value = value;
    if (isOther || !isDeepStrictEqual(this.#unfolded, unfolded)) this.#unfold(unfolded);
    if (isOther || search !== (this.#search?.wanted ?? '')) this.#lookFor(search);
    if (isOther || chosen !== (this.#chosen?.id ?? null))
      this.#chosen = chosen === null ? null : { id: chosen, detail: this.#detailOf(chosen) };
  }

  /** Stops the search. */
  leave(): void {
    this.#search = null;
  }

  #unfold(ids: readonly string[]): void {
    this.#unfolded = ids;
    this.#tree = new ValueTree(
      this.#value,
      ids.flatMap((id) => [parseValueId(id) ?? []]),
    );
  }

  #lookFor(wanted: string): void {
    this.#search = wanted === '' ? null : { wanted, is: new ValueSearch(this.#value, wanted) };
    if (this.#search !== null) void this.#goOn(this.#search.is);
  }

  async #goOn(search: ValueSearch): Promise<void> {
    const { around } = this;
    while (!search.isOver) {
      const end = around.monotonic() + SLICE_MS;
      search.goOn(() => around.monotonic() >= end);
      await around.pause();
      if (search !== this.#search?.is) return;
      around.changed();
    }
  }

  #rows({ from, count }: CrtxView['values']): Page<ValueRow> {
    const { size } = this.#tree;
    if (size === 0) return EMPTY_PAGE;
    const first = Math.min(from, size);
    return { total: size, from: first, rows: this.#tree.rows(first, Math.min(count, MAX_ROWS)).map(shownRow) };
  }

  #indexOf(id: string): number | null {
    return this.#tree.indexOf(parseValueId(id) ?? []);
  }

  #detailOf(id: string): Omit<ValueDetail, 'index'> | null {
    const along = valueAtPath(this.#value, parseValueId(id) ?? []);
    if (along === null || along.path.length === 0) return null;
    const { value, path } = along;
    return {
      id,
      path: cut(wholeJsonPath(path), MAX_PATH_LENGTH),
      kind: valueKind(value),
      ...readableText(value, MAX_TEXT_LENGTH),
      moment: toMoment(value),
      lasts: toDuration(path.at(-1), value),
    };
  }
}

function foundRow(place: FoundPlace): ValueRow {
  const { path, keys, value } = readFound(place);
  const row = { path, key: keys.at(-1) ?? '', value, depth: 0, position: 1, siblings: 1, unfolded: null };
  return { ...shownRow(row), key: clipText(formatJsonPath(keys)) };
}

function shownRow({ path, key, value, ...others }: Omit<TreeRow, 'key'> & { readonly key: string | number }): ValueRow {
  const held = membersReader(value);
  return {
    ...others,
    id: formatValueId(path),
    key: clipText(String(key)),
    kind: valueKind(value),
    text: rowText(value),
    named: previewMembers(value),
    holds: held === null ? null : held.size,
    moment: toMoment(value),
    lasts: toDuration(key, value),
  };
}
