import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '@/server/platform/settings/settings'
import { blockCommands, codeSpans } from '@/tests/support/document-commands'

const runbook = readFileSync('docs/runbook.md', 'utf8')
const groups: Array<{ rules: Array<{ alert: string; annotations: { runbook: string } }> }> = parse(
  readFileSync('docs/samples/alerts.yml', 'utf8'),
).groups
const rules = groups.flatMap((group) => group.rules)

/** The alerts' sections, by name. */
const sections = new Map(
  runbook
    .split(/^## /m)
    .map((section) => [section.split('\n', 1)[0] ?? '', section] as const)
    .filter(([name]) => name.startsWith('Pinref')),
)

test('every alert links to its own section in the runbook, and there are no other sections', () => {
  expect([...sections.keys()]).toEqual(expect.arrayContaining(rules.map(({ alert }) => alert)))
  expect(sections.size).toBe(rules.length)
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
  }
})

test('every section explains the alert, how to confirm it, what to do, and how to undo it', () => {
  for (const [name, section] of sections) {
    for (const part of ['Means', 'Confirm', 'Do', 'Undo']) expect(section, name).toContain(`- **${part}:** `)
  }
})

test('no command needs a variable that a shell does not have, or a Redis client without Pinref’s settings', () => {
  const commands = [...blockCommands(runbook), ...codeSpans(runbook)]
  expect(commands.length).toBeGreaterThan(80)
  expect(commands.filter((command) => /\$[A-Z]|redis-cli -u/.test(command))).toEqual([])
})

test('every setting and command mentioned in the runbook exists', () => {
  const names = Object.values(settings).flatMap((group) => Object.keys(group))
  // Node's own variable and words from Redis and Google responses.
  const others = ['NODE_EXTRA_CA_CERTS', 'WRONGPASS', 'NOAUTH', 'NOPERM', 'SIGHUP', 'SIGKILL', 'T']
  const named = [...runbook.matchAll(/`([A-Z][A-Z_]+)`|<([A-Z][A-Z_]+)>/g)].map(([, one, other]) => one ?? other ?? '')
  expect(named.length).toBeGreaterThan(40)
  expect([...new Set(named)].filter((name) => !names.includes(name) && !others.includes(name))).toEqual([])

  const program = readFileSync('server/entrances/programs/pinref-server.ts', 'utf8')
  const commands = [...runbook.matchAll(/pinref-server\.js ([a-z-]+)((?: --[a-z]+)*)/g)]
  expect(commands.length).toBeGreaterThan(5)
  for (const [text, command = '', flags = ''] of commands) {
    expect(program, text).toMatch(new RegExp(`^  '?${command}'?: \\{`, 'm'))
    for (const flag of flags.split(' --').filter(Boolean)) expect(program, text).toContain(`'${flag}'`)
  }
  const metrics = [...runbook.matchAll(/\b((?:pinref|process)_[a-z_]+)/g)].map(([, name = '']) => name)
  const scraped =
    readFileSync('docs/samples/alerts.yml', 'utf8') + readFileSync('docs/samples/grafana-dashboard.json', 'utf8')
  expect(metrics.filter((name) => !scraped.includes(name))).toEqual([])
})
