import { describe, expect, it } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { readAgentNote } from '../../../../src/engine/team/notes/agent-note.ts';
import { writeHeartbeat } from '../../../../src/engine/team/notes/heartbeat.ts';
import { determineLiveness } from '../../../../src/engine/team/notes/liveness.ts';
import { readProjectNote } from '../../../../src/engine/team/notes/project-note.ts';
import { addSession, newestSession, sessionsIn, trimSessions } from '../../../../src/engine/team/notes/session-log.ts';
import { requireSlug, slugOf } from '../../../../src/engine/team/slug.ts';
import { AGENT_TEMPLATE, newAgentNote, newProjectNote, PROJECT_TEMPLATE } from '../../../../src/engine/team/templates.ts';
import { findSection, parseSections } from '../../../../src/engine/text/markdown/sections.ts';
import { agentNote } from '../../../support/team-folder.ts';

const AT = '2026-03-28T14:30';
const noteOf = (text: string) => readAgentNote(text, 'a', 'agents/a.md');

describe('slug', () => {
  it.each([
    ['Billing Dev', 'billing-dev'],
    ['Chief of Staff', 'chief-of-staff'],
    ['  Ünïcode\t\u00a0NAME ', 'unicode-name'],
    ['billing_dev', 'billingdev'],
    ['a -- b-', 'a-b'],
    ['../../etc/passwd', 'etcpasswd'],
    ['CON.', 'con'],
  ])('of %j is %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('throws if the name leaves no characters, or if the given slug is invalid', () => {
    expect(() => requireSlug('Агент')).toThrow('cannot derive a slug from the name');
    for (const typed of ['', 'A', '-a', 'a--b', 'a/b', '..', 'ü']) expect(() => requireSlug('name', typed)).toThrow('not a valid slug');
    expect(requireSlug('Агент', 'agent-1')).toBe('agent-1');
  });

  it.each(['CON', 'lpt1', 'x'.repeat(101)])('throws if the file name is not portable, and accepts another slug: %s', (name) => {
    expect(() => requireSlug(name)).toThrow(CortexError);
    expect(requireSlug(name, 'x'.repeat(100))).toHaveLength(100);
    expect(() => requireSlug('name', name.toLowerCase())).toThrow(/too long|Windows/);
  });
});

describe('a heartbeat', () => {
  const seed = agentNote('A');

  it('is updated in place, and no other byte changes', () => {
    expect(writeHeartbeat(seed, AT)).toBe(seed.replace('last-heartbeat: ""', `last-heartbeat: "${AT}"`));
    const ticked = '---\r\nname: A\r\n---\r\ntext\r\n<!-- cortex:last-tick 2026-03-01T00:00 -->\r\nmore';
    expect(writeHeartbeat(ticked, AT)).toBe(ticked.replace('2026-03-01T00:00', AT));
    const both = `---\nlast-heartbeat: 2026-01-01T00:00 # old\n---\n<!-- cortex:last-tick 2026-03-01T00:00 -->\n`;
    const beaten = writeHeartbeat(both, AT);
    expect(noteOf(beaten).heartbeats.map(({ text }) => text)).toEqual([AT, AT]);
    expect(beaten).toContain('# old');
  });

  it.each(['"', "'", ''])('keeps its quotes: %s', (quote) => {
    const written = (time: string) => `---\r\nlast-heartbeat: ${quote}${time}${quote}  # when\r\nname: "A"\r\n---\r\n`;
    expect(writeHeartbeat(written('2026-01-01T00:00'), AT)).toBe(written(AT));
  });

  it('is added to the header of a note without a heartbeat', () => {
    expect(writeHeartbeat('\ufeff# A\r\n', AT)).toBe(`\ufeff---\r\nlast-heartbeat: ${AT}\r\n---\r\n# A\r\n`);
    expect(writeHeartbeat('', AT)).toBe(`---\nlast-heartbeat: ${AT}\n---\n`);
  });

  it('is not recognized in code', () => {
    const example = '```\n<!-- cortex:last-tick 2026-03-01T00:00 -->\n```\n';
    expect(noteOf(example).heartbeats).toEqual([]);
    expect(writeHeartbeat(example, AT)).toBe(`---\nlast-heartbeat: ${AT}\n---\n${example}`);
  });

  it('throws if the header cannot be changed, and changes only its value in a header that is not valid YAML', () => {
    expect(() => writeHeartbeat('---\nname: x\n', AT)).toThrow('the header has no closing line');
    expect(() => writeHeartbeat('---js\n1\n---\n', AT)).toThrow('the header is not YAML');
    expect(writeHeartbeat('---\nstatus: [\nlast-heartbeat: ""\n---\n', AT)).toBe(`---\nstatus: [\nlast-heartbeat: "${AT}"\n---\n`);
  });
});

describe('liveness of an agent', () => {
  const rules = { now: Date.parse('2026-03-28T15:00:00Z'), timeZone: 'UTC', staleMinutes: 30 };
  const live = (heartbeat: string, layout: 'seed' | 'later', hasWork: boolean, status = 'active') =>
    determineLiveness(
      noteOf(agentNote('A').replace('""', JSON.stringify(heartbeat)).replace('status: active', `status: ${status}`)),
      hasWork,
      {
        ...rules,
        layout,
      },
    );

  it.each([
    ['2026-03-28T14:30', 'seed', false, 'active'],
    ['2026-03-28T14:29', 'seed', false, 'down'],
    ['2026-03-28T14:29', 'seed', true, 'down'],
    ['2026-03-28T14:29', 'later', true, 'down'],
    ['2026-03-28T14:29', 'later', false, 'idle'],
    ['2026-03-28T16:29+02:00', 'seed', false, 'down'],
    ['2026-03-28T16:30+02:00', 'seed', false, 'active'],
    ['', 'seed', true, 'new'],
    ['soon', 'later', true, 'new'],
  ] as const)('after the heartbeat %s in the %s layout, with work: %s, is %s', (heartbeat, layout, hasWork, state) => {
    expect(live(heartbeat, layout, hasWork).state).toBe(state);
  });

  it('is inactive if the note says so, regardless of the heartbeat', () => {
    expect(live('2026-03-28T14:59', 'seed', true, 'Inactive').state).toBe('inactive');
  });

  it('reports an invalid heartbeat time, and one in the future', () => {
    expect(live('soon', 'seed', false).problem).toMatchObject({
      message: expect.stringContaining('its heartbeat "soon" is not a valid time'),
      line: 6,
    });
    expect(live('2026-02-30T10:00', 'seed', false).problem?.message).toContain('is not a valid time');
    expect(live('2026-03-28T16:00', 'seed', false)).toMatchObject({
      state: 'active',
      problem: { message: expect.stringContaining('a clock is wrong') },
    });
    expect(live('2026-03-28T15:02', 'seed', false).problem).toBeNull();
  });

  it('uses the later of two heartbeats, in the time zone of the team', () => {
    const text = `${agentNote('A').replace('""', '"2026-03-28T09:00"')}<!-- cortex:last-tick 2026-03-28T10:45 -->\n`;
    const at = (timeZone: string) => determineLiveness(noteOf(text), true, { ...rules, timeZone, layout: 'seed' });
    expect(at('America/New_York')).toMatchObject({ state: 'active', lastBeat: Date.parse('2026-03-28T14:45:00Z') });
    expect(at('UTC')).toMatchObject({ state: 'down', lastBeat: Date.parse('2026-03-28T10:45:00Z') });
  });
});

describe('a session log', () => {
  const report = { when: '2026-03-28', status: 'active' };
  const entriesOf = (text: string) => sessionsIn(text, findSection(parseSections(text), 'Session Log'));

  it('replaces the placeholder of the template with the first entry', () => {
    const added = addSession(AGENT_TEMPLATE, report);
    expect(added).toBe(AGENT_TEMPLATE.replace('Last session: --\nStatus: registered', 'Last session: 2026-03-28\nStatus: active'));
    expect(addSession(added, { when: '2026-03-29', status: 'more' })).toBe(
      `${added}\nLast session: 2026-03-29\nStatus: more\n`.replace('active\n\n\n', 'active\n\n'),
    );
  });

  it('is created if it does not exist, and grows within its section', () => {
    expect(addSession('# A\r\n', report)).toBe('# A\r\n\r\n## Session Log\r\nLast session: 2026-03-28\r\nStatus: active\r\n');
    const text = '## session log\n\n## Role\nWorks\n';
    expect(addSession('## Session Log\n## Role\n', report)).toBe('## Session Log\nLast session: 2026-03-28\nStatus: active\n## Role\n');
    expect(addSession(text, report)).toBe('## session log\nLast session: 2026-03-28\nStatus: active\n\n## Role\nWorks\n');
  });

  it.each([
    '# Top\n## Role',
    'x\n```\n~~~',
    'x\n<!-- open',
    '<!-- open\nx',
    'Last session: 2030-01-01',
    'x\n- Last session: 2030-01-01',
    'x\n**Last session:** 2030-01-01',
    'x\n- ```\n> ## y',
    'one\r\ntwo\rthree',
  ])('escapes report text that looks like Markdown structure: %j', (status) => {
    const text = addSession('## Session Log\nLast session: 2026-03-01\nStatus: old\n\n## Role\nWorks\n', { ...report, status });
    expect(entriesOf(text).map(({ when }) => when)).toEqual(['2026-03-01', '2026-03-28']);
    expect(parseSections(text).map(({ name }) => name)).toEqual(['Session Log', 'Role']);
    expect(readAgentNote(text, 'a', 'a').role).toBe('Works');
  });

  it('keeps the newest entry at any position when it is trimmed, and all other text', () => {
    const [old, mid, last] = [
      'Last session: 2026-03-01\nold\n\n',
      'Last session: 2026-03-20\nmid\n\n',
      'Last session: 2026-03-27\nlast\n\n',
    ];
    const around = (entries: string) => `## Role\nWorks\n\n## Session Log\nWritten by hand.\n\n${entries}## Capabilities\n- x\n`;
    expect(trimSessions(around(old + mid + last))).toBe(around(last));
    expect(trimSessions(around(last + mid + old))).toBe(around(last));
    expect(trimSessions(around(mid))).toBe(around(mid));
    expect(trimSessions(around(''))).toBe(around(''));
    const twice = around(`${mid}Last session: 2026-03-20\nsecond of the day\n\n`);
    expect(trimSessions(twice)).toContain('second of the day');
    expect(trimSessions(twice)).not.toContain('mid');
  });

  it('ignores entries in code blocks', () => {
    const text = '## Session Log\nLast session: 2026-03-27\n```\nLast session: 2030-01-01\n```\nkept\n';
    expect(trimSessions(text)).toBe(text);
    expect(newestSession(entriesOf(text))?.when).toBe('2026-03-27');
  });
});

describe('a new note', () => {
  const agent = {
    name: 'Billing Dev',
    project: '~/billing',
    role: 'Builds.',
    projects: ['billing'],
    capabilities: ['Python'],
    joined: '2026-03-28',
  };

  it('is the filled template of the seed', () => {
    expect(newAgentNote(AGENT_TEMPLATE, agent)).toBe(
      '---\nname: "Billing Dev"\nproject: "~/billing"\nstatus: active\njoined: "2026-03-28"\nlast-heartbeat: ""\n---\n## Role\nBuilds.\n\n' +
        '## Projects\n- billing\n\n## Capabilities\n- Python\n\n## Session Log\nLast session: --\nStatus: registered\n',
    );
    expect(newProjectNote(PROJECT_TEMPLATE, '2026-03-28', { slug: 'a', directory: '' })).toBe(
      PROJECT_TEMPLATE.replace('YYYY-MM-DD', '2026-03-28').replace('## Notes\n', '## Notes\n- Agent: a\n'),
    );
  });

  it.each(['## Session Log', '```', '<!-- x', 'a\n## b', '- ~~~', '"; drop: [', '---'])(
    'escapes values that look like Markdown or YAML: %j',
    (said) => {
      const text = newAgentNote(AGENT_TEMPLATE, { ...agent, name: said, role: said, project: said, capabilities: [said, 'last'] });
      expect(parseSections(text).map(({ name }) => name)).toEqual(['Role', 'Projects', 'Capabilities', 'Session Log']);
      const note = noteOf(text);
      expect(note).toMatchObject({ name: said.replace('\n', ' '), project: said.replace('\n', ' '), projects: ['billing'] });
      expect(note.capabilities).toHaveLength(2);
      expect(note.problems.filter(({ message }) => !message.includes('file name'))).toEqual([]);
    },
  );
});

it('readProjectNote and readAgentNote accept several spellings of agent and project names', () => {
  const owner = (line: string) => readProjectNote(`---\na: b\n---\n## Notes\n${line}\n`, 'p', 'p').agent;
  expect(['- Agent: billing-dev at ~/x', '* **Agent:** Billing_Dev', '- agent:x', 'Agent: none', '- Stack: y'].map(owner)).toEqual([
    'billing-dev',
    'billingdev',
    'x',
    null,
    null,
  ]);
  const projects = '- billing-service — primary project\n- [[Web App|the web]]\n- api (also)\n- docs: all\n- docs\n--\n- --\n';
  expect(noteOf(`## Projects\n${projects}`).projects).toEqual(['billing-service', 'web-app', 'api', 'docs']);
});
