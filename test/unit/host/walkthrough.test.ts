import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/lib/project.mjs';

interface Step {
  readonly id: string;
  readonly description: string;
  readonly media: { readonly markdown?: string; readonly svg?: string; readonly altText?: string };
  readonly completionEvents: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly views: { readonly cortex: readonly { readonly id: string }[] };
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string }[];
    readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly Step[] }[];
  };
}

const { name, publisher, contributes } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as Manifest;
const views = contributes.views.cortex.map(({ id }) => id);

/** Built-in commands of the editor that walkthroughs and welcome views use. */
const OF_EDITOR = ['vscode.openFolder', 'workbench.trust.manage', 'workbench.action.terminal.new', 'workbench.action.openWalkthrough'];
const commands = new Set([...contributes.commands.map(({ command }) => command), ...views.map((id) => `${id}.focus`), ...OF_EDITOR]);
const titles = new Map(contributes.commands.map(({ command, title }) => [command, title]));

const linksIn = (text: string) =>
  [...text.matchAll(/\[([^\]]+)\]\(command:([^)?]+)(\?[^)]*)?\)/g)].map(([, label = '', command = '', query = '']) => ({
    label,
    command,
    query,
  }));

const steps = contributes.walkthroughs.flatMap((each) => each.steps);

test.each(steps)('the step $id links to existing commands, and completes when they are used', ({ description, completionEvents }) => {
  const links = linksIn(description);
  expect(links.length).toBeGreaterThan(0);
  for (const { command, label } of links) {
    expect(commands).toContain(command);
    expect(titles.get(command) ?? label).toBe(label);
  }
  expect(completionEvents.length).toBeGreaterThan(0);
  const followed = completionEvents.flatMap((event) => /^onCommand:(.+)$/.exec(event)?.[1] ?? []);
  for (const command of followed) expect(links.map((link) => link.command)).toContain(command);
  for (const event of completionEvents) {
    expect(event).toMatch(/^(onCommand:|onView:|onContext:cortex\.\w+ == '[\w-]+'$)/);
    const view = /^onView:(.+)$/.exec(event)?.[1];
    if (view !== undefined) expect(views).toContain(view);
  }
});

test.each(steps)('the step $id has an existing image or text that uses only theme colors', ({ media }) => {
  const file = fromRoot(...(media.markdown ?? media.svg ?? '').split('/'));
  expect(existsSync(file)).toBe(true);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)|<script|#[0-9a-f]{3,8}\b(?=[;"'])/i);
  if (media.svg === undefined) return;
  expect(media.altText).toMatch(/./);
  // The editor does not apply style sheets inside images.
  expect(text).not.toContain('<style');
  const shapes = [...text.matchAll(/<(?:rect|circle|path|line)\b[^>]*>/g)].map(([shape]) => shape);
  expect(shapes.filter((shape) => !/(?:fill|stroke)=/.test(shape))).toEqual([]);
  for (const [, colour] of text.matchAll(/(?:fill|stroke)="([^"]+)"/g)) expect(colour).toMatch(/^(none|var\(--vscode-[\w-]+\))$/);
});

const pictures = readdirSync(fromRoot('media'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svg'));

test.each(pictures)('the picture %s has no style sheet, style attribute or script, which the editor blocks', (picture) => {
  const text = readFileSync(fromRoot('media', picture), 'utf8');
  expect(text).toContain('<svg');
  expect(text).not.toMatch(/<style|<script|\s(?:style|on\w+)=/i);
});

test('steps have unique ids, and welcome views link to existing commands', () => {
  expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  const links = contributes.viewsWelcome.flatMap(({ contents }) => linksIn(contents));
  for (const { command } of links) expect(commands).toContain(command);
  const begun = links.filter(({ command }) => command === 'workbench.action.openWalkthrough');
  const ids = contributes.walkthroughs.map(({ id }) => `${publisher}.${name}#${id}`);
  expect(begun.length).toBeGreaterThan(0);
  for (const { query } of begun) expect(ids).toContain(JSON.parse(decodeURIComponent(query.slice(1))));
});

test('every view has a welcome', () => {
  expect(new Set(contributes.viewsWelcome.map(({ view }) => view))).toEqual(new Set(views));
});
