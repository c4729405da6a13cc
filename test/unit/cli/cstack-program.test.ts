import { describe, expect, it } from 'vitest';
import { runCstack } from '../../../src/cli/cstack-program.ts';

function call(...args: string[]): { code: number; out: string; err: string } {
  let out = '';
  let err = '';
  const code = runCstack(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

describe('cstack', () => {
  it.each([[['--help']], [[]]])('%j says what it is and which commands there are', (args) => {
    const { code, out, err } = call(...args);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Usage: cstack');
    expect(out).toContain('This version has no commands yet.');
  });

  it('tells its version', () => {
    expect(call('--version')).toEqual({ code: 0, out: '0.0.0-source\n', err: '' });
  });

  it('refuses an unknown command with code 2 and what to do', () => {
    const { code, out, err } = call('send', 'x');
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe('unknown command (got "send"; allowed: none: this version has no commands yet). See cstack --help.\n');
  });

  it('refuses an unknown option with code 2', () => {
    const { code, err } = call('--frob');
    expect(code).toBe(2);
    expect(err).toContain("unknown option '--frob'");
  });
});
