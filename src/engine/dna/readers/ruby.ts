import { findQuoted, type ManifestFacts, splitLines } from '../facts.ts';

const DEPENDS = /^(?:gem|[\w.]{1,40}\.add_(?:runtime_|development_)?dependency)\b/;

/** Returns the gems of groups for development and tests, and those that a gemspec adds for development. */
function forDevelopment(lines: readonly string[]): string[] {
  const found: string[] = [];
  let isInside = false;
  for (const line of lines) {
    if (/^group\b.*\bdo$/.test(line)) isInside = !/:(?!development\b|test\b)\w/.test(line);
    else if (line === 'end') isInside = false;
    const isOwn = /\.add_development_dependency\b|\bgroups?(?::|\s*=>)\s*\[?\s*:(?:development|test)\b/.test(line);
    if (DEPENDS.test(line) && (isInside || isOwn)) found.push(...findQuoted(line).slice(0, 1));
  }
  return found;
}

/** Scans `Gemfile` and `*.gemspec`, which are programs. Lines that name gems have the same form in both. */
export function readGems(text: string, file: string): ManifestFacts {
  const lines = splitLines(text, '#');
  const valuesOf = (attribute: RegExp) => lines.filter((line) => attribute.test(line)).flatMap((line) => findQuoted(line).slice(0, 1))[0];
  const isGemspec = file.endsWith('.gemspec');
  return {
    ecosystem: 'ruby',
    name: isGemspec ? valuesOf(/^\w{1,40}\.name\s*=/) : undefined,
    purpose: isGemspec ? valuesOf(/^\w{1,40}\.summary\s*=/) : undefined,
    dependencies: lines.filter((line) => DEPENDS.test(line)).flatMap((line) => findQuoted(line).slice(0, 1)),
    forDevelopment: forDevelopment(lines),
    stack: { languages: ['Ruby'] },
  };
}
