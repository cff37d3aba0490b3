import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('docs/security.md covers every OWASP API risk', () => {
  const risks = [...readFileSync('docs/security.md', 'utf8').matchAll(/^\| (API\d+) /gm)].map(([, risk]) => risk)
  expect(risks).toEqual(Array.from({ length: 10 }, (_, at) => `API${at + 1}`))
})
