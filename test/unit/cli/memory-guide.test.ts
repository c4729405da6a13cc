import path from 'node:path';
import { expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';
import { shownCommands, wordsOf } from '../../support/guide.ts';

const ID = /\b(?:tle|pat)_[0-9A-Z]{26}\b/g;
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;

/** Maps the ids of the guide to those of this run, in order of appearance. */
class Ids {
  readonly #known = new Map<string, string>();

  /** Replaces the ids of the guide in a text with those of this run. */
  ours(text: string): string {
    return text.replace(ID, (id) => this.#known.get(id) ?? id);
  }

  learn(told: string, answered: string): void {
    const ours = answered.match(ID) ?? [];
    for (const [n, id] of (told.match(ID) ?? []).entries()) if (!this.#known.has(id)) this.#known.set(id, ours[n] ?? id);
  }
}

/** The project that the examples use. */
function exampleProject(): CliProject {
  const project = new CliProject();
  const dependencies = { dependencies: { react: '19' }, devDependencies: { vitest: '4' } };
  project.write('package.json', JSON.stringify({ name: 'pp', description: 'Sells things', ...dependencies }));
  project.write('src/parser.ts', '');
  return project;
}

test('each command of the memory guide prints what the guide shows, in order', async () => {
  const project = exampleProject();
  await project.run('init');
  // This command needs a merge conflict; see timeline-merge.test.ts.
  const shown = shownCommands('memory.md').filter(({ line }) => line !== 'cortex settle');
  expect(shown.length).toBeGreaterThanOrEqual(9);
  const ids = new Ids();
  const [told, answered]: [unknown[], unknown[]] = [[], []];
  for (const { line, out } of shown) {
    const run = await project.run(wordsOf(ids.ours(line)).slice(1));
    ids.learn(out, run.out);
    const title = `# ${path.basename(project.root)}\n`;
    told.push({ line, code: 0, out: ids.ours(out).replace(TIME, 'then').replace('# pp\n', title) });
    answered.push({ line, code: run.code, out: run.out.replace(TIME, 'then') });
  }
  expect(answered).toEqual(told);
});
