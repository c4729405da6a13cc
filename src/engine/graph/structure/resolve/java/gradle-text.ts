import { isOutside, type ManifestFault, outsideFault } from '../../manifests/manifest-fault.ts';
import { lineAt } from '../../manifests/manifest-lines.ts';

/** The start of a comment, but not the `//` in a URL. */
const COMMENT = /(?<!:)\/[/*]/g;
const QUOTED = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Replaces the comments of a Gradle script by spaces, so that line numbers stay the same. */
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
 * Returns the 1-based line of the innermost block of a Gradle script that is never closed; `null` if there is none. Braces in strings or
 * regular expressions may distort a count, so two counts must agree: of the raw script, and of the script without strings and comments.
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

/** Returns the builds and projects outside the project that a `settings.gradle` names. */
export function gradlePathsOutside(folder: string, text: string): ManifestFault[] {
  const code = withoutComments(text);
  return [NAMED_BUILD, MOVED].flatMap((pattern) =>
    Array.from(code.matchAll(pattern)).flatMap(({ index, 0: written, 1: place = '' }) => {
      const what = pattern === MOVED ? 'a project' : 'a build';
      return isOutside(folder, place) ? [outsideFault(what, place, lineAt(text, index + written.lastIndexOf(place)))] : [];
    }),
  );
}
