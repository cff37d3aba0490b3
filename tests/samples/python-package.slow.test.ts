import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Operation, readDocument } from '@/components/docs/reference/document'
import { keyPlaceholder } from '@/components/samples/request-samples'
import { version } from '@/package.json'
import { removeFolder } from '../support/remove-folder'
import { languagesLeftOut } from '../support/require-languages'
import { runSampleIn } from '../support/run-sample'
import { newKey, docsOrigin as origin, samplesOn } from './docs-shown'

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
    expect(readdirSync(join(project, 'pinref')).sort()).toEqual([
      '__init__.py',
      '_async_operations.py',
      '_callbacks.py',
      '_client.py',
      '_http.py',
      '_operations.py',
      '_resolved.py',
      '_types.py',
      'py.typed',
    ])
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

  test('calls every operation of the OpenAPI document, in methods with the types of its responses', async () => {
    const { operations } = await readDocument()
    await using server = await startExampleServer(operations)
    const code = `import asyncio
import inspect
import json
from pinref import AsyncPinref, Pinref

values = {"items": [{"operation": "convert", "cid": "1"}], "ids": ["1"], "links": [], "lines": ["1"], "listings": ["1"], "part": 1}


def calls(kind):
    for name, method in inspect.getmembers(kind, inspect.isfunction):
        if name.startswith("_") or name == "aclose":
            continue
        needed = [one for one in inspect.signature(method).parameters.values() if one.kind == one.POSITIONAL_OR_KEYWORD and one.default is one.empty]
        yield name, [values.get(one.name, "an id") for one in needed[1:]]
    yield "get_key", ["an id"]


async def run():
    for name, arguments in calls(AsyncPinref):
        async with AsyncPinref("Async" + name, "${server.url}", retries=0) as client:
            result = getattr(client, name)(*arguments)
            if inspect.isasyncgen(result):
                async for _ in result:
                    pass
            else:
                await result

for name, arguments in calls(Pinref):
    result = getattr(Pinref(name, "${server.url}", retries=0), name)(*arguments)
    if inspect.isgenerator(result):
        list(result)
asyncio.run(run())
print(json.dumps({name: getattr(Pinref, name).__annotations__["return"] for name, _ in calls(Pinref)}))`
    const types: Record<string, string> = JSON.parse(await runSampleIn(project, 'Python', code))
    const idsOf = (asked: typeof server.asked) => [...new Set(asked.map(({ operation }) => operation.id))].sort()
    const isAsync = ({ method }: { method: string }) => method.startsWith('Async')
    const all = operations.map(({ id }) => id).sort()
    expect(idsOf(server.asked.filter((one) => !isAsync(one)))).toEqual(all)
    expect(idsOf(server.asked.filter(isAsync))).toEqual(all)
    const wrong = server.asked.filter(({ method, operation }) => {
      const type = types[method]
      return (
        type &&
        operation.answerName &&
        /^[A-Z]\w+$/.test(type) &&
        method !== 'run_batch' &&
        type !== operation.answerName
      )
    })
    expect(wrong.map(({ method, operation }) => [method, operation.id])).toEqual([])
  })

  test('has no errors in pyright’s strict mode, nor do the samples, and lets it find a mistake in a program', async () => {
    const samples = (await samplesOn(docsUrl, '/docs/python')).filter(({ language }) => language === 'Python')
    expect(samples.length).toBeGreaterThan(5)
    const readme = [...readFileSync('clients/python/README.md', 'utf8').matchAll(/^```python\n(.*?)^```$/gms)]
    const files = [...samples.map(({ code }) => code), ...readme.map(([, code = '']) => code)]
    for (const [index, code] of files.entries()) writeFileSync(join(project, `shown${index}.py`), code)
    const program = `from pinref import Batch, Pinref

def state(batch: Batch) -> str:
    return batch["state"]

client = Pinref("key")
print([state(batch) for batch in client.list_batches(q="Berlin")])
print(client.resolve("x", details="some"))
print(client.create_watchlist(period="weekly"))
for item in client.batch([{"operation": "convert", "cid": "1"}]):
    if item["ok"] is True and item["operation"] == "convert":
        print(item["result"]["hex_cid"])
    print(item["problem"]["code"])
for one in client.resolve_many(["x"]):
    print(one.listing["title"] if one.error is None else one.error.code)
    print(one.listing["title"])
`
    writeFileSync(join(project, 'program.py'), program)
    const settings = {
      typeCheckingMode: 'strict',
      pythonVersion: '3.9',
      include: ['pinref', 'program.py', 'shown*.py'],
    }
    writeFileSync(join(project, 'pyrightconfig.json'), JSON.stringify(settings))
    const pyright = (...args: string[]) =>
      run(process.execPath, ['scripts/tools.mjs', 'pyright', '--outputjson', ...args]).catch((error) => error)
    const { generalDiagnostics } = JSON.parse((await pyright('--project', project)).stdout)
    // One mistake can have several errors.
    const found = new Set(
      generalDiagnostics.map(({ file, range }: { file: string; range: { start: { line: number } } }) =>
        [file.split('/').at(-1), readFileSync(file, 'utf8').split('\n')[range.start.line]?.trim()].join(': '),
      ),
    )
    expect([...found]).toEqual([
      'program.py: print(client.resolve("x", details="some"))',
      'program.py: print(client.create_watchlist(period="weekly"))',
      'program.py: print(item["problem"]["code"])',
      'program.py: print(one.listing["title"])',
    ])
  })
})

/** Starts a server that returns the document's examples, and notes which method, in the place of the key, asked for which. */
async function startExampleServer(operations: readonly Operation[]) {
  const asked: Array<{ method: string; operation: Operation }> = []
  const server = createServer(async (request, response) => {
    await text(request)
    const [path = ''] = (request.url ?? '').split('?')
    const operation = operations.find(
      (one) => one.method === request.method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    if (!operation) return void response.writeHead(404).end()
    asked.push({ method: String(request.headers['x-api-key']), operation })
    const { example } = operation
    response.end(typeof example === 'string' ? example : JSON.stringify({ ...(example as object), next: null }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}
