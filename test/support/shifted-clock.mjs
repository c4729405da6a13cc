// Loaded before a program (`node --import`). Sets the clock of the machine and of its disk CLOCK_SHIFT_MS ahead.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const now = Date.now;
Date.now = () => now() + shift;
const fstat = fs.fstatSync;
fs.fstatSync = (fd, options) => {
  const stat = fstat(fd, options);
  if (options?.bigint !== true) return stat;
  return new Proxy(stat, {
    get: (target, key) => {
      const value = Reflect.get(target, key, target);
      if (key === 'mtimeNs') return value + BigInt(shift) * 1_000_000n;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};
syncBuiltinESMExports();
