import { compareCodePoints } from '../../text/code-point-order.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import type { VaultConfig } from '../config/config.ts';
import { NOTE_STATUSES, NOTE_TYPES, UNKNOWN } from '../note-fields.ts';

/** Header keys whose values repeat across notes. */
export const CHOICE_KEYS = ['type', 'status', 'project', 'tags'] as const;

/** A header key whose values repeat across notes. */
export type ChoiceKey = (typeof CHOICE_KEYS)[number];

/** Possible value of a header key. */
export interface HeaderChoice {
  readonly value: string;
  /** Defined by the protocol or the configuration, not only used in notes. */
  readonly isKnown: boolean;
  /** Number of notes with this value. */
  readonly notes: number;
}

function usedOf(index: VaultIndex, key: ChoiceKey): ReadonlyMap<string, number> {
  if (key === 'type') return index.byType;
  if (key === 'project') return index.byProject;
  return key === 'tags' ? index.byTag : index.byStatus;
}

function knownOf({ projects, tags }: Pick<VaultConfig, 'projects' | 'tags'>, key: ChoiceKey): readonly string[] {
  if (key === 'type') return NOTE_TYPES;
  if (key === 'project') return projects;
  return key === 'tags' ? [...tags.keys()].map((tag) => tag.toLowerCase()) : NOTE_STATUSES;
}

/**
 * Returns the possible values of a header key: defined values in their order, then other values of the vault's notes, most frequent first.
 */
export function headerChoices(index: VaultIndex, config: Pick<VaultConfig, 'projects' | 'tags'>, key: ChoiceKey): HeaderChoice[] {
  const used = usedOf(index, key);
  const known = new Set(knownOf(config, key));
  const others = [...used].filter(([value]) => value !== UNKNOWN && !known.has(value));
  others.sort(([one, few], [other, many]) => many - few || compareCodePoints(one, other));
  return [
    ...Array.from(known, (value) => ({ value, isKnown: true, notes: used.get(value) ?? 0 })),
    ...others.map(([value, notes]) => ({ value, isKnown: false, notes })),
  ];
}
