import { describe, expect, it } from 'vitest';
import { projectSlug } from '../../../../src/engine/crtx/names.ts';

describe('projectSlug', () => {
  it.each([
    ['shop', 'shop'],
    ['Mój  Sklep', 'moj-sklep'],
    ['billing_dev', 'billingdev'],
    ['--a--b--', 'a-b'],
    ['ﬁne', 'fine'],
    ['日本', 'project'],
    ['', 'project'],
    ['.dotfiles', 'dotfiles'],
  ])('of %j is %s', (folder, slug) => {
    expect(projectSlug(folder)).toBe(slug);
  });
});
