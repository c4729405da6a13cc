import { expect, test } from 'vitest';
import { shownProject } from '../../../src/host/model/shown-project.ts';
import { project } from '../../webview/held.ts';
import { noProject } from './view-models.ts';

const shop = project('shop', {});
const roots = (...all: readonly string[]) => all.map((root) => ({ root }));

test('the project that is shown is named, and the others are counted', () => {
  expect(shownProject(shop, roots(shop.root))).toEqual({ name: 'shop', others: 0 });
  expect(shownProject(shop, roots(shop.root, '/warehouse', '/billing'))).toEqual({ name: 'shop', others: 2 });
});

test('where another one is called the same, all of its path is its name', () => {
  expect(shownProject(shop, roots(shop.root, '/other/shop'))).toEqual({ name: shop.root, others: 1 });
});

test('beside a folder without a project all projects are others', () => {
  expect(shownProject(noProject, roots('/warehouse'))).toMatchObject({ others: 1 });
});
