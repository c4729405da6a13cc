import path from 'node:path';
import { readFileBounded } from '../files/atomic-file.ts';
import { CortexError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { isManifest } from './manifests.ts';
import { isKubernetes } from './readers/kubernetes.ts';

/** What is looked at of a project, at most; what is cut is told. */
export const VIEW_LIMITS = {
  folders: 4_000,
  files: 60_000,
  /** Manifests that are read. */
  manifests: 1_000,
  /** Bytes of one manifest. */
  manifestBytes: 1_048_576,
  /** Bytes of all manifests together. */
  bytes: 16 * 1_048_576,
  /** Files of YAML that are looked into for Kubernetes, and bytes of one: a few are enough to see it. */
  yaml: 50,
  yamlBytes: 65_536,
} as const;

/** Folders that hold what others wrote, what was built, or what tests are made of. In lower case. */
const IGNORED_FOLDERS: ReadonlySet<string> = new Set([
  ...['node_modules', 'bower_components', 'jspm_packages', 'vendor', 'third_party', 'pods', 'site-packages'],
  ...['dist', 'build', 'out', 'target', 'obj', 'coverage', 'tmp', 'temp', '__pycache__', 'venv', 'env'],
  ...['fixtures', '__fixtures__', 'testdata', 'test-data', '__mocks__'],
]);

/** Of the folders that begin with a dot only these say something. */
const DOT_FOLDERS: ReadonlySet<string> = new Set(['.circleci', '.devcontainer', '.github']);

/** What detection sees of a project: names, and the text of small files. Paths are relative to the root, `/`-separated. */
export interface ProjectView {
  /** By depth, then in code unit order. */
  readonly files: readonly string[];
  /** Folders below the root that are repositories of their own. */
  readonly repositories: readonly string[];
  /** The manifests that could be read. */
  readonly texts: ReadonlyMap<string, string>;
  /** What was not looked at, and why. */
  readonly notes: readonly string[];
}

/** Where, or under which name, what describes Kubernetes mostly lies. */
const KUBERNETES = /(?:^|[/._-])(?:k8s|kube\w*|manifests?|deploy\w*|statefulset|service|ingress)(?:[/._-]|$)/i;

type Kind = 'file' | 'folder' | 'other';

class Viewer {
  readonly files: string[] = [];
  readonly repositories: string[] = [];
  readonly texts = new Map<string, string>();
  readonly notes: string[] = [];
  #bytes = 0;

  constructor(
    private readonly fs: FileSystem,
    private readonly root: string,
  ) {}

  /** Level by level, so that what is cut is what lies deepest. No link is followed, wherever it leads. */
  walk(): void {
    const folders = [''];
    // The list grows while it is walked.
    for (const folder of folders) {
      for (const name of this.#namesIn(folder)) {
        const limit = this.#limitReached(folders.length);
        if (limit === null) this.#take(folder, name, folders);
        else {
          this.notes.push(`only the first ${limit} were looked at, those nearest to the root; the project has more`);
          return;
        }
      }
    }
  }

  #limitReached(folders: number): string | null {
    if (folders >= VIEW_LIMITS.folders) return `${VIEW_LIMITS.folders} folders`;
    return this.files.length >= VIEW_LIMITS.files ? `${VIEW_LIMITS.files} files` : null;
  }

  #take(folder: string, name: string, folders: string[]): void {
    const found = folder === '' ? name : `${folder}/${name}`;
    if (name === '.git') {
      if (folder !== '') this.repositories.push(folder);
      return;
    }
    const kind = this.#kindOf(found);
    if (kind === 'file') this.files.push(found);
    else if (kind === 'folder' && isLookedInto(name)) folders.push(found);
  }

  readManifests(): void {
    const manifests = this.files.filter(isManifest);
    for (const file of manifests.slice(0, VIEW_LIMITS.manifests)) this.#read(file);
    const left = manifests.length - VIEW_LIMITS.manifests;
    if (left > 0) this.notes.push(`only the first ${VIEW_LIMITS.manifests} manifests were read; ${left} more were not`);
  }

  /** What describes Kubernetes has any name; what cannot be read, or is large, may be anything and is passed over. */
  readKubernetes(): void {
    const others = this.files.filter((file) => /\.ya?ml$/i.test(file) && !isManifest(file));
    // Those with a likely name first.
    others.sort((one, other) => Number(KUBERNETES.test(other)) - Number(KUBERNETES.test(one)));
    for (const file of others.slice(0, VIEW_LIMITS.yaml)) {
      try {
        const text = this.#textOf(file, VIEW_LIMITS.yamlBytes);
        if (text !== null && isKubernetes(text)) this.texts.set(file, text);
      } catch (error) {
        if (!(error instanceof CortexError)) throw error;
      }
    }
  }

  #read(file: string): void {
    if (this.#bytes >= VIEW_LIMITS.bytes) {
      this.notes.push(`${file} was not read: all manifests together are larger than ${VIEW_LIMITS.bytes} bytes`);
      return;
    }
    try {
      const text = this.#textOf(file, VIEW_LIMITS.manifestBytes);
      if (text !== null) this.texts.set(file, text);
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      this.notes.push(`${file} was not read: it ${error.message}`);
    }
  }

  #textOf(file: string, maxBytes: number): string | null {
    const content = readFileBounded(this.fs, path.join(this.root, file), { maxBytes, root: this.root });
    if (content === null) return null;
    this.#bytes += content.bytes.length;
    return content.bytes.toString('utf8').replace(/^\ufeff/, '');
  }

  #namesIn(folder: string): string[] {
    try {
      return this.fs.readdirSync(path.join(this.root, folder)).sort();
    } catch (error) {
      this.#unseen(folder === '' ? 'the folder of the project' : folder, error);
      return [];
    }
  }

  #kindOf(found: string): Kind {
    try {
      const stat = this.fs.lstatSync(path.join(this.root, found), { bigint: true });
      if (stat.isDirectory()) return 'folder';
      return stat.isFile() ? 'file' : 'other';
    } catch (error) {
      this.#unseen(found, error);
      return 'other';
    }
  }

  /** What is gone since it was listed is nothing to speak of. */
  #unseen(what: string, error: unknown): void {
    const code = systemCode(error);
    if (code === undefined) throw error;
    if (code !== 'ENOENT') this.notes.push(`${what} was not looked at: ${code}`);
  }
}

function isLookedInto(name: string): boolean {
  return name.startsWith('.') ? DOT_FOLDERS.has(name) : !IGNORED_FOLDERS.has(name.toLowerCase());
}

/**
 * Looks at a project as far as its stack and its parts show: the names of its files, and the text of its manifests. Bounded by
 * `VIEW_LIMITS`; follows no links.
 * @param root a real path
 */
export function viewProject(fs: FileSystem, root: string): ProjectView {
  const viewer = new Viewer(fs, root);
  viewer.walk();
  viewer.readManifests();
  viewer.readKubernetes();
  const { files, repositories, texts, notes } = viewer;
  return { files, repositories, texts, notes };
}
