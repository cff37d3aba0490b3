import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answersOf, entrances } from '../../support/security/documents'
import { entrancesInCode } from '../../support/security/found'

test('the list of entry points has each one in the code exactly once, and no others', async () => {
  const named = entrances.flatMap(({ names }) => names).filter((name) => name !== 'app/**/page.{tsx,mdx}')
  expect(named.toSorted()).toEqual((await entrancesInCode()).toSorted())
})

test('every entry point answers every question', () => {
  for (const entrance of entrances) expect(answersOf(entrance), entrance.title).not.toContain('')
})

test('docs/security.md covers every OWASP API risk', () => {
  const risks = [...readFileSync('docs/security.md', 'utf8').matchAll(/^\| (API\d+) /gm)].map(([, risk]) => risk)
  expect(risks).toEqual(Array.from({ length: 10 }, (_, at) => `API${at + 1}`))
})
