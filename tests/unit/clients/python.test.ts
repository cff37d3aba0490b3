import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { synchronous } from '@/scripts/client/python-sync'
import { pythonTypes } from '@/scripts/client/python-types'
import { servedDocument } from '@/server/entrances/rest/openapi-served'

const folder = '../../../clients/python/pinref'

/** `npm run task build:python` updates both modules. */
test('the Python client has the types of the OpenAPI document', async () => {
  await expect(pythonTypes(await servedDocument())).toMatchFileSnapshot(`${folder}/_types.py`)
})

test('the synchronous Python client has the methods, signatures, and docstrings of the asynchronous one', async () => {
  const source = readFileSync('clients/python/pinref/_async_operations.py', 'utf8')
  await expect(synchronous(source)).toMatchFileSnapshot(`${folder}/_operations.py`)
})
