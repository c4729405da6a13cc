import path from 'node:path';
import * as z from 'zod';
import { readFileBounded } from '../files/atomic-file.ts';
import { CortexError } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { isTimeZone, OWN_ZONE } from '../platform/zoned-time.ts';
import { shellWord } from '../text/shell-word.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { parseYaml } from '../text/yaml.ts';
import { requireNoConflicts } from './conflicts.ts';
import { STALE_MINUTES } from './notes/liveness.ts';

/** Configuration of a team (seed 5, "Configuration"; rulings, team 9). */
export interface TeamConfig {
  /** Absolute path. */
  readonly directory: string;
  /** Interval at which agents check for work. */
  readonly heartbeatMinutes: number;
  /** Age of the last heartbeat after which an agent counts as gone. */
  readonly staleMinutes: number;
  /** `HH:MM` in the team's time zone. */
  readonly dailyBriefing: string;
  readonly dailyReview: string;
  /** IANA name, or `OWN_ZONE` for the machine's time zone. */
  readonly timeZone: string;
  /** The configuration file; `null` if there is none, so that all values are defaults. */
  readonly file: string | null;
  /** Unknown keys and unusual values, one sentence each. */
  readonly problems: readonly string[];
}

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const MAX_BYTES = 65_536;
const DEFAULTS = {
  team_dir: '~/cortex-team',
  heartbeat_minutes: 15,
  stale_minutes: STALE_MINUTES,
  daily_briefing: '09:00',
  daily_review: '18:00',
} as const;

const timeOfDay = () =>
  z.string('must be a time in quotes such as "09:00"').regex(TIME_OF_DAY, 'must be a time from "00:00" to "23:59"').optional();

/** Keys that the public plugin uses (docs/protocols/coverage/team.md). */
const OF_OTHERS: ReadonlySet<string> = new Set(['telegram_bot_token', 'telegram_chat_id', 'chief_of_staff_project']);
const configSchema = onDemand(() =>
  z.looseObject(
    {
      team_dir: z.string('must be text').min(1, 'must not be empty').optional(),
      heartbeat_minutes: z.number('must be a number of minutes').min(1, 'must be at least 1').max(1440, 'must be at most 1440').optional(),
      stale_minutes: z.number('must be a number of minutes').min(1, 'must be at least 1').max(10_080, 'must be at most 10080').optional(),
      daily_briefing: timeOfDay(),
      daily_review: timeOfDay(),
      timezone: z.string('must be text').refine(isTimeZone, 'must be the name of a time zone such as "Europe/Paris" or "UTC"').optional(),
    },
    'must be lines such as "heartbeat_minutes: 15"',
  ),
);
type ConfigValues = Checked<typeof configSchema>;

/** Where to search for the configuration, and overrides. */
export interface TeamPlace {
  /** Home directory of the user, absolute. */
  readonly home: string;
  /** Base of a relative `named` directory. */
  readonly cwd: string;
  /** Value of `--team` or of the setting. */
  readonly named?: string;
}

const next = 'Correct the file.';

function readConfig(fs: FileSystem, file: string): ConfigValues | null {
  const content = readFileBounded(fs, file, { maxBytes: MAX_BYTES });
  if (content === null) return null;
  let data: unknown;
  try {
    const text = requireNoConflicts(decodeUtf8(content.bytes, file), file, `cortex team settle ${shellWord(file)}`);
    data = parseYaml(text.replace(/^\ufeff/, '')) ?? {};
  } catch (error) {
    if (error instanceof CortexError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new CortexError('broken-file', `invalid YAML: ${why}`, { file, next }, { cause: error });
  }
  const { success, data: values, error } = configSchema().safeParse(data, { reportInput: true });
  if (success) return values;
  const [issue] = error.issues;
  throw new CortexError('broken-file', `${issue?.path.map(String).join('.') || 'the file'} ${issue?.message ?? 'cannot be read'}`, {
    file,
    ...(issue?.input !== undefined && { value: issue.input }),
    next,
  });
}

function expand(directory: string, home: string, from: string): string {
  return directory === '~' || directory.startsWith('~/') ? path.join(home, directory.slice(1)) : path.resolve(from, directory);
}

function unreadKeys(file: string, values: ConfigValues): string[] {
  const known = Object.keys(configSchema().shape);
  const unknown = Object.keys(values).filter((key) => !known.includes(key) && !OF_OTHERS.has(key));
  return unknown.map((key) => `${file}: unknown key: ${key} (allowed: ${known.join(', ')}).`);
}

/**
 * Returns the configuration of the team: explicit values take precedence over `~/.cortex/config.yaml`, and that over the seed's defaults.
 * @throws CortexError `broken-file` if the configuration cannot be read
 */
export function teamConfig(fs: FileSystem, { home, cwd, named }: TeamPlace): TeamConfig {
  const file = path.join(home, '.cortex', 'config.yaml');
  const values = readConfig(fs, file);
  const typedDirectory = named === undefined || named === '' ? undefined : expand(named, home, cwd);
  const heartbeatMinutes = values?.heartbeat_minutes ?? DEFAULTS.heartbeat_minutes;
  const staleMinutes = values?.stale_minutes ?? DEFAULTS.stale_minutes;
  const short = `${file}: stale_minutes (${staleMinutes}) is less than heartbeat_minutes (${heartbeatMinutes}): agents appear down between two heartbeats.`;
  return {
    directory: typedDirectory ?? expand(values?.team_dir ?? DEFAULTS.team_dir, home, path.dirname(file)),
    heartbeatMinutes,
    staleMinutes,
    dailyBriefing: values?.daily_briefing ?? DEFAULTS.daily_briefing,
    dailyReview: values?.daily_review ?? DEFAULTS.daily_review,
    timeZone: values?.timezone ?? OWN_ZONE,
    file: values === null ? null : file,
    problems: [...(values === null ? [] : unreadKeys(file, values)), ...(staleMinutes < heartbeatMinutes ? [short] : [])],
  };
}
