import { allQuoted, linesOf, type ManifestFacts } from '../facts.ts';

const DEPENDS = /^(?:gem|[\w.]{1,40}\.add_(?:runtime_|development_)?dependency)\b/;

/** Scans `Gemfile` and `*.gemspec`, which are programs. Lines that name gems have the same form in both. */
export function readGems(text: string, file: string): ManifestFacts {
  const lines = linesOf(text, '#');
  const said = (attribute: RegExp) => lines.filter((line) => attribute.test(line)).flatMap((line) => allQuoted(line).slice(0, 1))[0];
  const isGemspec = file.endsWith('.gemspec');
  return {
    ecosystem: 'ruby',
    name: isGemspec ? said(/^\w{1,40}\.name\s*=/) : undefined,
    purpose: isGemspec ? said(/^\w{1,40}\.summary\s*=/) : undefined,
    dependencies: lines.filter((line) => DEPENDS.test(line)).flatMap((line) => allQuoted(line).slice(0, 1)),
    stack: { languages: ['Ruby'] },
  };
}
