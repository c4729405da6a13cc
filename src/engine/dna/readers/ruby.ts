import { allQuoted, linesOf, type ManifestFacts } from '../facts.ts';

const DEPENDS = /^(?:gem|[\w.]{1,40}\.add_(?:runtime_|development_)?dependency)\b/;

/** `Gemfile` and `*.gemspec` are programs; the lines that name gems are alike in all of them. */
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
