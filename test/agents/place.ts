import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { CliProject, cortexFile } from '../support/cortex-cli.ts';
import { temporaryFolder } from '../support/folders.ts';
import { git } from '../support/git-commits.ts';
import { WAIT_MS } from '../support/limits.ts';

const PLAN = `decomposition:
  id: release
  description: Release
  children:
    - { id: parser, description: Write the parser, priority: 1 }
    - { id: tests, description: Test the parser }
`;

/** A project with a swarm, in which `other` holds `src/held.ts`, and a person who has nothing but the programs. */
export class Place extends CliProject {
  readonly home = temporaryFolder();
  readonly #programs = temporaryFolder();

  static async make(): Promise<Place> {
    const place = new Place();
    place.write('src/held.ts', 'held\n');
    place.write('src/free.ts', 'free\n');
    place.write('fix.sh', "printf 'scripted\\n' > src/held.ts\n");
    git(place.root, 'init', '--quiet');
    git(place.root, 'add', '.');
    git(place.root, 'commit', '--quiet', '-m', 'Start');
    fs.symlinkSync(cortexFile, path.join(place.#programs, 'cortex'));
    await place.run('init');
    await place.run(['swarm', 'create', '--task', 'Release', '--coordinator', 'lead', '--file', place.write('plan.yaml', PLAN)]);
    await place.run(['lock', 'acquire', 'src/held.ts', '--agent', 'other', '--ttl', '1h', '--reason', 'new parser']);
    return place;
  }

  /** The whole environment of a program. */
  environment(more: Readonly<Record<string, string>>): Record<string, string> {
    const folders = [this.#programs, path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'];
    return { HOME: this.home, PATH: folders.join(path.delimiter), ...more };
  }

  /** Writes a file in the home of the person. */
  inHome(name: string, content: unknown): void {
    const file = path.join(this.home, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }

  read(name: string): string {
    return fs.readFileSync(path.join(this.root, name), 'utf8');
  }

  /** Runs a program to its end. @returns what it said */
  async start([program, ...args]: readonly [string, ...string[]], environment: Readonly<Record<string, string>>): Promise<string> {
    const options = { cwd: this.root, env: this.environment(environment), timeout: WAIT_MS } as const;
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return `${out}\n${err}`;
  }
}
