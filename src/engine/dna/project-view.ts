import path from 'node:path';
import { readFileBounded } from '../files/atomic-file.ts';
import { CortexError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { isManifest } from './manifests.ts';
import { isKubernetes } from './readers/kubernetes.ts';

/** Limits of what is examined. What exceeds them is reported in a note. */
export const VIEW_LIMITS = {
  folders: 4_000,
  files: 60_000,
  /** Number of manifests to read. */
  manifests: 1_000,
  /** Bytes of one manifest. */
  manifestBytes: 1_048_576,
  /** Bytes of all manifests together. */
  bytes: 16 * 1_048_576,
  /** Number of YAML files to check for Kubernetes, and bytes of one. A few are enough to detect it. */
  yaml: 50,
  yamlBytes: 65_536,
} as const;

/** Folders of foreign code, build output or test data, in lower case. */
const IGNORED_FOLDERS: ReadonlySet<string> = new Set([
  ...['node_modules', 'bower_components', 'jspm_packages', 'vendor', 'third_party', 'pods', 'site-packages'],
  ...['dist', 'build', 'out', 'target', 'obj', 'coverage', 'tmp', 'temp', '__pycache__', 'venv', 'env'],
  ...['fixtures', '__fixtures__', 'testdata', 'test-data', '__mocks__'],
]);

/** The only dot folders that are examined. */
const DOT_FOLDERS: ReadonlySet<string> = new Set(['.circleci', '.devcontainer', '.github']);

/** What detection sees of a project: file names, and texts of small files. Paths are relative to the root, `/`-separated. */
export interface ProjectView {
  /** By depth, then by code units. */
  readonly files: readonly string[];
  /** Folders below the root with their own repository. */
  readonly repositories: readonly string[];
  /** Texts of readable manifests. */
  readonly texts: ReadonlyMap<string, string>;
  /** What was not examined, and why. */
  readonly notes: readonly string[];
}

/** Typical names of Kubernetes files and their folders. */
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

  /** Walks breadth-first, so that limits cut off the deepest files. Follows no symlinks. */
  walk(): void {
    const folders = [''];
    // The list grows during the loop.
    for (const folder of folders) {
      for (const name of this.#namesIn(folder)) {
        const limit = this.#limitReached(folders.length);
        if (limit === null) this.#take(folder, name, folders);
        else {
          this.notes.push(`only the ${limit} nearest to the root were read; the project has more`);
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

  /** Kubernetes files may have any name. Unreadable and large files are skipped without a note. */
  readKubernetes(): void {
    const others = this.files.filter((file) => /\.ya?ml$/i.test(file) && !isManifest(file));
    // Files with typical names first.
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

  /** Files that were removed since the listing need no note. */
  #unseen(what: string, error: unknown): void {
    const code = systemCode(error);
    if (code === undefined) throw error;
    if (code !== 'ENOENT') this.notes.push(`${what} was not read: ${code}`);
  }
}

function isLookedInto(name: string): boolean {
  return name.startsWith('.') ? DOT_FOLDERS.has(name) : !IGNORED_FOLDERS.has(name.toLowerCase());
}

/**
 * Collects what detection needs of a project: the names of its files, and the texts of its manifests. Bounded by `VIEW_LIMITS`; follows no
 * symlinks.
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
