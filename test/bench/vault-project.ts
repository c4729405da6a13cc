import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Runtime } from '../../src/engine/platform/runtime.ts';
import { calendarDay } from '../../src/engine/vault/calendar.ts';
import { findVault, type VaultConfig } from '../../src/engine/vault/config/config.ts';
import { VaultStore } from '../../src/engine/vault/store.ts';
import { writeVault } from '../fixtures/vault-generator.ts';

export function vaultAt(runtime: Runtime, root: string): VaultConfig {
  return findVault(runtime, { cwd: root, env: {} });
}

/** Of the day on which it is measured, so that as many notes are hot as in a vault that is in use. */
export function todayOf({ clock }: Runtime): string {
  return calendarDay(clock.now(), 'UTC');
}

/** Does something with a vault that is open. */
export async function withVault<T>(runtime: Runtime, root: string, work: (store: VaultStore) => T | Promise<T>): Promise<T> {
  const store = await VaultStore.open(runtime, vaultAt(runtime, root));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Notes of a moment ago are read again by whoever comes next, because their stat may not show the next change; most are older. */
function dateBack(root: string, seconds: number): void {
  for (const file of fs.readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.md')) fs.utimesSync(path.join(root, file), seconds, seconds);
  }
}

/** Makes a vault of so many notes, with its indexes. */
export async function makeVault(runtime: Runtime, root: string, size: number): Promise<void> {
  writeVault(root, { notes: size, seed: 1, today: todayOf(runtime) });
  dateBack(root, runtime.clock.now() / 1_000 - 3_600);
  await withVault(runtime, root, (store) => store.writeIndexes());
}

/** As if it had never been indexed. */
export function forgetIndexes(root: string): void {
  for (const folder of ['.local', 'index', 'layers']) fs.rmSync(path.join(root, folder), { recursive: true, force: true });
}

interface ObviousNote {
  readonly path: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly links: readonly string[];
}

function readObviously(root: string, file: string): ObviousNote {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  const [, yaml = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const links = [...body.matchAll(/\[\[([^\]|#]+)/g)].map(([, target = '']) => target);
  return { path: file, header: parse(yaml) ?? {}, links };
}

/** The obvious way to index a vault: every note read, its header given to a YAML library, five objects written. It knows no code, tags in the text or layers. */
export function indexObviously(root: string): void {
  const files = fs.readdirSync(root, { recursive: true }).map(String);
  const notes = files.filter((file) => file.endsWith('.md')).sort();
  const manifest = notes.map((file) => readObviously(root, file));
  const groups: Record<string, Record<string, unknown[]>> = { by_project: {}, by_type: {}, by_tag: {}, graph: {} };
  const add = (file: string, key: unknown, value: unknown) => {
    const group = groups[file] ?? {};
    const values = group[String(key)] ?? [];
    group[String(key)] = values;
    values.push(value);
  };
  for (const { path: note, header, links } of manifest) {
    add('by_project', header.project, header);
    add('by_type', header.type, header);
    for (const tag of Array.isArray(header.tags) ? header.tags : []) add('by_tag', tag, header);
    for (const link of links) add('graph', note, link);
  }
  fs.mkdirSync(path.join(root, 'index'), { recursive: true });
  for (const [name, value] of Object.entries({ manifest, ...groups })) {
    fs.writeFileSync(path.join(root, 'index', `${name}.json`), JSON.stringify(value, null, 2));
  }
}
