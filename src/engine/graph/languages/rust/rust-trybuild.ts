import { MAX_EXPRESSION_LENGTH } from '../../facts.ts';
import type { FactsDraft } from '../facts-draft.ts';
import { constantText } from './rust-constants.ts';
import { RustLines } from './rust-lines.ts';
import type { RustTokens } from './rust-tokens.ts';

/** Reads the files that a test compiles with trybuild: `t.compile_fail("tests/ui/*.rs")`, `t.pass("tests/ui/ok.rs")`. */
export function readTrybuild(text: string, { texts, starts }: RustTokens, draft: FactsDraft): void {
  if (!texts.includes('trybuild')) return;
  const lines = new RustLines(text, starts);
  for (const [at, token] of texts.entries()) {
    if ((token !== 'compile_fail' && token !== 'pass') || texts[at - 1] !== '.' || texts[at + 1] !== '(') continue;
    const pattern = constantText(texts, at + 2);
    const written = { line: lines.of(at), isTypeOnly: false, names: [] };
    if (pattern !== null) draft.imports.push({ ...written, specifier: `trybuild!("${pattern}")`, kind: 'glob' });
    // Other types may have a method `pass`.
    else if (token === 'compile_fail')
      draft.imports.push({ ...written, specifier: lines.text(at, MAX_EXPRESSION_LENGTH), kind: 'computed' });
  }
}
