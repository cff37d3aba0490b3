import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newKey } from '../samples/docs-shown'
import { removeFolder } from '../support/remove-folder'
import { reading } from '../unit/links/reading'
import { corpus } from './corpus'
import { environment, project } from './installed'
import { nodeVersions } from './node-versions'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'pinref-runtimes-'))
const readAll = join(project, 'read-all.mjs')
const callAll = join(project, 'call-all.mjs')
const docsUrl = inject('docsUrl')
let key: string

beforeAll(async () => {
  key = await newKey(docsUrl)
  writeFileSync(join(project, 'corpus.json'), JSON.stringify(corpus))
  writeFileSync(
    readAll,
    `import { readFileSync } from 'node:fs'
import { readReference } from 'pinref/reader'
const cids = JSON.parse(readFileSync('corpus.json', 'utf8')).map((url) => {
  try {
    const reference = readReference(url)
    return reference.kind === 'listing' ? reference.listing.cid : reference.kind
  } catch (error) {
    return error.code
  }
})
console.log(JSON.stringify({ version: process.version, cids }))`,
  )
  writeFileSync(
    callAll,
    `import { Pinref } from 'pinref'
const pinref = new Pinref({ baseUrl: process.argv[2], apiKey: process.argv[3] })
const { title } = await pinref.resolve('ChIJ2dGMjMMEdkgRqVqkuXQkj7c')
const { cid_decimal } = await pinref.convert('0x10')
console.log(JSON.stringify([title, cid_decimal]))`,
  )
})

afterAll(() => removeFolder(folder))

/** The server's result for each link. */
const expected = corpus.map((url) => {
  const { cid, short, code } = reading(url)
  return cid ?? (short ? 'short_link' : code)
})

describe.each(nodeVersions())('under Node $line', ({ line, program }) => {
  test.skipIf(program === null)(
    'the package reads the whole link corpus, and the client and the CLI call the API',
    async () => {
      const node = program ?? ''
      const { version, cids } = JSON.parse((await run(node, [readAll], { cwd: project })).stdout)
      expect(version).toMatch(new RegExp(`^v${line}\\.`))
      expect(cids).toEqual(expected)
      const called = await run(node, [callAll, docsUrl, key], { cwd: project })
      expect(JSON.parse(called.stdout)).toEqual(['Big Ben', '16'])
      const cli = createRequire(join(project, 'package.json'))
        .resolve('pinref/package.json')
        .replace('package.json', 'cli.js')
      const lookup = await run(node, [cli, 'ChIJ2dGMjMMEdkgRqVqkuXQkj7c', '--json'], {
        env: environment({ HOME: folder, PINREF_URL: docsUrl, PINREF_KEY: key }),
      })
      expect(JSON.parse(lookup.stdout)).toMatchObject({ title: 'Big Ben' })
    },
  )
})
