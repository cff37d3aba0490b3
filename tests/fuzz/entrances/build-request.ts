import { deflateSync, gzipSync } from 'node:zlib'
import type { Recipe } from './recipes'
import type { Schema, Target } from './targets'

/** The keys and objects that requests use. */
export interface World {
  /**
   * The attacker's accounts, each with a live key and a test key that can manage keys, the id of a spare key, a
   * finished batch, a batch that still accepts parts, and a watchlist.
   */
  accounts: ReadonlyArray<Record<'key' | 'testKey' | 'spare' | 'finished' | 'open' | 'watchlist', string>>
  /** Keys with a valid checksum, for accounts that do not exist. */
  unknownKeys: readonly string[]
}

export interface BuiltRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

/** The maximum body size in bytes, slightly more than any entry point accepts. */
const maxBody = 5_000_000

const zeros = Buffer.alloc(4_000)

/** The start of a long string, which makes it look like a link. */
const beginning = 'https://www.google.com/search?q=a'

/** Fragments for long strings. The link reader decodes, decompresses, splits, or matches them. */
const fragments = [
  `&gs_ssp=${deflateSync(zeros).toString('base64url')}`,
  `&stick=${gzipSync(zeros).toString('base64url')}`,
  '!1s0x89c259af336b3341:0xa4969e07ce3108de',
  'https://www.google.com/url?q=',
  '%2525',
  'ChIJ3S-JXmauEmsRUcIaWtf4MzE ',
  '/maps/place/@0,0,1z/data=!3m1!4b1',
  'cid=3545450935484072529&',
  '=HYPERLINK("http://127.0.0.1");',
  '\u202e\u0000\ud83d\ude00',
  '((((a+)+)+',
  '9',
  'a',
]

/** Builds a recipe's request. @param turn counts the requests with this recipe, which differ only in a fresh key. */
export function buildRequest(recipe: Recipe, target: Target, world: World, turn: number): BuiltRequest {
  const { shape, which, size, count } = recipe
  const account = at(world.accounts, which)
  const headers: Record<string, string> = { ...target.headers, 'x-forwarded-for': `10.99.${which % 40}.7` }
  const key = keyOf(recipe, world)
  if (key !== null) headers['x-api-key'] = key
  if (which % 3 === 0) headers['accept-encoding'] = 'gzip'
  if (which % 5 === 0) headers.accept = at(['text/csv', 'application/x-ndjson', '*/*'], which)
  if (target.path === '/api/mcp') Object.assign(headers, target.headers)
  if (shape === 'fresh key') headers['idempotency-key'] = `${which}-${turn}`
  if (shape === 'many headers') {
    const longest = Math.min(size, 20_000)
    for (let more = 0; more < Math.min(count, 2_000); more++) headers[`x-${more}`] = 'y'.repeat(longest % 200)
    headers['idempotency-key'] = 'k'.repeat(longest)
  }
  // A deleted object can no longer be read.
  const isWrong = which % 7 === 0 || target.method === 'DELETE'
  const id = isWrong
    ? `batch_${'x'.repeat(Math.min(size, 12_000))}`
    : target.path.startsWith('/api/keys')
      ? account.spare
      : target.path.startsWith('/api/watchlists')
        ? account.watchlist
        : target.method === 'PUT'
          ? account.open
          : account.finished
  const path = target.path.replace('{id}', id).replace('{part}', String(which % 12_000))
  const query = queryOf(recipe, target)
  const body = target.bodies.length === 0 ? null : bodyOf(recipe, target, headers)
  return { method: target.method, path: query === '' ? path : `${path}?${query}`, headers, body }
}

function keyOf({ caller, which }: Recipe, { accounts, unknownKeys }: World): string | null {
  switch (caller) {
    case 'account':
      return at(accounts, which).key
    case 'test key':
      return at(accounts, which).testKey
    case 'unknown key':
      return at(unknownKeys, which)
    case 'broken key':
      return `${at(accounts, which).key.slice(0, -1)}_`
    case 'visitor':
      return null
  }
}

function queryOf(recipe: Recipe, { query }: Target): string {
  const { shape, which, size, count } = recipe
  if (shape === 'long query') {
    const { name } = query.length > 0 ? at(query, which) : { name: 'q' }
    return `${name}=${'a'.repeat(Math.min(size, 14_000) % 5_000)}${'&x=1'.repeat(Math.min(count, 2_000))}`
  }
  // Usually sends only parameters with a few valid values, and sometimes sends all parameters. A file of lines needs no
  // parameters.
  if (shape === 'lines' || shape === 'wide file') return ''
  const sent = which % 4 === 3 ? query : query.filter(({ schema }) => schema?.enum && which % 2 === 0)
  return sent
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(valueFor(recipe, schema ?? {})))}`)
    .join('&')
}

function bodyOf(recipe: Recipe, target: Target, headers: Record<string, string>): Buffer {
  const { shape, which, size } = recipe
  const takesLines = target.bodies.includes('text/csv')
  if (shape === 'lines' || (takesLines && shape === 'wide file')) {
    const [type, text] = linesOf(recipe)
    if (takesLines) headers['content-type'] = type
    return cut(target.path.endsWith('/listings') ? text.replace('"lines"', '"listings"') : text)
  }
  headers['content-type'] ??= 'application/json'
  const json = JSON.stringify(target.wrap(valueFor(recipe, target.schema)))
  if (shape === 'deep') return cut(nested(recipe, json))
  if (shape === 'broken') return cut(json.slice(0, which % (json.length + 1)) + at(['', '\u0000', '}', '[', '"'], size))
  if (shape === 'many items' && target.path === '/api/mcp') return cut(`[${repeated(`${json},`, size)}${json}]`)
  return cut(json)
}

const cut = (text: string) => Buffer.from(text).subarray(0, maxBody)

/** Repeats a string up to a length, but at least once. */
const repeated = (text: string, length: number) =>
  text.repeat(Math.max(1, Math.floor(Math.min(length, maxBody) / text.length)))

/** Returns a value that matches a schema, apart from the changes that the shape makes. */
function valueFor(recipe: Recipe, schema: Schema | null): unknown {
  const { shape, which, size, count } = recipe
  if (schema === null) return shape === 'long text' ? repeated(at(fragments, which), size) : null
  const [example] = schema.examples ?? []
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return at(schema.enum, which)
  const [first] = schema.oneOf ?? schema.anyOf ?? []
  if (first) return valueFor(recipe, at(schema.oneOf ?? schema.anyOf ?? [], which))
  if (schema.type === 'object' && schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, inner]) => [name, valueFor(recipe, inner)])
    const unknown = shape === 'unknown fields' ? Array.from({ length: count }, (_, n) => [`f${n}`, n]) : []
    return Object.fromEntries([...fields, ...unknown])
  }
  if (schema.type === 'array') {
    const one = valueFor(recipe, schema.items ?? {})
    // Long items in nested arrays could exceed the maximum string length, and no more than `maxBody` is sent anyway.
    const most = Math.ceil(maxBody / (JSON.stringify(one)?.length ?? 1))
    return Array.from({ length: Math.min(count, shape === 'many items' ? 20_000 : 30, most) }, () => one)
  }
  if (schema.type === 'integer' || schema.type === 'number') return which
  if (shape === 'long text')
    return (beginning + repeated(at(fragments, which), size - beginning.length)).slice(0, maxBody)
  return schema.example ?? example ?? '3545450935484072529'
}

/** Returns nested arrays or objects, or a body with them in place of its first string. */
function nested({ depth, which }: Recipe, json: string): string {
  const [open, close] = which % 2 === 0 ? ['[', ']'] : ['{"a":', '}']
  const deep = `${open.repeat(depth)}1${close.repeat(depth)}`
  return which % 3 === 0 ? deep : json.replace(/:("[^"]*")(?=[,}])/, `:${deep}`)
}

/**
 * Returns a file of lines and its media type: long lines, deeply nested lines, or many columns. No two lines are the
 * same.
 */
function linesOf({ shape, which, size, count, depth }: Recipe): [type: string, text: string] {
  const fragment = at(fragments, which).replaceAll('\u0000', '')
  const longest = at([8_190, 8_193, 2_048, Math.min(size, 100_000)], size)
  const long = (number: number) => {
    const end = `&n=${number}`
    return beginning + repeated(fragment, longest - beginning.length - end.length) + end
  }
  const lines = Array.from({ length: Math.min(count, Math.ceil(maxBody / longest)) }, (_, number) => long(number))
  if (shape === 'wide file') {
    const columns = Array.from({ length: count }, (_, number) => `c${number}`)
    const rows = lines.slice(0, 1_000).map((line) => `${line.slice(0, 100)}${','.repeat(which % 300)}`)
    return ['text/csv', [`url,${columns}`, ...rows].join('\n')]
  }
  switch (which % 4) {
    case 0:
      return ['text/csv', ['url', ...lines.map((line) => `"${line.replaceAll('"', '""')}"`)].join('\n')]
    case 1:
      return ['application/x-ndjson', lines.map((line) => JSON.stringify({ url: line })).join('\n')]
    case 2: {
      const deep = (number: number) => `${'{"url":'.repeat(depth)}${number}${'}'.repeat(depth)}`
      if (which % 8 === 2) return ['application/x-ndjson', ['"1"', deep(1), deep(2)].join('\n')]
      return ['application/json', `{"lines":["1",${deep(1)},${deep(2)}]}`]
    }
    default:
      return ['application/json', JSON.stringify({ lines })]
  }
}

/** Returns an element; the index wraps around. */
function at<T>(all: readonly T[], index: number): T {
  const found = all[index % all.length]
  if (found === undefined) throw new Error('there is nothing to choose from')
  return found
}
