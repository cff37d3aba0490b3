import type { generateOpenApiDocument } from 'trpc-to-openapi'

type Document = ReturnType<typeof generateOpenApiDocument>

const text = (description: string) => ({ schema: { type: 'string', description } })

/** Describes what the library does not know about batches: lines and results can also be files. */
export function describeFiles({ paths = {} }: Document): void {
  for (const [path, method] of [
    ['/batches', 'post'],
    ['/batches/{id}/parts/{part}', 'put'],
  ] as const) {
    const operation = paths[path]?.[method]
    const body = operation?.requestBody
    if (!operation || !body || '$ref' in body) continue
    const { schema } = body.content['application/json'] ?? {}
    const { data: _, format, ...options } = (schema && 'properties' in schema && schema.properties) || {}
    const lines = { type: 'array', description: 'The lines: texts, or objects with `url`, `name` or `cid`.', items: {} }
    Object.assign(operation, {
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', properties: { ...options, lines }, additionalProperties: false },
          },
          'text/csv': text('Lines below one with the names of the columns.'),
          'application/x-ndjson': text('A text or an object in each line.'),
        },
      },
      parameters: [
        ...(operation.parameters ?? []),
        ...Object.entries({ ...options, format }).map(([name, option]) => ({ name, in: 'query', schema: option })),
        ...(method === 'post' ? [idempotency] : []),
      ],
    })
  }
  const results = paths['/batches/{id}/results']?.get?.responses?.['200']
  if (!results || '$ref' in results) return
  Object.assign(results, {
    content: {
      ...results.content,
      'application/x-ndjson': text('All lines that are answered, each as an object as in `results`.'),
      'text/csv; charset=utf-8': text('The same for a spreadsheet, with the columns of the lines first.'),
    },
  })
}

const idempotency = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Up to 255 characters: what is sent again with it within 24 hours makes no second batch.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
