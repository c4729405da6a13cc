/** The first of many. */
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

/** Something that was tried before on the same files, or in the same words. */
export interface PrecedentRow extends EntryRow {
  readonly why: string;
}

/** All of an entry. Texts are cut to 20,000 UTF-16 code units. */
export interface EntryDetail {
  readonly row: EntryRow;
  /** Cut to 5,000 UTF-16 code units, as all names. */
  readonly agent: string;
  readonly type: string;
  readonly task: string | null;
  /** Its place among the rows; `null` where it is not among them. */
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
  /** What else was known, as JSON; `null`: nothing. */
  readonly state: string | null;
  /** What it follows from, the first of all first. */
  readonly parents: readonly EntryRow[];
  /** Whether there are more above them. */
  readonly hasMoreParents: boolean;
  /** What the uppermost of them, or else it itself, follows from, and is not there; `null`: nothing. */
  readonly missingParent: string | null;
  readonly children: Few<EntryRow>;
  /** The nearest first; `null` while they are looked for. */
  readonly precedents: readonly PrecedentRow[] | null;
}

/** As much of a timeline as somebody has in view. */
export interface TimelineWindow {
  /** So many entries were found up to now. */
  readonly total: number;
  /** Whether more of them may be found. */
  readonly isSearching: boolean;
  /** How many are new above rows that are held. */
  readonly fresh: number;
  readonly from: number;
  readonly rows: readonly EntryRow[];
  /** `null`: none is chosen, or there is none of this id. */
  readonly detail: EntryDetail | null;
  /** What was skipped, and which archives could not be read. */
  readonly problems: readonly string[];
}
