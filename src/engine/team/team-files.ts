import { resolveInside } from '../files/safe-path.ts';
import { fileError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { compareCodePoints } from '../text/code-point-order.ts';

/** Kind of a file in a team directory. */
export interface TeamFile {
  readonly kind: 'agent' | 'project' | 'agent-queue' | 'template';
  readonly slug: string;
  /** Relative to the team directory, `/`-separated. */
  readonly path: string;
}

/** Templates of new notes (seed 5, "Templates"). */
export const AGENT_TEMPLATE_FILE = 'templates/agent-template.md';
export const PROJECT_TEMPLATE_FILE = 'templates/project-template.md';
const TEMPLATES: ReadonlySet<string> = new Set([AGENT_TEMPLATE_FILE, PROJECT_TEMPLATE_FILE]);

const NOTE = /^([^/]+)\.md$/;
const AGENT_FOLDER = /^([^/]+)\/([^/]+)\.md$/;

/** Returns the kind of a file; `null` if it does not belong to the protocol (seed 5, "Team Directory"; rulings, team 7). */
export function teamFile(relative: string): TeamFile | null {
  const [folder, ...rest] = relative.split('/');
  const inner = rest.join('/');
  if (TEMPLATES.has(relative)) return { kind: 'template', slug: inner, path: relative };
  const note = NOTE.exec(inner)?.[1];
  if (note !== undefined && !note.startsWith('.')) {
    if (folder === 'agents') return { kind: 'agent', slug: note, path: relative };
    if (folder === 'projects') return { kind: 'project', slug: note, path: relative };
  }
  const [, slug = '', name] = folder === 'agents' ? (AGENT_FOLDER.exec(inner) ?? []) : [];
  if (slug === '' || slug.startsWith('.')) return null;
  if (name === slug) return { kind: 'agent', slug, path: relative };
  return name === 'tasks' ? { kind: 'agent-queue', slug, path: relative } : null;
}

/** Folders of a team directory. */
export const TEAM_FOLDERS = ['agents', 'projects', 'templates'];

/** Returns the names in a folder in code point order; none if it does not exist. @throws CortexError */
function namesIn(fs: FileSystem, folder: string): string[] {
  try {
    return fs.readdirSync(folder).sort(compareCodePoints);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw fileError(error, folder, 'list the folder', 'read');
  }
}

/**
 * Returns the possible files of a team directory. For an agent's folder, these are the two files of the later layout, which need not
 * exist.
 * @param root absolute path
 * @throws CortexError
 */
export function listTeam(fs: FileSystem, root: string): TeamFile[] {
  return TEAM_FOLDERS.flatMap((folder) =>
    namesIn(fs, resolveInside(fs, root, folder)).flatMap((name) => {
      const inner = folder !== 'agents' || name.endsWith('.md') ? [name] : [`${name}/${name}.md`, `${name}/tasks.md`];
      return inner.flatMap((each) => teamFile(`${folder}/${each}`) ?? []);
    }),
  );
}
