import { describe, expect, it } from 'vitest';
import { cstackProgram } from '../../../src/cli/cstack-program.ts';
import { runProgramHere } from '../../support/cortex-cli.ts';

const cstack = (...args: string[]) => runProgramHere(cstackProgram, args);

describe('cstack', () => {
  it('says what it is, and that it has no commands yet', async () => {
    const { code, out, err } = await cstack('--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Usage: cstack');
    expect(out).toContain('This version has no commands yet.');
  });

  it('without a command says the same, as wrong usage', async () => {
    const { code, out, err } = await cstack();
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('This version has no commands yet.');
  });

  it('tells its version', async () => {
    expect(await cstack('--version')).toEqual({ code: 0, out: '0.0.0-source\n', err: '' });
  });

  it.each([
    [['send', 'x'], "unknown command 'send'"],
    [['--frob'], "unknown option '--frob'"],
    [['send\u001b[2J'], "unknown command 'send\\u{1b}[2J'"],
  ])('refuses %j with code 2 and where to look', async (args, words) => {
    expect(await cstack(...args)).toEqual({ code: 2, out: '', err: `error: ${words}\n(add --help for what can be written here)\n` });
  });
});
