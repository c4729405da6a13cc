import { lineAt } from '../../manifests/manifest-lines.ts';
import { withoutComments } from './gradle-text.ts';

const QUOTED = /["']([^"'\n]*)["']/g;
const MOVED = /\bproject\s{0,9}\([^)\n]{0,200}\)\s{0,9}\.projectDir\s{0,9}=[^\n]*/g;
const BUILD = /\bincludeBuild\b[\s(]{0,99}["']([^"'\n]{1,400})["']/g;
/** Code that decides which projects there are, or where. */
const COMPUTED = /\.exists\(|\.isDirectory\b|\bfindProject\b|\.(?:each|forEach|eachDir|listFiles)\b/;

interface Included {
  /** The path of the project: `:core:api`. */
  readonly project: string;
  /** Its folder, relative to that of the settings. */
  readonly place: string;
  /** The offset of its name. */
  readonly at: number;
}

/** Yields the strings of an argument list at an offset: `include(":a", ":b")`, `include ':a',⏎ ':b'`. */
function* textsBehind(text: string, start: number): Iterable<{ readonly written: string; readonly at: number }> {
  const next = /[\s,(]*["']([^"'\n]*)["']/y;
  next.lastIndex = start;
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const [all, written = ''] = match;
    yield { written, at: match.index + all.length - written.length - 1 };
  }
}

/** Returns the projects that a `settings.gradle` includes. @param code without comments */
export function includedProjects(code: string): Included[] {
  const moved = new Map<string, string>();
  for (const [call] of code.matchAll(MOVED)) {
    const [of = '', ...others] = Array.from(call.matchAll(QUOTED), ([, each = '']) => each);
    moved.set(of.replace(/^:?/, ':'), others.at(-1) ?? '');
  }
  return Array.from(code.matchAll(/\binclude\b/g)).flatMap(({ index }) =>
    Array.from(textsBehind(code, index + 'include'.length), ({ written, at }) => {
      const project = written.replace(/^:?/, ':');
      return { project, place: moved.get(project) ?? project.slice(1).replaceAll(':', '/'), at };
    }),
  );
}

/** Returns the projects and builds that a `settings.gradle` includes, with their lines; empty if code decides about them. */
export function gradleProjects(text: string): { readonly what: string; readonly place: string; readonly line: number }[] {
  const code = withoutComments(text);
  const isMovedByCode = (code.match(/\bprojectDir\b/g)?.length ?? 0) > (code.match(MOVED)?.length ?? 0);
  if (isMovedByCode || COMPUTED.test(code)) return [];
  const projects = includedProjects(code).flatMap(({ place, at }) =>
    // A pattern of files, in a block for something else.
    /\.(?:gradle|kts)$/.test(place) ? [] : [{ what: 'a project', place, line: lineAt(text, at) }],
  );
  const builds = Array.from(code.matchAll(BUILD), ({ index, 0: written, 1: place = '' }) => {
    return { what: 'a build', place, line: lineAt(text, index + written.lastIndexOf(place)) };
  });
  return [...projects, ...builds];
}
