import { onDemand } from '../../platform/on-demand.ts';
import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import type { MarkdownParts, Range } from '../../text/markdown/markdown.ts';
import { memoByIndex } from '../cache/memo-by-index.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { comparable } from '../notes/comparable.ts';
import type { Note } from '../notes/note.ts';
import { splitNote } from '../notes/note-parts.ts';
import { proseParts } from '../prose/prose.ts';
import { isInWikilink } from './in-wikilink.ts';
import type { AskedLink } from './link-table.ts';
import { type LinkableText, linkableText } from './linkable-text.ts';
import { findMarkdownLinks } from './markdown-links.ts';
import { longestIn, type Mention, mentionsOf } from './mentions.ts';
import { RangeWalk } from './range-walk.ts';
import { findFileReferences, findLinks } from './wikilinks.ts';

/** A part of a text, and what belongs in its place. */
export interface TextEdit extends Range {
  readonly text: string;
}

/** What would end a link too early, or begin something else. */
const unfitCharacter = onDemand(() => /[[\]()<>|#^`\\\p{Cc}]/u);

/** Whether a link with this target, in any note, means the note at a path and no other. */
export function isLinkTargetOf(index: VaultIndex, path: string, target: string): boolean {
  const resolution = index.resolve(target);
  return target !== '' && !unfitCharacter().test(target) && resolution.kind === 'found' && resolution.path === path;
}

/**
 * How a link names a note so that it means this one and no other: by its path without extension, which Obsidian and the original program
 * follow as well, else by its id.
 * @returns `null` when there is no such way
 */
export function linkTarget(index: VaultIndex, { path, id }: Pick<Note, 'path' | 'id'>): string | null {
  return [path.replace(/\.md$/, ''), id].find((target) => isLinkTargetOf(index, path, target)) ?? null;
}

/** A text without this has no path of a note in backticks. */
const HOLDS_REFERENCE = /\.md\s*`/;

/** A path in backticks, and the path of the other note that it means, if it means one. */
type FileReference = Range & { readonly path: string | null };

/** A name in a text that several other notes have: nobody knows which one is meant. */
export interface UnclearName {
  readonly name: string;
  /** The notes that have it as their name or id. */
  readonly paths: readonly string[];
}

/** What could be linked in a note. */
export interface ProposedLinks {
  readonly edits: readonly TextEdit[];
  readonly unclear: readonly UnclearName[];
}

const NOTHING: ProposedLinks = { edits: [], unclear: [] };

/** The paths of notes by the names and ids that several of them have. */
const sharedNames = memoByIndex((index): ReadonlyMap<string, readonly string[]> => {
  const byName = new Map<string, string[]>();
  for (const { name, id, path } of index.notes()) {
    for (const key of new Set([name, id].map((each) => comparable(each.trim())))) {
      const paths = byName.get(key);
      if (paths === undefined) byName.set(key, [path]);
      else paths.push(path);
    }
  }
  return new Map([...byName].filter(([, paths]) => paths.length > 1));
});

class LinkProposer {
  readonly #unclear: UnclearName[] = [];
  readonly #index: VaultIndex;
  readonly #note: Note;
  readonly #text: string;

  constructor(index: VaultIndex, note: Note, text: string) {
    this.#index = index;
    this.#note = note;
    // Nothing is linked between git's conflict marks.
    this.#text = maskConflicts(text);
  }

  propose(): ProposedLinks {
    const { proseFrom } = splitNote(this.#text);
    const all = mentionsOf(this.#index).all(this.#text, proseFrom);
    const mentions = all.filter((mention) => !isInWikilink(this.#text, mention));
    // Most texts hold neither, and need not be taken apart.
    if (!this.#namesAnother(mentions, null) && !HOLDS_REFERENCE.test(this.#text)) return NOTHING;
    const parts = proseParts(this.#text, proseFrom);
    const files = findFileReferences(this.#text, parts.spans).map((link) => ({ ...link, path: this.#other(link) }));
    const linked = this.#linked(parts, files);
    if (!this.#namesAnother(mentions, linked) && files.every(({ path }) => path === null)) return NOTHING;
    const linkable = linkableText(this.#text, proseFrom, parts);
    if (linkable === null) return NOTHING;
    const references = this.#references(files, linkable);
    const kept = this.#keepsShape(parts, references, proseFrom) ? references : [];
    const edits = [...kept, ...this.#mentions(longestIn(mentions, linkable.mentions), linked)];
    return { edits: edits.sort((one, other) => one.from - other.from), unclear: this.#unclear };
  }

  /** Whether everything that is code or comment is so without these backticks: they may keep others from being a fence. */
  #keepsShape(before: MarkdownParts, references: readonly TextEdit[], proseFrom: number): boolean {
    if (references.length === 0) return true;
    const { spans, fences, comments } = proseParts(applyEdits(this.#text, references), proseFrom);
    const others = before.spans.length - references.length;
    return spans.length === others && fences.length === before.fences.length && comments.length === before.comments.length;
  }

  /** The path that a target means from this note, if that is another note. */
  #other({ target, kind }: AskedLink): string | null {
    const resolution = this.#index.resolve(target, this.#note.path, kind);
    return resolution.kind === 'found' && resolution.path !== this.#note.path ? resolution.path : null;
  }

  #targetOf(path: string): string | null {
    const note = this.#index.get(path);
    return note === undefined ? null : linkTarget(this.#index, note);
  }

  /** Whether a note is named that is not linked yet, or may be; without `linked`, any other one. */
  #namesAnother(mentions: readonly Mention[], linked: ReadonlySet<string | null> | null): boolean {
    return mentions.some(({ path }) => path === null || (path !== this.#note.path && linked?.has(path) !== true));
  }

  /** Paths of notes in backticks, all of them. */
  #references(files: readonly FileReference[], { kept }: LinkableText): TextEdit[] {
    const walk = new RangeWalk(kept);
    return files.flatMap(({ path, from, to }) => {
      const link = path === null ? null : this.#targetOf(path);
      return link === null || (walk.at(from)?.from ?? to) < to ? [] : [{ from, to, text: `[[${link}]]` }];
    });
  }

  /** The paths of the notes that the text has a link to, its own among them. */
  #linked({ prose }: MarkdownParts, files: readonly FileReference[]): Set<string | null> {
    const links = [...findLinks(this.#text, prose), ...findMarkdownLinks(this.#text, prose, this.#note.path)];
    return new Set([this.#note.path, ...files.map(({ path }) => path), ...links.map((link) => this.#other(link))]);
  }

  /** @param linked what the text has a link to: where that is one that may be meant, it is clear enough */
  #seeUnclear(name: string, linked: ReadonlySet<string | null>): void {
    const paths = sharedNames(this.#index).get(comparable(name)) ?? [];
    if (!paths.some((path) => linked.has(path))) this.#unclear.push({ name, paths });
  }

  /** The first mention of each note that the text has no link to. */
  #mentions(mentions: readonly Mention[], linked: Set<string | null>): TextEdit[] {
    const edits: TextEdit[] = [];
    for (const { path, from, to } of mentions) {
      if (path === null) this.#seeUnclear(this.#text.slice(from, to), linked);
      if (path === null || linked.has(path)) continue;
      linked.add(path);
      const target = this.#targetOf(path);
      if (target !== null) edits.push({ from, to, text: `[[${target}|${this.#text.slice(from, to)}]]` });
    }
    return edits;
  }
}

/**
 * The links that could be made in a note: references to files, as the original program turns them into links, and the first mention
 * of each note that is not linked yet, by its name or id. What the prose says stays as it reads. Made once, none is proposed again.
 * @param text of the note as it is now; the edits are for this text, in its order
 */
export function proposeLinks(index: VaultIndex, note: Note, text: string): readonly TextEdit[] {
  return proposedLinks(index, note, text).edits;
}

/** As `proposeLinks`, with what is not linked because several notes are called so. */
export function proposedLinks(index: VaultIndex, note: Note, text: string): ProposedLinks {
  return new LinkProposer(index, note, text).propose();
}

/** The text with the edits made; every other byte stays. @param edits in the order of the text, apart from one another */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let kept = 0;
  const parts: string[] = [];
  for (const edit of edits) {
    parts.push(text.slice(kept, edit.from), edit.text);
    kept = edit.to;
  }
  return parts.join('') + text.slice(kept);
}
