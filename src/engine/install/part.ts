import type { JSONPath } from 'jsonc-parser';

/** A value in a JSON file. An existing value stays, because it may have been adapted. */
export interface JsonValue {
  readonly kind: 'value';
  readonly file: string;
  readonly path: JSONPath;
  readonly value: unknown;
  /** The value belongs to every file of this kind, and is removed only with the file. */
  readonly isFrame?: boolean;
}

/** An entry in a list of a JSON file. */
export interface JsonItem {
  readonly kind: 'item';
  readonly file: string;
  readonly path: JSONPath;
  readonly item: unknown;
  /** Text that identifies our entry, those of earlier versions included. An item that is a string must match exactly. */
  readonly mark: string;
}

/** A table in a TOML file. */
export interface TomlTable {
  readonly kind: 'table';
  readonly file: string;
  readonly path: readonly string[];
  readonly text: string;
}

/** A section in a Markdown file. */
export interface Section {
  readonly kind: 'section';
  readonly file: string;
  readonly body: string;
}

/** A line in a text file. */
export interface Line {
  readonly kind: 'line';
  readonly file: string;
  readonly line: string;
}

/** A file that contains only our content. */
export interface OwnedFile {
  readonly kind: 'file';
  readonly file: string;
  readonly text: string;
  /** Text that identifies our file, those of earlier versions included. */
  readonly mark: string;
}

/** A part of an installation, added to a file of the project and removed again. Paths are relative to the project, separated by `/`. */
export type Part = JsonValue | JsonItem | TomlTable | Section | Line | OwnedFile;
