import path from 'node:path';
import { readFileBounded } from '../files/atomic-file.ts';
import { TextEdits } from '../files/second-look/text-edits.ts';
import { CortexError, describeError, systemCode, withWarningsAdded } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { compareCodePoints } from '../text/code-point-order.ts';
import { describeConflict, resolveAdvice } from '../text/conflicts/conflict-words.ts';
import { type MergeConflict, maskConflicts, mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { shellWord } from '../text/shell-word.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { HALF_CONFLICT, MERGE_CONFLICT } from './conflicts.ts';
import { type AgentNote, type Heartbeat, readAgentNote, taskHeartbeats } from './notes/agent-note.ts';
import { type ProjectNote, readAgentQueue, readProjectNote } from './notes/project-note.ts';
import { nameKey } from './slug.ts';
import { listTeam, TEAM_FOLDERS, type TeamFile, teamFile } from './team-files.ts';

/** Problem in a file of the team. */
export interface TeamProblem {
  /** Relative to the team directory, `/`-separated. */
  readonly path: string;
  readonly message: string;
  /** 1-based. */
  readonly line: number;
  /** `error`: the file, or a part of it, could not be read. */
  readonly severity: 'error' | 'warning';
  /** `merge-conflict` or `half-merge-conflict`; otherwise `null`. */
  readonly code: string | null;
}

/** `seed`: `agents/<slug>.md` and `projects/<slug>.md`; `later`: `agents/<slug>/<slug>.md` and `agents/<slug>/tasks.md`. */
export type TeamLayout = 'seed' | 'later';

const MAX_NOTE_SIZE = 16 * 1024 * 1024;
const LOCAL = '.local';

type Read = { readonly file: TeamFile; readonly conflicts: readonly MergeConflict[] } & (
  | { readonly kind: 'agent'; readonly note: AgentNote }
  /** @property beats heartbeats of the agent in its task file */
  | { readonly kind: 'project'; readonly note: ProjectNote; readonly beats: readonly Heartbeat[] }
  | { readonly kind: 'template' }
  | { readonly kind: 'broken'; readonly problem: TeamProblem }
);

/** A team directory in memory (seed 5, "Team Directory"). `update` reads only the changed file. */
export class TeamStore {
  /** Edits files of the team. */
  readonly edits: TextEdits;
  readonly #files = new Map<string, Read>();
  #known: Known | null = null;
  /** Paths of the files in order; `null` if they must be sorted again. */
  #order: readonly string[] | null = null;

  private constructor(
    readonly runtime: Runtime,
    /** Real path. */
    readonly root: string,
  ) {
    this.edits = new TextEdits(runtime, { root, isReal: true, local: LOCAL });
  }

  /** Opens a team directory. @throws CortexError `not-found` if it does not exist */
  static open(runtime: Runtime, directory: string): TeamStore {
    const store = TeamStore.#at(runtime, directory);
    store.refresh();
    return store;
  }

  /** Like `open`, but checks edits of earlier commands first, so that the files are read only once. @throws CortexError as `open` */
  static async openSettled(runtime: Runtime, directory: string): Promise<TeamStore> {
    const store = TeamStore.#at(runtime, directory);
    await store.edits.look();
    try {
      store.refresh();
    } catch (error) {
      throw withWarningsAdded(error, store.edits.problems);
    }
    return store;
  }

  static #at(runtime: Runtime, directory: string): TeamStore {
    const next = `Create it: cortex team setup --team ${shellWord(directory)}`;
    let root: string;
    try {
      root = runtime.fs.realpathSync(directory);
      if (!runtime.fs.statSync(root, { bigint: true }).isDirectory())
        throw new CortexError('invalid-input', 'not a folder', { file: directory, next });
    } catch (error) {
      if (error instanceof CortexError) throw error;
      throw new CortexError('not-found', 'the team directory does not exist', { file: directory, next }, { cause: error });
    }
    return new TeamStore(runtime, root);
  }

  /** Reads all files again, including new ones. @throws CortexError if a folder cannot be listed */
  refresh(): void {
    const files = listTeam(this.runtime.fs, this.root);
    this.#files.clear();
    this.#order = null;
    this.#known = null;
    for (const file of files) this.#read(file);
  }

  /** By slug, in code point order. */
  get agents(): ReadonlyMap<string, AgentNote> {
    return this.#all().agents;
  }

  /** By slug, in code point order. In the later layout an agent's own queue has the agent's slug. */
  get projects(): ReadonlyMap<string, ProjectNote> {
    return this.#all().projects;
  }

  get problems(): readonly TeamProblem[] {
    return this.#all().problems;
  }

  get layout(): TeamLayout {
    const paths = [...this.#files.values()].filter(({ kind }) => kind === 'agent').map(({ file }) => file.path);
    return paths.some((each) => each.split('/').length > 2) ? 'later' : 'seed';
  }

  /** Reads one file again. @param relative path relative to the team directory @returns whether it belongs to the protocol */
  update(relative: string): boolean {
    const file = teamFile(relative);
    if (file === null) return false;
    this.#read(file);
    this.#known = null;
    return true;
  }

  /** Returns the text of a file; `null` if it does not exist. @throws CortexError `broken-file` */
  text(relative: string): string | null {
    const file = path.join(this.root, relative);
    const content = readFileBounded(this.runtime.fs, file, { maxBytes: MAX_NOTE_SIZE, root: this.root });
    return content === null ? null : decodeUtf8(content.bytes, file);
  }

  /** Returns the command that resolves a file's conflicts in any directory. @param relative path relative to the team directory */
  settleCommand(relative: string): string {
    return `cortex team settle ${shellWord(path.join(this.root, relative))}`;
  }

  /** Returns the absolute paths of the folders with team files. */
  folders(): string[] {
    const found = new Set([...TEAM_FOLDERS, ...Array.from(this.#files.keys(), (file) => path.dirname(file))]);
    return Array.from(found, (folder) => path.join(this.root, folder));
  }

  #read(file: TeamFile): void {
    try {
      const text = this.text(file.path);
      if (text === null) this.#forget(file.path);
      else this.#keep(readFile(file, text));
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      // A plain file in `agents/` was listed like an agent's folder.
      if (systemCode(error.cause) === 'ENOTDIR') {
        this.#forget(file.path);
        return;
      }
      const problem = {
        path: file.path,
        message: describeError(withoutPlace(error)),
        line: error.data.line ?? 1,
        severity: 'error' as const,
        code: null,
      };
      this.#keep({ kind: 'broken', file, conflicts: [], problem });
    }
  }

  #keep(read: Read): void {
    if (!this.#files.has(read.file.path)) this.#order = null;
    this.#files.set(read.file.path, read);
  }

  #forget(at: string): void {
    if (this.#files.delete(at)) this.#order = null;
  }

  #all(): Known {
    if (this.#known !== null) return this.#known;
    this.#order ??= [...this.#files.keys()].sort(compareCodePoints);
    this.#known = gather(
      this.#order.flatMap((at) => this.#files.get(at) ?? []),
      (file) => this.settleCommand(file),
    );
    return this.#known;
  }
}

/** Removes the position, which the problem already has. */
function withoutPlace({ code, message, data: { file: _file, line: _line, column: _column, ...data } }: CortexError): CortexError {
  return new CortexError(code, message, data);
}

function readFile(file: TeamFile, text: string): Read {
  const conflicts = mergeConflicts(text);
  if (file.kind === 'template') return { kind: 'template', file, conflicts };
  if (file.kind === 'agent') return { kind: 'agent', file, conflicts, note: readAgentNote(text, file.slug, file.path) };
  if (file.kind === 'project') return { kind: 'project', file, conflicts, note: readProjectNote(text, file.slug, file.path), beats: [] };
  const beats = taskHeartbeats(maskConflicts(text, conflicts), 'tasks', file.path);
  return { kind: 'project', file, conflicts, note: readAgentQueue(text, file.slug, file.path), beats };
}

interface Known {
  readonly agents: ReadonlyMap<string, AgentNote>;
  readonly projects: ReadonlyMap<string, ProjectNote>;
  readonly problems: readonly TeamProblem[];
}

/** Combines all files. If two notes have the same slug, the first one counts. */
function gather(files: readonly Read[], settleCommand: (file: string) => string): Known {
  const agents = new Map<string, AgentNote>();
  const projects = new Map<string, ProjectNote>();
  const problems: TeamProblem[] = [];
  for (const read of files) {
    problems.push(...conflictsIn(read, settleCommand));
    if (read.kind === 'broken') problems.push(read.problem);
    if (read.kind === 'broken' || read.kind === 'template') continue;
    const first = read.kind === 'agent' ? keepFirst(agents, read.note) : keepFirst(projects, read.note);
    const { path: at, slug } = read.file;
    if (first !== null)
      problems.push({
        path: at,
        line: 1,
        severity: 'warning',
        code: null,
        message: `${slug} is already defined in ${first}, which is used`,
      });
    problems.push(...problemsIn(at, read.note));
  }
  for (const read of files) addBeats(agents, read);
  const known = new Set([...projects.keys(), ...files.flatMap(({ kind, file }) => (kind === 'broken' ? file.slug : []))].map(nameKey));
  for (const agent of agents.values()) problems.push(...missingProjects(agent, known));
  return { agents, projects, problems };
}

function problemsIn(path: string, { problems }: Pick<ProjectNote, 'problems'>): TeamProblem[] {
  return problems.map(({ message, line, isError }) => ({ path, message, line, severity: isError ? 'error' : 'warning', code: null }));
}

/** Warns about projects of an agent without a note for their tasks (seed 5, "Project Notes"). @param known keys of projects with a note */
function missingProjects({ slug, path: at, projects, projectLines }: AgentNote, known: ReadonlySet<string>): TeamProblem[] {
  // In the later layout the tasks of an agent are in a file of its own.
  if (at === `agents/${slug}/${slug}.md`) return [];
  return projects.flatMap((project, n): TeamProblem[] => {
    if (known.has(nameKey(project))) return [];
    const what = `lists the project ${JSON.stringify(project)}, but projects/${project}.md does not exist`;
    const message = `${what}. Create it: cortex team projects ${shellWord(slug)} --add ${shellWord(project)}`;
    return [{ path: at, line: projectLines[n] ?? 1, severity: 'warning', code: null, message }];
  });
}

function conflictsIn({ file, conflicts }: Read, settleCommand: (file: string) => string): TeamProblem[] {
  return conflicts.map((conflict) => {
    const message = `${describeConflict(conflict)}. ${resolveAdvice(conflict.missing !== null, settleCommand(file.path))}`;
    return {
      path: file.path,
      line: conflict.line,
      severity: 'error',
      code: conflict.missing === null ? MERGE_CONFLICT : HALF_CONFLICT,
      message,
    };
  });
}

/** Adds heartbeats from an agent's task file (rulings, team 7). */
function addBeats(agents: Map<string, AgentNote>, read: Read): void {
  const beats = read.kind === 'project' ? read.beats : [];
  const agent = beats.length === 0 ? undefined : agents.get(read.file.slug);
  if (agent !== undefined) agents.set(agent.slug, { ...agent, heartbeats: [...agent.heartbeats, ...beats] });
}

/** Adds a note, or returns the path of an earlier note with the same slug. */
function keepFirst<T extends { readonly slug: string; readonly path: string }>(notes: Map<string, T>, note: T): string | null {
  const first = notes.get(note.slug);
  if (first !== undefined) return first.path;
  notes.set(note.slug, note);
  return null;
}
