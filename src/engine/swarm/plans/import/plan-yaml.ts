import { Scalar, stringify } from 'yaml';
import type { PlanTaskText } from './to-plan.ts';

/** Invisible characters. Terminals show them escaped, and a plan that is printed must be the one that is written to a file. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u;

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Only quoted texts may have escapes. */
function quotedIfUnseen(_key: unknown, value: unknown): unknown {
  if (typeof value !== 'string' || !UNSEEN.test(value)) return value;
  const scalar = new Scalar(value);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

/** Returns a plan in YAML. Invisible characters are escaped. */
export function planYaml(decomposition: PlanTaskText): string {
  return stringify({ decomposition }, quotedIfUnseen, { lineWidth: 0 }).replace(new RegExp(UNSEEN, 'gu'), escaped);
}
