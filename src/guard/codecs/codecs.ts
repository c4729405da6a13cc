import type { Vendor } from '../description.ts';
import { claude } from './claude.ts';
import type { Codec } from './codec.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { vscode } from './vscode.ts';

const CODECS: Readonly<Record<Vendor, Codec>> = { claude, copilot, vscode, codex, gemini, cursor, opencode };

/** Returns the codec of a vendor; `undefined` for an unknown one. */
export const findCodec = (vendor: string): Codec | undefined => new Map<string, Codec>(Object.entries(CODECS)).get(vendor);
