import * as z from 'zod'
import * as batches from '@/server/entrances/trpc/batches/schemas'
import { callbackEvent } from '@/server/entrances/trpc/callbacks/schemas'
import * as keys from '@/server/entrances/trpc/keys/schemas'
import {
  convertOutput,
  lookupOptions,
  multicallItem,
  multicallOutput,
  resolveOutput,
  searchOutput,
} from '@/server/entrances/trpc/listings/schemas'
import { usageOutput } from '@/server/entrances/trpc/usage/schemas'
import * as watching from '@/server/entrances/trpc/watchlists/inputs'
import * as watched from '@/server/entrances/trpc/watchlists/schemas'
import { problemShape } from '@/server/platform/problems/problem'

/** The router's output and input schemas, by the names in `clients/npm/src/answers.ts`. */
const outputs: Record<string, z.ZodType> = {
  Listing: resolveOutput,
  SearchResults: searchOutput,
  Conversion: convertOutput,
  BatchResults: multicallOutput,
  Problem: problemShape,
  Batch: batches.batchOutput,
  BatchPart: batches.partOutput,
  BatchRows: batches.resultsOutput,
  DeletedBatch: batches.deletedOutput,
  Watchlist: watched.watchlistOutput,
  CreatedListings: watched.createdListingsOutput,
  DeletedListings: watched.deletedListingsOutput,
  WatchedListings: watched.listingsOutput,
  WatchEvents: watched.eventsOutput,
  DeletedWatchlist: watched.deletedOutput,
  CallbackEvent: callbackEvent,
  Usage: usageOutput,
  Key: keys.keyOutput,
  CreatedKey: keys.createdOutput,
  DeletedKey: keys.deletedOutput,
}
const inputs: Record<string, z.ZodType> = {
  BatchItem: multicallItem,
  LookupOptions: z.strictObject(lookupOptions),
  BatchOptions: batches.createInput,
  BatchRepeat: batches.repeatInput,
  WatchlistOptions: watching.createInput,
  WatchlistChanges: watching.updateInput,
  KeyOptions: keys.createInput,
  KeyChanges: keys.updateInput,
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Returns the API's types as a declaration file without imports: its schemas, written in TypeScript. */
export function answerTypes(): string {
  const schemas = new Map<string, JsonSchema>()
  const add = (named: Record<string, z.ZodType>, io: 'input' | 'output') => {
    for (const [name, shape] of Object.entries(named)) {
      const { $defs = {}, ...schema } = z.toJSONSchema(shape, { io })
      for (const [id, part] of Object.entries($defs)) schemas.set(id, part)
      // A schema with an id may already be among its `$defs`.
      if (schema.$ref !== `#/$defs/${name}`) schemas.set(name, schema)
    }
  }
  add(outputs, 'output')
  add(inputs, 'input')
  return [...schemas].map(([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)}\n`).join('\n')
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.replace('#/$defs/', '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union) return union.map((part) => typeOf(part as JsonSchema)).join(' | ')
  // A type list that includes `null`, as zod writes nullable values.
  const types: unknown = schema.type
  if (Array.isArray(types)) return types.map((type) => typeOf({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return `Array<${typeOf(schema.items as JsonSchema)}>`
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case undefined:
      return 'unknown'
    default:
      throw new Error(`There is no TypeScript type for ${JSON.stringify(schema)}`)
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const schema = field as JsonSchema
    const text = `${comment(schema)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`
    return text.replaceAll(/^/gm, '  ')
  })
  return `{\n${fields.join('\n')}\n}`
}

const comment = ({ description }: JsonSchema) => (description ? `/** ${description.replaceAll('*/', '*\\/')} */\n` : '')
