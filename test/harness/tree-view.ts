import type { Locator, Page } from 'playwright-core';
import { waitFor } from './wait.ts';

export interface TreeRow {
  readonly label: string;
  readonly description: string;
  /** 1 at the top. */
  readonly level: number;
  /** Absent where there is nothing to open. */
  readonly expanded?: boolean;
}

const text = async (row: Locator, part: string): Promise<string> => {
  const found = row.locator(part);
  return (await found.count()) === 0 ? '' : ((await found.first().textContent()) ?? '').trim();
};

async function readRow(row: Locator): Promise<TreeRow> {
  const expanded = await row.getAttribute('aria-expanded');
  return {
    label: await text(row, '.label-name'),
    description: await text(row, '.label-description'),
    level: Number(await row.getAttribute('aria-level')),
    ...(expanded === null ? {} : { expanded: expanded === 'true' }),
  };
}

/** A tree that an extension shows in the side bar or the panel. */
export class TreeView {
  readonly root: Locator;

  constructor(
    private readonly page: Page,
    name: string,
  ) {
    this.root = page.getByRole('tree', { name, exact: true });
  }

  /** The row with exactly this label. Rows far outside the visible part are not in the page. */
  row(label: string): Locator {
    const exactly = this.page.locator('.label-name').getByText(label, { exact: true });
    return this.root.getByRole('treeitem').filter({ has: exactly }).first();
  }

  /** The rows that are shown, from top to bottom. */
  async rows(): Promise<readonly TreeRow[]> {
    const all = await this.root.getByRole('treeitem').all();
    const read = await Promise.all(all.map(async (row) => ({ at: Number(await row.getAttribute('data-index')), row: await readRow(row) })));
    return read.sort((a, b) => a.at - b.at).map(({ row }) => row);
  }

  /** Opens a row and waits until it is open; does nothing where it is. */
  async expand(label: string): Promise<void> {
    const row = this.row(label);
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
    await waitFor(`${label} to open`, async () => (await row.getAttribute('aria-expanded')) === 'true');
  }

  /** Chooses from a row's context menu. */
  async chooseFromMenu(label: string, item: string): Promise<void> {
    await waitFor(`the menu of ${label} to offer ${item}`, async (tryMs) => {
      // Where the pointer rests, a hover may cover the rows below it.
      await this.page.mouse.move(0, 0);
      await this.row(label).click({ button: 'right', timeout: tryMs });
      if (await this.#focusInMenu(item, tryMs)) return true;
      const seen = await this.page.locator('.monaco-menu').allInnerTexts();
      await this.page.keyboard.press('Escape');
      throw new Error(`What is open offers ${JSON.stringify(seen)}.`);
    });
    await this.page.keyboard.press('Enter');
  }

  /** Goes to a row with keys alone, and in its menu to an item, which is not taken yet. */
  async reachInMenu(label: string, item: string): Promise<void> {
    await this.row(label).waitFor();
    await this.root.focus();
    await this.page.keyboard.press('Home');
    const there = this.row(label).and(this.root.locator('.focused'));
    await waitFor(`the row ${label}`, async () => {
      if (await there.isVisible()) return true;
      await this.page.keyboard.press('ArrowDown');
      return false;
    });
    await waitFor(`the menu of ${label} to offer ${item}`, async (tryMs) => {
      await this.page.keyboard.press('Shift+F10');
      const isThere = await this.#focusInMenu(item, tryMs);
      if (!isThere) await this.page.keyboard.press('Escape');
      return isThere;
    });
  }

  /** Chooses from a row's context menu with keys alone. */
  async chooseByKeys(label: string, item: string): Promise<void> {
    await this.reachInMenu(label, item);
    await this.page.keyboard.press('Enter');
  }

  /**
   * By keyboard: a menu that has just opened ignores the mouse button, lest the click that opened it also chooses, and a pointer that
   * rests. What is not enabled yet, in a window that is still starting, is not reached: the menu does not change while it is open.
   */
  async #focusInMenu(item: string, tryMs: number): Promise<boolean> {
    const menu = this.page.locator('.monaco-menu').first();
    await menu.waitFor({ timeout: tryMs });
    const focused = menu.locator('.action-item.focused').getByRole('menuitem', { name: item, exact: true });
    for (let steps = await menu.getByRole('menuitem').count(); steps > 0; steps -= 1) {
      await this.page.keyboard.press('ArrowDown');
      if (await focused.isVisible()) return true;
    }
    return false;
  }
}
