import { isOutside, leadsOut, type ManifestFault } from '../../manifest-fault.ts';
import { lineAt } from '../../manifest-lines.ts';

/** What begins a comment, and not the rest of an address. */
const COMMENT = /(?<!:)\/[/*]/g;
const QUOTED = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** The text of a Gradle script with spaces in the place of its comments, read once from its beginning to its end: lines stay where they are. */
export function withoutComments(text: string): string {
  let kept = '';
  let end = 0;
  for (const { index, 0: mark } of text.matchAll(COMMENT)) {
    if (index < end) continue;
    const close = text.indexOf(mark === '//' ? '\n' : '*/', index + 2);
    const next = close < 0 ? text.length : mark === '//' ? close : close + 2;
    kept += text.slice(end, index) + blank(text.slice(index, next));
    end = next;
  }
  return kept + text.slice(end);
}

const countOf = (text: string, brace: '{' | '}'): number => text.split(brace).length - 1;

/**
 * The line, 1-based, of the innermost block of a Gradle script that is never closed; `null` where all are. A brace in a text or a pattern may
 * mislead either count, so both have to agree: the one of the script as it is written, and the one without texts and comments.
 */
export function openGradleBlock(text: string): number | null {
  const code = withoutComments(text).replace(QUOTED, blank);
  if (countOf(text, '{') <= countOf(text, '}') || countOf(code, '{') <= countOf(code, '}')) return null;
  const open: number[] = [];
  for (const [n, line] of code.split('\n').entries()) {
    for (const [brace] of line.matchAll(/[{}]/g)) {
      if (brace === '{') open.push(n + 1);
      else open.pop();
    }
  }
  return open.at(-1) ?? null;
}

const NAMED_BUILD = /\bincludeBuild\b[\s(]{0,99}["']([^"'\n]{1,400})["']/g;
const MOVED = /\bprojectDir\s{0,9}=[^"'\n]{0,200}["']([^"'\n]{1,400})["']/g;

/** Builds and projects that a `settings.gradle` names out of the project. */
export function gradleOutside(folder: string, text: string): ManifestFault[] {
  const code = withoutComments(text);
  return [NAMED_BUILD, MOVED].flatMap((pattern) =>
    Array.from(code.matchAll(pattern)).flatMap(({ index, 0: written, 1: place = '' }) => {
      const what = pattern === MOVED ? 'a project' : 'a build';
      return isOutside(folder, place) ? [leadsOut(what, place, lineAt(text, index + written.lastIndexOf(place)))] : [];
    }),
  );
}
