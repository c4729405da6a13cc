import os from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loginName, suggestPersonId } from '../../../../src/engine/crtx/people.ts';

const ACCOUNT = { ...os.userInfo(), username: 'nia' };
afterEach(() => vi.restoreAllMocks());

describe('the login name', () => {
  it('is that of the environment, or else that of the account', () => {
    vi.spyOn(os, 'userInfo').mockReturnValue(ACCOUNT);
    expect(loginName({ USER: 'ann', LOGNAME: 'bob' })).toBe('ann');
    expect(loginName({ USER: 'a b', LOGNAME: 'bob' })).toBe('bob');
    expect([loginName(), loginName({ USER: '' }), suggestPersonId({})]).toEqual(['nia', 'nia', 'person:nia']);
  });

  it('is null if neither is a plain word', () => {
    vi.spyOn(os, 'userInfo').mockReturnValue({ ...ACCOUNT, username: '$(x)' });
    expect([loginName({ USER: 'a b' }), suggestPersonId({})]).toEqual([null, 'person:me']);
    vi.spyOn(os, 'userInfo').mockImplementation(() => {
      throw new Error('no such user');
    });
    expect(loginName({})).toBeNull();
  });
});
