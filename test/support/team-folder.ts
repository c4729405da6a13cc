import fs from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { nodeRuntime, type Runtime } from '../../src/engine/platform/runtime.ts';
import { TeamStore } from '../../src/engine/team/team-store.ts';
import { TeamWork } from '../../src/engine/team/work.ts';
import { temporaryFolder } from './folders.ts';

/** Returns the note of an agent in the form of the seed. */
export function agentNote(name: string, projects: readonly string[] = [], more = ''): string {
  const list = projects.map((project) => `- ${project}\n`).join('');
  return `---\nname: ${name}\nproject: ~/work\nstatus: active\njoined: 2026-03-01\nlast-heartbeat: ""\n---\n## Role\nWorks.\n\n## Projects\n${list}\n${more}`;
}

/** Returns the note of a project in the form of the seed, with these tasks in its work queue. */
export function projectNote(tasks = ''): string {
  return `---\ntype: project\ncreated: 2026-03-01\nstatus: active\n---\n## Work Queue\n\n${tasks}`;
}

/** Returns a task in the form of the seed. */
export function taskText(heading: string, title: string, status = 'ready', more = ''): string {
  return `### ${heading}\n**Task:** ${title}\n**Status:** ${status}\n${more}\n`;
}

/** A team directory in a temporary folder, at a time that the test sets, in UTC. */
export class TeamFolder {
  readonly root = temporaryFolder();
  now = Date.parse('2026-03-28T14:30:00Z');
  readonly runtime: Runtime;
  #skipped = 0;

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    const clock = { now: () => this.now, monotonic: () => performance.now() + this.#skipped, pinned: true };
    // Sleeping skips time, so that no test waits.
    const sleep = async (ms: number) => {
      this.#skipped += ms;
      await setImmediate();
    };
    this.runtime = { ...nodeRuntime({}), clock, sleep };
  }

  write(name: string, text: string | Uint8Array): void {
    const file = path.join(this.root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }

  read(name: string): string {
    return fs.readFileSync(path.join(this.root, name), 'utf8');
  }

  /** Sets the time. @param text local time in UTC */
  at(text: string): void {
    this.now = Date.parse(`${text}Z`);
  }

  store(): TeamStore {
    return TeamStore.open(this.runtime, this.root);
  }

  work(): TeamWork {
    return new TeamWork(this.store(), 'UTC');
  }
}
