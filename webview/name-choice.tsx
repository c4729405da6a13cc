import { clip, plain } from './text.ts';

const LONGEST_NAME = 60;

interface NamesProps {
  readonly label: string;
  readonly all: string;
  readonly names: readonly string[];
  readonly chosen: string | null;
  /** What stands for nobody; nothing: nobody is no choice. */
  readonly nobody?: string;
  onChoose(name: string | null): void;
}

/** A choice of one name, or of all. */
export function NameChoice({ label, all, names, chosen, nobody, onChoose }: NamesProps) {
  // What is gone is still what was asked for.
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
          {clip(plain(name), LONGEST_NAME)}
        </option>
      ))}
    </select>
  );
}
