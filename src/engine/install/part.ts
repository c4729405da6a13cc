import type { JSONPath } from 'jsonc-parser';

/** A value of ours in a JSON file. What is there already stays, as somebody may have adapted it. */
export interface JsonValue {
  readonly kind: 'value';
  readonly file: string;
  readonly path: JSONPath;
  readonly value: unknown;
  /** It belongs to every file of its kind: it goes only with the file. */
  readonly isFrame?: boolean;
}

/** An entry of ours in a list of a JSON file. */
export interface JsonItem {
  readonly kind: 'item';
  readonly file: string;
  readonly path: JSONPath;
  readonly item: unknown;
  /** Tells an entry of ours, also of an earlier version: a text in it; an item that is a text is ours only as it is. */
  readonly mark: string;
}

/** A table of ours in a TOML file. */
export interface TomlTable {
  readonly kind: 'table';
  readonly file: string;
  readonly path: readonly string[];
  readonly text: string;
}

/** A section of ours in a Markdown file. */
export interface Section {
  readonly kind: 'section';
  readonly file: string;
  readonly body: string;
}

/** A line of ours in a file of lines. */
export interface Line {
  readonly kind: 'line';
  readonly file: string;
  readonly line: string;
}

/** A file that is wholly ours. */
export interface OwnFile {
  readonly kind: 'file';
  readonly file: string;
  readonly text: string;
  /** Tells a file of ours, also of an earlier version: a text in it. */
  readonly mark: string;
}

/** Something that installing puts into a file of the project, and removing takes out again. Paths are below the project, `/`-separated. */
export type Part = JsonValue | JsonItem | TomlTable | Section | Line | OwnFile;
