import * as z from 'zod'
import * as batches from '@/server/entrances/trpc/batches/schemas'
import * as callbacks from '@/server/entrances/trpc/callbacks/schemas'
import * as keys from '@/server/entrances/trpc/keys/schemas'
import {
  convertOutput,
  lookupOptions,
  multicallItem,
  multicallOutput,
  resolveOutput,
  searchOutput,
} from '@/server/entrances/trpc/listings/schemas'
import { errorOutput } from '@/server/entrances/trpc/usage/errors'
import { usageInput, usageOutput } from '@/server/entrances/trpc/usage/schemas'
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
  CreatedBatch: batches.createdBatchOutput,
  BatchPart: batches.partOutput,
  BatchRows: batches.resultsOutput,
  DeletedBatch: batches.deletedOutput,
  Watchlist: watched.watchlistOutput,
  CreatedListings: watched.createdListingsOutput,
  DeletedListings: watched.deletedListingsOutput,
  WatchedListings: watched.listingsOutput,
  WatchEvents: watched.eventsOutput,
  DeletedWatchlist: watched.deletedOutput,
  Callback: callbacks.endpointOutput,
  CreatedCallback: callbacks.createdOutput,
  CallbackSecret: callbacks.secretOutput,
  CallbackTest: callbacks.testedOutput,
  DeletedCallback: callbacks.deletedOutput,
  CallbackEvent: callbacks.callbackEvent,
  Delivery: callbacks.deliveryOutput,
  FailedCall: errorOutput,
  Usage: usageOutput,
  Key: keys.keyOutput,
  CreatedKey: keys.createdOutput,
  DeletedKey: keys.deletedOutput,
}
const inputs: Record<string, z.ZodType> = {
  BatchItem: multicallItem,
  LookupOptions: z.strictObject(lookupOptions),
  BatchOptions: batches.createInput,
  BatchChanges: batches.updateInput,
  BatchRepeat: batches.repeatInput,
  UsageQuery: usageInput,
  WatchlistOptions: watching.createInput,
  WatchlistChanges: watching.updateInput,
  CallbackChanges: callbacks.updateInput,
  DeliveriesFilter: callbacks.deliveriesInput,
  KeyOptions: keys.createInput,
  KeyChanges: keys.updateInput,
}

type JsonSchema = z.core.JSONSchema.BaseSchema

type Direction = 'input' | 'output'

/** Returns the API's types as a declaration file without imports: its schemas, written in TypeScript. */
export function answerTypes(): string {
  const types = new Map<string, string>()
  const add = (named: Record<string, z.ZodType>, io: Direction) => {
    for (const [name, shape] of Object.entries(named)) {
      const { $defs = {}, ...schema } = z.toJSONSchema(shape, { io })
      for (const [id, part] of Object.entries($defs)) set(id, part, io)
      // A schema with an id may already be among its `$defs`.
      if (schema.$ref !== `#/$defs/${name}`) set(name, schema, io)
    }
  }
  const set = (name: string, schema: JsonSchema, io: Direction) => {
    const text = `${comment(schema)}export type ${name} = ${typeOf(schema, io)}\n`
    if (types.has(name) && types.get(name) !== text)
      throw new Error(`Requests and responses need two types for ${name}`)
    types.set(name, text)
  }
  add(outputs, 'output')
  add(inputs, 'input')
  return [...types.values()].join('\n')
}

/** Allows values that are added later, without losing the known ones in editors. */
const otherText = '(string & {})'

function typeOf(schema: JsonSchema, io: Direction): string {
  if (schema.$ref) return schema.$ref.replace('#/$defs/', '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) {
    const values = schema.enum.map((value) => JSON.stringify(value))
    return (io === 'output' ? [...values, otherText] : values).join(' | ')
  }
  const union = schema.anyOf ?? schema.oneOf
  if (union) return union.map((part) => typeOf(part as JsonSchema, io)).join(' | ')
  // A type list that includes `null`, as zod writes nullable values.
  const types: unknown = schema.type
  if (Array.isArray(types)) return types.map((type) => typeOf({ ...schema, type }, io)).join(' | ')
  switch (schema.type) {
    case 'object':
      return objectOf(schema, io)
    case 'array':
      return `Array<${typeOf(schema.items as JsonSchema, io)}>`
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

function objectOf({ properties = {}, required = [] }: JsonSchema, io: Direction): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const schema = field as JsonSchema
    const text = `${comment(schema)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, io)}`
    return text.replaceAll(/^/gm, '  ')
  })
  return `{\n${fields.join('\n')}\n}`
}

const comment = ({ description }: JsonSchema) => (description ? `/** ${description.replaceAll('*/', '*\\/')} */\n` : '')
