import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { keyPlaceholder } from '@/components/samples/request-samples'
import { version } from '@/package.json'
import { removeFolder } from '../support/remove-folder'
import { languagesLeftOut } from '../support/require-languages'
import { runSampleIn } from '../support/run-sample'
import { newKey, docsOrigin as origin } from './docs-shown'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'pinref-python-package-'))
const project = join(folder, 'project')
const docsUrl = inject('docsUrl')
let key: string

/** Returns a Python that can build packages without a network. */
async function builder(): Promise<string> {
  for (const program of ['python3', '/usr/bin/python3']) {
    // Debian's setuptools can't be imported after its pip.
    const has = await run(program, ['-c', 'import setuptools, wheel, pip']).catch(() => null)
    if (has) return program
  }
  throw new Error('No Python has pip, setuptools and wheel. Install them, then try again: apt-get install python3-pip')
}

describe.skipIf(languagesLeftOut.includes('Python'))('the Python package', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    key = await newKey(docsUrl)
    // From a copy, because pip builds in the folder of the package.
    const source = join(folder, 'source')
    cpSync('clients/python', source, { recursive: true })
    mkdirSync(project)
    const options = ['--no-index', '--no-build-isolation', '--no-deps', '--no-compile', '--target', project]
    await run(await builder(), ['-m', 'pip', 'install', '-q', ...options, source])
  })

  afterAll(() => removeFolder(folder))

  test('is installed by pip without a network, with its types and the version of Pinref', () => {
    expect(readdirSync(join(project, 'pinref')).sort()).toEqual(['__init__.py', 'py.typed'])
    const metadata = readFileSync(join(project, `pinref-${version}.dist-info/METADATA`), 'utf8')
    expect(metadata).toContain('Requires-Python: >=3.9')
    expect(metadata).not.toContain('Requires-Dist')
  })

  test('does what its README says', async () => {
    const readme = readFileSync('clients/python/README.md', 'utf8')
    const blocks = [...readme.matchAll(/^```python\n(.*?)^```\n\n```\n(.*?)^```$/gms)]
    expect(blocks).toHaveLength(2)
    for (const [, code = '', prints = ''] of blocks) {
      expect(
        await runSampleIn(project, 'Python', code.replaceAll(origin, docsUrl).replaceAll(keyPlaceholder, key)),
      ).toBe(prints.trim())
    }
  })

  test('has no errors in pyright’s strict mode, and lets it find a mistake in a program', async () => {
    const program = `import asyncio
from pinref import AsyncPinref, Listing, Pinref, PinrefError

async def titles(client: AsyncPinref, links: list[str]) -> list[str | None]:
    listing: Listing = await client.resolve(links[0], details="checked")
    found = [one.listing["title"] async for one in client.resolve_many(links) if one.listing]
    return [listing["title"], *found]

def main() -> None:
    try:
        print(Pinref("key").convert("1")["hex_cid"])
    except PinrefError as error:
        print(error.code, error.retry_after or 0.0)
    print(Pinref("key").resolve("x", details="some"))
    asyncio.run(titles(AsyncPinref(), ["x"]))
`
    writeFileSync(join(project, 'program.py'), program)
    const settings = { typeCheckingMode: 'strict', pythonVersion: '3.10', include: ['pinref', 'program.py'] }
    writeFileSync(join(project, 'pyrightconfig.json'), JSON.stringify(settings))
    const pyright = (...args: string[]) =>
      run(process.execPath, ['scripts/tools.mjs', 'pyright', '--outputjson', ...args]).catch((error) => error)
    const { generalDiagnostics } = JSON.parse((await pyright('--project', project)).stdout)
    const found = generalDiagnostics.map(({ file, range }: { file: string; range: { start: { line: number } } }) => [
      file.split('/').at(-1),
      program.split('\n')[range.start.line]?.trim(),
    ])
    expect(found).toEqual([['program.py', 'print(Pinref("key").resolve("x", details="some"))']])
  })
})
