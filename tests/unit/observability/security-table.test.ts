import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { entrances, linkTo, proofs, proofsDocument, securityDocument } from '../../support/security/documents'
import { entrancesInCode } from '../../support/security/found'

const text = securityDocument()

/** `npm run docs:security` writes both. */
test('docs/security.md and docs/security-proofs.md are made from the present code and tests', async () => {
  await expect(text).toMatchFileSnapshot('../../../docs/security.md')
  await expect(proofsDocument()).toMatchFileSnapshot('../../../docs/security-proofs.md')
})

test('docs/security.md has every entrance of the code once, and no other', async () => {
  const named = entrances.flatMap(({ names }) => names).filter((name) => name !== 'app/**/page.tsx')
  expect(named.toSorted()).toEqual((await entrancesInCode()).toSorted())
})

test('docs/security.md covers every OWASP API risk', () => {
  const risks = [...text.matchAll(/^\| \[(API\d+)\]/gm)].map(([, risk]) => risk)
  expect(risks).toEqual(Array.from({ length: 10 }, (_, at) => `API${at + 1}`))
})

test('every row of docs/security.md has a test as proof, and every list of tests a row', () => {
  const linked = [...text.matchAll(/\((security-proofs\.md#[^)]+)\)/g)].map(([, link]) => link)
  expect(linked.toSorted()).toEqual(Object.keys(proofs).map(linkTo).toSorted())
})

test.each(
  Object.values(proofs).flatMap((row) =>
    Object.entries(row).flatMap(([file, names]) => names.map((name) => ({ file, name }))),
  ),
)('tests/$file has the test “$name” that docs/security-proofs.md names', ({ file, name }) => {
  expect(readFileSync(`tests/${file}`, 'utf8')).toContain(name)
})
