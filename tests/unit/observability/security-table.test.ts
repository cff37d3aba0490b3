import { expect, test } from 'vitest'
import { entrances, securityDocument } from '../../support/security/documents'
import { entrancesInCode } from '../../support/security/found'

const text = securityDocument()

/** `npm run task docs:security` updates the page. */
test('docs/security.md is generated from the current code', async () => {
  await expect(text).toMatchFileSnapshot('../../../docs/security.md')
})

test('docs/security.md has every entry point in the code exactly once, and no others', async () => {
  const named = entrances.flatMap(({ names }) => names).filter((name) => name !== 'app/**/page.tsx')
  expect(named.toSorted()).toEqual((await entrancesInCode()).toSorted())
})

test('docs/security.md covers every OWASP API risk', () => {
  const risks = [...text.matchAll(/^\| (API\d+) /gm)].map(([, risk]) => risk)
  expect(risks).toEqual(Array.from({ length: 10 }, (_, at) => `API${at + 1}`))
})
