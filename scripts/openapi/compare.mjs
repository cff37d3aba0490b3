import { existsSync, readFileSync } from 'node:fs'
import { breakingChanges } from './breaking-changes.mjs'

/*
 * Compares the OpenAPI document with the snapshot of the last release, and fails if clients of that release would break:
 *
 *   node scripts/openapi/compare.mjs [document] [snapshot]
 */

const [document = 'dist/openapi.json', snapshot = 'tests/contract/v1.json'] = process.argv.slice(2)

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))

if (!existsSync(snapshot)) {
  process.stderr.write(`There is no ${snapshot}. Run npm run task openapi:snapshot, and commit the file.\n`)
  process.exitCode = 2
} else {
  const changes = breakingChanges(read(snapshot), read(document))
  const lines = changes.map((change) => `  ${change}\n`).join('')
  if (changes.length > 0) {
    process.stderr.write(`These changes break programs written for ${snapshot}. See docs/contributing.md.\n${lines}`)
    process.exitCode = 1
  } else process.stdout.write(`The document has no breaking changes from ${snapshot}.\n`)
}
