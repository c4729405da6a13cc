import { expect, test } from 'vitest';
import { requireWritable } from '../../../src/host/model/swarm/view-model.ts';
import { viewModel } from './view-models.ts';

test('requireWritable rejects a read-only view model with its reason', () => {
  expect(() => requireWritable(viewModel({}))).not.toThrow();
  const readOnly = '/p/.cortex cannot be written by this user.';
  expect(() => requireWritable(viewModel({ readOnly }))).toThrow(readOnly);
});
