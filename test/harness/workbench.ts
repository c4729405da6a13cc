import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { WAIT_MS } from '../support/limits.ts';
import type { Profile, Settings } from './profile.ts';
import type { EditorServer, OpenTarget } from './server.ts';
import { TreeView } from './tree-view.ts';
import { waitFor } from './wait.ts';

/** `pick` takes an entry of a quick pick by its label; `type` fills an input box. */
export type Answer = { readonly pick: string } | { readonly type: string };

export type Theme = 'dark' | 'light' | 'hc-dark' | 'hc-light';

const THEMES: Readonly<Record<Theme, { readonly label: string; readonly setting: string; readonly className: string }>> = {
  dark: { label: 'Dark Modern', setting: 'Dark Modern', className: 'vs-dark' },
  light: { label: 'Light Modern', setting: 'Light Modern', className: 'vs' },
  'hc-dark': { label: 'Dark High Contrast', setting: 'Default High Contrast', className: 'hc-black' },
  'hc-light': { label: 'Light High Contrast', setting: 'Default High Contrast Light', className: 'hc-light' },
};

export interface Problem {
  readonly severity: string;
  readonly message: string;
  readonly line: number;
}

const PROBLEM = /^(Error|Warning|Info): (.*) at line (\d+) and character \d+\.?/;

/** The window of the editor, as a person sees and uses it. */
export class Workbench {
  private settings: Settings = {};
  private filled: string | undefined;

  constructor(
    readonly page: Page,
    private readonly server: EditorServer,
    private readonly profile: Profile,
  ) {}

  /** Opens the editor and waits until it can be used; extensions may still be starting. */
  async open(target: OpenTarget = {}): Promise<void> {
    await this.page.goto(this.server.url(target));
    await this.ready();
    if (target.workspace?.endsWith('.code-workspace') === true) await this.hasFolders();
  }

  /** On a busy machine the editor sometimes does not read the file of a workspace in time, and then it has no folder until it is loaded anew. */
  private async hasFolders(): Promise<void> {
    const first = this.page.locator('.explorer-folders-view .monaco-list-row').first();
    await waitFor('the folders of the workspace', async (tryMs) => {
      const isThere = await first.waitFor({ timeout: 6 * tryMs }).then(
        () => true,
        () => false,
      );
      if (!isThere) {
        await this.page.reload();
        await this.ready();
      }
      return isThere;
    });
  }

  private ready(): Promise<void> {
    return this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: WAIT_MS });
  }

  private get quickInput(): Locator {
    return this.page.locator('.quick-input-widget');
  }

  /** The key is lost as long as the editor is still starting. */
  private async openPalette(): Promise<void> {
    await waitFor('the command palette', async (tryMs) => {
      await this.page.keyboard.press('F1');
      await this.quickInput.locator('input.input').waitFor({ timeout: tryMs });
      return true;
    });
  }

  /** Fills the input that is open, and remembers with what. */
  private async fill(text: string, options: { readonly timeout?: number } = {}): Promise<void> {
    await this.quickInput.locator('input.input').fill(text, options);
    this.filled = text;
  }

  /** One widget asks all questions: the next one is there when the answer to the last has gone from it. */
  private async nextQuestion(): Promise<void> {
    const input = this.quickInput.locator('input.input');
    await waitFor('the next question', async () => (await input.isVisible()) && (await input.inputValue()) !== this.filled);
  }

  /** Narrows the open list down to an entry, which may be far outside the visible part of it, and takes that. */
  private async take(label: string, filter: string): Promise<void> {
    await this.fill(filter);
    await this.option(label).click();
  }

  private option(label: string): Locator {
    const exactly = this.page.locator('.label-name').getByText(label, { exact: true });
    return this.quickInput.getByRole('option').filter({ has: exactly }).first();
  }

  /** Answers the question that comes next. */
  async answer(answer: Answer): Promise<void> {
    await this.nextQuestion();
    if ('pick' in answer) return this.take(answer.pick, answer.pick);
    await this.fill(answer.type);
    await this.quickInput.locator('input.input').press('Enter');
  }

  /** Runs a command by the title that people see in the palette, category included, and answers what it asks. */
  async runCommand(title: string, ...answers: readonly Answer[]): Promise<void> {
    // The palette asks once what there is when it is opened, and stays as it is when it is asked for again: what is enabled a
    // moment later is not in it until it was closed.
    await waitFor(`the command ${title}`, async (tryMs) => {
      await this.openPalette();
      // Somebody who takes the focus closes the palette: then it is opened again.
      await this.fill(`>${title}`, { timeout: 5 * tryMs });
      const taken = await this.option(title)
        .click({ timeout: 5 * tryMs })
        .then(
          () => true,
          () => false,
        );
      if (!taken) await this.page.keyboard.press('Escape');
      return taken;
    });
    for (const answer of answers) await this.answer(answer);
  }

  /** Opens a container of the activity bar, such as that of an extension. */
  async openContainer(name: string): Promise<void> {
    const tab = this.page.locator('.part.activitybar').getByRole('tab', { name });
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
    await waitFor(`the container ${name}`, async () => (await tab.getAttribute('aria-selected')) === 'true');
  }

  /** Opens views that are closed, and closes those that are open: rows that are out of sight are not in the page. */
  async toggleViews(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.page.getByRole('button', { name: `${name} Section` }).click();
  }

  tree(viewName: string): TreeView {
    return new TreeView(this.page, viewName);
  }

  /** @param id of the item, with its extension in front: `publisher.extension.item` */
  statusItem(id: string): Locator {
    return this.page.locator('.part.statusbar').locator(`[id="${id}"]`);
  }

  tab(name: string): Locator {
    return this.page.locator('.tabs-container').locator(`[role="tab"][data-resource-name="${name}"]`);
  }

  /** The message of a notification that has popped up. */
  notification(message: string | RegExp): Locator {
    return this.page.locator('.notification-toast').filter({ hasText: message });
  }

  /**
   * The document inside a webview, found by the title of its panel or view, once it is shown.
   * @throws Error when there is none in time
   */
  async webview(title: string): Promise<FrameLocator> {
    return waitFor(`the webview ${title}`, async () => {
      for (const outer of await this.page.locator('iframe.webview.ready').all()) {
        const inner = outer.contentFrame().locator('iframe#active-frame');
        if ((await inner.count()) === 0 || (await inner.getAttribute('title')) !== title) continue;
        const name = await outer.getAttribute('name');
        return this.page.frameLocator(`iframe.webview[name="${name}"]`).frameLocator('iframe#active-frame');
      }
      return undefined;
    });
  }

  /**
   * Changes the user settings, on top of earlier changes, and loads the editor anew: a running one does not reliably notice
   * that the file was changed behind its back.
   */
  async changeSettings(settings: Settings): Promise<void> {
    this.settings = { ...this.settings, ...settings };
    await this.profile.writeSettings(this.settings);
    await this.page.reload();
    await this.ready();
  }

  /** Switches the colour theme as a person does, with everything left open, and waits until it shows. */
  async setTheme(theme: Theme): Promise<void> {
    const { label, setting, className } = THEMES[theme];
    const shown = this.page.locator(`.monaco-workbench.${className}`).first();
    if (await shown.isVisible()) return;
    await this.runCommand('Preferences: Color Theme', { pick: label });
    await shown.waitFor();
    // The list shows each theme before it is taken: what the editor writes later would undo the next change of the settings.
    // The theme that the editor has by itself is no setting.
    await waitFor('the theme in the settings', async () => [setting, undefined].includes(await this.savedTheme()));
    this.settings = { ...this.settings, 'workbench.colorTheme': setting };
  }

  private async savedTheme(): Promise<string | undefined> {
    const { 'workbench.colorTheme': theme } = await this.profile.readSettings();
    return theme === undefined ? undefined : String(theme);
  }

  /** What the Problems view shows, from top to bottom, with its files opened. */
  async problems(): Promise<readonly Problem[]> {
    await this.runCommand('Problems: Focus on Problems View');
    const rows = this.page.locator('.markers-panel').getByRole('treeitem');
    const labels = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
    return labels.flatMap((label) => {
      const [, severity, message, line] = PROBLEM.exec(label) ?? [];
      return severity === undefined || message === undefined ? [] : [{ severity, message, line: Number(line) }];
    });
  }

  /** Saves what is on the screen as a PNG file; its folder is made where it is missing. */
  async screenshot(file: string): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file, animations: 'disabled' });
  }
}
