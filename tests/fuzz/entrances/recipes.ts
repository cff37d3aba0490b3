import fc from 'fast-check'

/** Describes how to build a request; small enough to print and repeat. */
export interface Recipe {
  /** The target's name, or its index, which wraps around. */
  target: number | string
  shape: (typeof shapes)[number]
  caller: (typeof callers)[number]
  /** The index of the account, network, batch, fragment, or field, which wraps around. */
  which: number
  /** The length in characters or bytes. */
  size: number
  /** The number of items, columns, lines, fields, headers, or messages. */
  count: number
  /** The number of nesting levels. */
  depth: number
  /** The number of such requests sent at once. */
  times: number
}

const shapes = [
  /** As documented. */
  'valid',
  /** Strings that repeat a fragment. */
  'long text',
  /** A list with many items, or many MCP messages in one request. */
  'many items',
  /** Deeply nested arrays or objects. */
  'deep',
  /** Unknown fields. */
  'unknown fields',
  /** A file of lines: JSON, JSON Lines, or CSV. */
  'lines',
  /** A CSV with many columns. */
  'wide file',
  'long query',
  'many headers',
  /** A new `Idempotency-Key` each time. */
  'fresh key',
  /** Invalid or truncated JSON. */
  'broken',
  /** Chunks until the server rejects more. */
  'endless',
  /** The response is read after a delay, or not at all. */
  'slow reader',
  'leaves early',
] as const

const callers = ['account', 'account', 'test key', 'visitor', 'visitor', 'unknown key', 'broken key'] as const

/** From 1 to `most`, with every order of magnitude equally likely, or one of the limits. */
const upTo = (most: number, ...limits: number[]) =>
  fc.oneof(
    fc.double({ min: 0, max: Math.log(most), noNaN: true }).map((power) => Math.round(Math.exp(power))),
    fc.constantFrom(most, ...limits),
  )

export const recipe: fc.Arbitrary<Recipe> = fc.record({
  target: fc.nat(10_000),
  shape: fc.constantFrom(...shapes),
  caller: fc.constantFrom(...callers),
  which: fc.nat(10_000),
  size: upTo(4_500_000, 2_048, 8_190, 16_384, 524_288, 4_194_304),
  count: upTo(300_000, 90, 100, 150, 1_000),
  depth: upTo(100_000),
  times: upTo(40),
})

/** Requests that took down an earlier build, and the costliest requests to newer entry points. */
export const knownRecipes: readonly Recipe[] = [
  // 150 lines of 8,190 characters, each a link that repeats the same decompression bomb.
  recorded('POST /api/batches', 'lines', { which: 104, size: 4, count: 150, caller: 'test key' }),
  recorded('POST /api/resolve', 'long text', { which: 104, size: 2_000, times: 40 }),
  recorded('POST /api/batch', 'long text', { which: 78, size: 2_000, count: 30, times: 10 }),
  recorded('POST /api/batches', 'wide file', { count: 300_000, caller: 'test key', times: 4 }),
  recorded('POST /api/batches', 'lines', { which: 2, depth: 100_000 }),
  recorded('POST /api/batches', 'lines', { which: 6, depth: 100_000 }),
  recorded('POST /api/batch', 'deep', { which: 1, depth: 80_000 }),
  recorded('POST /api/batch', 'deep', { which: 2, depth: 100_000 }),
  // Requests of 4 MB with a key that is not in the store.
  recorded('POST /api/batches', 'lines', { which: 1, size: 4, count: 500, caller: 'unknown key', times: 20 }),
  recorded('POST /api/batches', 'endless', { caller: 'unknown key', times: 20 }),
  recorded('POST /api/batches', 'fresh key', { times: 40 }),
  // Parallel downloads of JSON Lines.
  recorded('GET /api/batches/{id}/results', 'valid', { which: 25, times: 20 }),
  recorded('GET /api/batches/{id}/results', 'slow reader', { which: 1_045, times: 20 }),
  recorded('GET /api/batches', 'long query', { size: 14_000, count: 2_000, times: 10 }),
  // 10,000 links to watch, each of which repeats a decompression bomb.
  recorded('POST /api/watchlists/{id}/listings', 'lines', { which: 15, size: 399, count: 10_000, times: 10 }),
  recorded('POST /api/watchlists/{id}/listings', 'many items', { which: 1, count: 20_000, times: 10 }),
  recorded('GET /api/key', 'many headers', { size: 20_000, count: 2_000, times: 10 }),
  recorded('MCP tools/list 2025-06-18', 'many items', { size: 15_000, caller: 'visitor', times: 40 }),
  recorded('MCP subscriptions/listen 2026-07-28', 'valid', { caller: 'visitor', times: 10 }),
]

function recorded(target: string, shape: Recipe['shape'], more: Partial<Recipe>): Recipe {
  return { target, shape, caller: 'account', which: 1, size: 1, count: 1, depth: 1, times: 1, ...more }
}
