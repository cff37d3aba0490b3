import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/security.md', 'utf8')
const rows = text.split('\n').filter((line) => /^\| API\d+ /.test(line))

/** Each test that the document names: its file, and its quoted name. */
const proofs = [...text.matchAll(/`(tests\/[\w./-]+)`((?: “[^”]+”)+)/g)].flatMap(([, file = '', names = '']) =>
  [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
)

test('docs/security.md covers every OWASP API risk, each with a test as proof', () => {
  expect(rows.map((row) => /^\| (API\d+)/.exec(row)?.[1])).toEqual(
    Array.from({ length: 10 }, (_, at) => `API${at + 1}`),
  )
  for (const row of rows) expect(row).toMatch(/`tests\/[\w./-]+` “[^”]+”/)
  expect(proofs.length).toBeGreaterThan(30)
})

test.each(proofs)('$file has the test “$name” that docs/security.md names', ({ file, name }) => {
  expect(readFileSync(file, 'utf8')).toContain(name)
})
