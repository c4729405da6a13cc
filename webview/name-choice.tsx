import { clip, plain } from './text.ts';

const MAX_NAME_LENGTH = 60;

interface NamesProps {
  readonly label: string;
  readonly all: string;
  readonly names: readonly string[];
  readonly chosen: string | null;
  /** Label of the option for an empty name; without a label there is no such option. */
  readonly nobody?: string;
  onChoose(name: string | null): void;
}

/** Selects one name, or all. */
export function NameChoice({ label, all, names, chosen, nobody, onChoose }: NamesProps) {
  // A selected name that no longer exists stays an option.
  const known = chosen === null || chosen === '' || names.includes(chosen) ? names : [chosen, ...names];
  return (
    <select
      aria-label={label}
      value={chosen === null ? '' : `=${chosen}`}
      onChange={({ target }) => onChoose(target.value === '' ? null : target.value.slice(1))}
    >
      <option value="">{all}</option>
      {nobody === undefined ? null : <option value="=">{nobody}</option>}
      {known.map((name) => (
        <option key={name} value={`=${name}`}>
          {clip(plain(name), MAX_NAME_LENGTH)}
        </option>
      ))}
    </select>
  );
}
