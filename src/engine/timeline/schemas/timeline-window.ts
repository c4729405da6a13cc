/** The first items of a list, and its length. */
export interface Few<Item> {
  readonly first: readonly Item[];
  readonly total: number;
}

/** An entry in a list. Times are milliseconds since 1970 UTC; texts are cut to 300 UTF-16 code units. */
export interface EntryRow {
  readonly id: string;
  readonly at: number;
  readonly agent: string;
  readonly type: string;
  readonly action: string;
  readonly outcome: string;
  readonly task: string | null;
  readonly files: Few<string>;
}

/** An earlier attempt on the same files or with the same words. */
export interface PrecedentRow extends EntryRow {
  readonly why: string;
}

/** An entry in full. Texts are cut to 20,000 UTF-16 code units. */
export interface EntryDetail {
  readonly row: EntryRow;
  /** Cut to 5,000 UTF-16 code units, as all names. */
  readonly agent: string;
  readonly type: string;
  readonly task: string | null;
  /** Index among the rows; `null` if it is not among them. */
  readonly index: number | null;
  readonly action: string;
  readonly reasoning: string;
  readonly outcomeDetail: string | null;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly branch: string | null;
  readonly trigger: string | null;
  readonly files: Few<string>;
  readonly refs: Few<string>;
  readonly dependencies: Few<string>;
  /** Other known state, as JSON; `null` for none. */
  readonly state: string | null;
  /** Ancestors, the oldest first. */
  readonly parents: readonly EntryRow[];
  /** Whether there are more ancestors. */
  readonly hasMoreParents: boolean;
  /** Id of a missing parent: of the oldest ancestor, or of the entry itself; `null` if none is missing. */
  readonly missingParent: string | null;
  readonly children: Few<EntryRow>;
  /** The highest score first; `null` during the search. */
  readonly precedents: readonly PrecedentRow[] | null;
}

/** The part of a timeline that is in view. */
export interface TimelineWindow {
  /** Number of entries found so far. */
  readonly total: number;
  /** Whether more entries may be found. */
  readonly isSearching: boolean;
  /** How many new entries are above held rows. */
  readonly fresh: number;
  readonly from: number;
  readonly rows: readonly EntryRow[];
  /** `null` if none is chosen, or the id is unknown. */
  readonly detail: EntryDetail | null;
  /** Skipped data, and archives that could not be read. */
  readonly problems: readonly string[];
}
