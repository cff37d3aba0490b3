import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { readDocument } from '@/components/docs/reference/document'
import { referencePages } from '@/components/docs/reference/reference-pages'
import { openApiDocument } from '@/server/entrances/rest/openapi'

const ajv = new Ajv2020({ strict: false })
addFormats(ajv)
ajv.addSchema({ ...(await openApiDocument()), $id: 'openapi' })

const pages = await referencePages()

const isFile = ({ path }: { path: string }) => /\.(?:csv|jsonl)$/.test(path)

test('the example of a results file has the right lines', () => {
  const files = pages.filter(({ operation }) => isFile(operation)).map(({ operation }) => String(operation.example))
  expect(files.map((text) => text.trim().split('\n').length)).toEqual([3, 2])
  const [csv = '', jsonl = ''] = files
  expect(csv).toMatch(/^input,pinref_row,pinref_state,/)
  for (const line of jsonl.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('listing')
})

const operations = pages.map(({ operation, sample }) => ({ ...operation, prints: sample.prints }))

test.each(operations.filter((operation) => !isFile(operation)))(
  'the example response of $method $path matches its schema in the OpenAPI document',
  ({ method, path, example, prints, responses }) => {
    const success = responses.find(({ codes }) => codes.length === 0)?.status
    const at = `#/paths/${path.replace('/api', '').replaceAll('/', '~1')}/${method.toLowerCase()}`
    const validate = ajv.compile({
      $ref: `openapi${at}/responses/${success}/content/application~1json/schema`.replaceAll(
        /[{}]/g,
        encodeURIComponent,
      ),
    })
    const shown = prints === null ? example : JSON.parse(prints)
    expect(validate(shown), JSON.stringify(validate.errors)).toBe(true)
  },
)

test('every operation has its own page with a unique title', async () => {
  expect(pages).toHaveLength((await readDocument()).operations.length)
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
})

test('path and query parameters are listed', () => {
  const parameters = (id: string) =>
    pages.find(({ operation }) => operation.id === id)?.operation.parameters.map(({ name }) => name)
  expect(parameters('batches-updatePart')).toEqual(expect.arrayContaining(['id', 'part']))
  expect(parameters('batches-listResults')).toEqual(['id', 'after', 'state', 'finding', 'code', 'q', 'limit'])
  expect(parameters('batches-getResultsCsv')).toEqual(['id', 'after', 'state', 'finding', 'code', 'q', 'format'])
  expect(parameters('resolve')).toEqual([])
})

test('a field with a few possible values lists them, and error responses list their codes', () => {
  const resolve = pages.find(({ operation }) => operation.id === 'resolve')?.operation
  expect(resolve?.request.find(({ name }) => name === 'details')?.options).toEqual(['none', 'checked', 'full'])
  const codes = resolve?.responses.flatMap((response) => response.codes)
  expect(codes).toEqual(expect.arrayContaining(['invalid_request', 'listing_not_found', 'upstream_blocked']))
})
