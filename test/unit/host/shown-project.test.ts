import { expect, test } from 'vitest';
import { describeShownProject } from '../../../src/host/model/shown-project.ts';
import { project } from '../../webview/held.ts';
import { noProject } from './view-models.ts';

const shop = project('shop', {});
const roots = (...all: readonly string[]) => all.map((root) => ({ root }));

test('the shown project is named, and other projects are counted', () => {
  expect(describeShownProject(shop, roots(shop.root))).toEqual({ name: 'shop', others: 0 });
  expect(describeShownProject(shop, roots(shop.root, '/warehouse', '/billing'))).toEqual({ name: 'shop', others: 2 });
});

test('the shown project is named by its full path if another has the same name', () => {
  expect(describeShownProject(shop, roots(shop.root, '/other/shop'))).toEqual({ name: shop.root, others: 1 });
});

test('all projects count as others if the shown folder has no project', () => {
  expect(describeShownProject(noProject, roots('/warehouse'))).toMatchObject({ others: 1 });
});
