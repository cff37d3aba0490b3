import fc from 'fast-check'
import { listingText } from '../links/listing-links'
import { anyText, damagedLink } from '../links/texts'

/** A request that Node's own client can send. */
export interface FuzzedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
}

const method = fc.oneof(
  { arbitrary: fc.constant('POST'), weight: 12 },
  fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'SEARCH', 'REPORT', 'LOCK', 'PURGE'),
)

const operation = fc.constantFrom('/api/convert', '/api/resolve', '/api/search', '/api/batch')

/** Node's client allows only printable ASCII in the request line. */
const pathPart = fc.string({ unit: fc.constantFrom(..."abcxyz019-._~!$&'()*+,;=:@/%?#"), maxLength: 24 })

const path = fc.oneof(
  { arbitrary: operation, weight: 14 },
  { arbitrary: fc.tuple(operation, pathPart).map(([start, query]) => `${start}?${query}`), weight: 2 },
  fc.constantFrom('/api', '/api/', '/api?', '/api/health', '/api/health/ready', '/api/openapi.json', '/api/Convert'),
  fc.constantFrom(
    '/api/convert/',
    '/api//convert',
    '/api/convert/..',
    '/api/%63onvert',
    '/api/convert%00',
    '/api/api/convert',
  ),
  fc.constantFrom(
    '/api/./convert',
    '/api/x/../convert',
    '/x/../api/convert',
    '/api/%2e%2e/api/convert',
    '/./api/convert',
  ),
  fc.constantFrom('/api/__proto__', '/api/constructor', '/api/toString', '/api/trpc/', '/api/trpc/listings.convert'),
  fc.constantFrom(
    '/api/trpc/keys.create',
    '/api/trpc/a.b.c?input=%7B',
    '/api/trpc/listings.convert,listings.convert?batch=1',
  ),
  fc.constantFrom('/api/auth/get-session', '/api/auth/', '/api/auth/%zz', '/api/auth/sign-out', '/api/billing/webhook'),
  { arbitrary: pathPart.map((rest) => `/api/${rest.replaceAll('\\', '')}`), weight: 2 },
)

const headerValue = fc.oneof(
  fc
    .string({ unit: fc.constantFrom(...'abc019 ,;:="\'%/\\()<>{}\u00e9\u00ff\t'), maxLength: 40 })
    .map((text) => text.trim()),
  fc.constantFrom(
    '',
    '*',
    '*/*',
    'null',
    '-1',
    '1e9',
    '9'.repeat(30),
    'a'.repeat(3000),
    'Bearer',
    'Basic eDp5',
    'identity',
  ),
)
const headerName = fc.oneof(
  fc.constantFrom(
    'authorization',
    'x-api-key',
    'content-type',
    'accept',
    'accept-encoding',
    'origin',
    'cookie',
    'range',
  ),
  fc.constantFrom(
    'x-forwarded-for',
    'x-real-ip',
    'forwarded',
    'x-forwarded-host',
    'x-request-id',
    'traceparent',
    'via',
  ),
  fc.constantFrom(
    'if-none-match',
    'if-match',
    'x-http-method-override',
    'x-vercel-id',
    'next-action',
    'rsc',
    'next-router-state-tree',
  ),
  fc.constantFrom(
    'x-middleware-subrequest',
    'x-invoke-path',
    'x-matched-path',
    'sec-fetch-site',
    'purpose',
    'content-encoding',
  ),
  fc.string({ unit: fc.constantFrom(...'abcxyz-_019'), minLength: 1, maxLength: 12 }).map((name) => `x-${name}`),
)
const headers = fc
  .array(fc.tuple(headerName, headerValue), { maxLength: 6 })
  .map((pairs) => Object.fromEntries(pairs) as Record<string, string>)

/** Excludes links that must be followed, because each would take a second. */
const link = fc
  .oneof(
    damagedLink,
    listingText.map(({ text }) => text),
    anyText,
  )
  .filter((text) => !/goo\.gl|share\.google|g\.co|g\.page/i.test(text))

const cid = fc.oneof(
  fc.bigInt({ min: -5n, max: 2n ** 65n }).map(String),
  fc.bigInt({ min: 0n, max: 2n ** 64n }).map((value) => `0x${value.toString(16)}`),
  anyText,
)
const country = fc.oneof(fc.constantFrom('GB', 'uk', 'de', 'XX', '', 'United Kingdom'), anyText)
const right = fc.oneof(
  link.map((url) => ({ url })),
  cid.map((text) => ({ cid: text })),
  anyText.map((name) => ({ name })),
  fc.tuple(fc.constantFrom('museum', 'cafe', 'a'), country).map(([name, where]) => ({ name, country: where })),
)
const keyed = fc.dictionary(
  fc.constantFrom('url', 'cid', 'name', 'country', '__proto__', 'constructor', 'toString', '', 'é'),
  fc.oneof(fc.jsonValue({ maxDepth: 2 }), anyText),
)
const item = fc.oneof(
  { arbitrary: link.map((url) => ({ operation: 'resolve', url })), weight: 2 },
  { arbitrary: cid.map((text) => ({ operation: 'convert', cid: text })), weight: 2 },
  fc
    .tuple(fc.constantFrom('museum', 'a'), country)
    .map(([name, where]) => ({ operation: 'search', name, country: where })),
  fc.tuple(fc.constantFrom('resolve', 'batch', ''), keyed).map(([named, fields]) => ({ operation: named, ...fields })),
  fc.jsonValue({ maxDepth: 2 }),
)
const batch = fc.array(item, { maxLength: 6 }).map((items) => ({ items }))
const json = fc
  .oneof({ arbitrary: right, weight: 4 }, { arbitrary: batch, weight: 2 }, keyed, fc.jsonValue({ maxDepth: 4 }))
  .map((value) => JSON.stringify(value) ?? 'null')

const text = fc.oneof(
  { arbitrary: json, weight: 8 },
  fc.tuple(json, fc.nat(), fc.string({ unit: 'binary', maxLength: 4 })).map(([body, at, put]) => {
    const where = at % (body.length + 1)
    return body.slice(0, where) + put + body.slice(where + 1)
  }),
  fc.constantFrom(
    '',
    ' ',
    '{',
    '{}',
    '[]',
    'null',
    '""',
    '{"cid":1}',
    '{"cid":1e400}',
    '{"cid":"1","cid":"2"}',
    '\ufeff{"cid":"1"}',
  ),
  fc.constantFrom(
    '['.repeat(8_000),
    '{"a":'.repeat(3_000),
    `{"cid":"${'9'.repeat(16_000)}"}`,
    `{"url":"${'a'.repeat(17_000)}"}`,
  ),
  fc.constantFrom(
    `{"name":"${'é'.repeat(4_000)}"}`,
    `{"url":${'1'.repeat(15_000)}}`,
    `{"cid":"\\ud800"}`,
    `{"\\u0063id":"1"}`,
  ),
  fc.constantFrom(
    `{"items":[${'{},'.repeat(100)}{}]}`,
    `{"items":[${'['.repeat(8_000)}`,
    `{"items":[{"operation":"convert"${',"a":1'.repeat(2_000)}}]}`,
    '{"items":{"0":{"operation":"convert","cid":"1"},"length":1}}',
  ),
)

const body = fc.oneof(
  { arbitrary: text.map((written) => Buffer.from(written)), weight: 10 },
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
)

export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc.record({ method, path, headers, body })
