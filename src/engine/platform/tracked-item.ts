/**
 * An item of a protocol that keeps no history of changes. `cortex events` compares the items of two readings
 * (docs/decisions/0059-events.md).
 */
export interface TrackedItem {
  /** Stays the same while the item changes. If several items have one key, their order tells them apart. */
  readonly key: string;
  /** `message`, `plan task`, `task`, `note`. */
  readonly kind: string;
  readonly title: string;
  /** Such as `unread` or `in progress (finch)`; empty if the item has no states. */
  readonly state: string;
  /** Changes with the content. */
  readonly version: string;
  /** The agent that created it, or `null` if unknown. */
  readonly agent: string | null;
  /** Absolute. */
  readonly file: string;
  /** 1-based; `null` if it is the whole file. */
  readonly line: number | null;
  /** When it was created, in milliseconds since 1970 UTC; `null` if it does not say. */
  readonly since: number | null;
}
