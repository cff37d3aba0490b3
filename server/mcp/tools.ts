import type { ListToolsResult, ToolAnnotations } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { inputError } from '@/server/trpc/error'
import { convertInput, convertOutput } from '@/server/trpc/listings/schemas'
import type { appRouter } from '@/server/trpc/router'
import {
  agentBatch,
  batchFields,
  batchLineOutput,
  candidateOutput,
  compact,
  getBatchInput,
  lineOf,
  lineOutput,
  linesOf,
  listingOutput,
  maxAgentLines,
  maxLinks,
  objectSchema,
  pick,
  resolveManyInput,
  resolveOneInput,
  searchFewInput,
  startBatchInput,
  startedBatch,
  throwIfAllFail,
} from './tool-shapes'

/** A caller of the router, for one call of a tool. */
export type Caller = ReturnType<typeof appRouter.createCaller>

/** A tool as agents see it, and what answers it. */
interface Tool<Input extends z.ZodObject = z.ZodObject> {
  title: string
  /** What an agent chooses by: when to use the tool, what it returns, what it costs. */
  description: string
  inputSchema: Input
  outputSchema: z.ZodObject
  annotations: ToolAnnotations
  /** Its nulls are omitted from what the agent gets. */
  answer(caller: Caller, input: z.output<Input>): Promise<object>
}

const tool = <Input extends z.ZodObject>(one: Tool<Input>) => one

/** The annotations of tools that change nothing, but may ask Google. */
const reads = { readOnlyHint: true }

/** The tools, by name. They call procedures of the router, so rules, API keys and counts are those of REST. */
export const tools = {
  resolve_listing: tool({
    title: 'Look up a Google Maps listing',
    description:
      'Turns one Google Maps link (a share link, a maps.app.goo.gl link, a desktop URL), place id or CID into the listing: ' +
      'permanent identifiers, title, address, rating, review count, map link and review link. For several use ' +
      'resolve_listings, for a business name search_listings. Counts as one call.',
    inputSchema: resolveOneInput,
    outputSchema: listingOutput,
    annotations: reads,
    answer: async (caller, { fields, ...input }) => pick(await caller.listings.resolve(input), fields),
  }),

  resolve_listings: tool({
    title: 'Look up several Google Maps listings',
    description:
      `Looks up 1 to ${maxLinks} links, place ids or CIDs at once. Returns one result for each, numbered in their order; one that ` +
      'fails has a problem and does not fail the others. Use it to compare listings, to find duplicates (the same cid is ' +
      'the same place) and to convert CIDs (details "none"). Each listing found counts as one call.',
    inputSchema: resolveManyInput,
    outputSchema: z.object({ results: z.array(lineOutput) }),
    annotations: reads,
    answer: async (caller, { links, details, fields }) => {
      const items = links.map((url) => ({ operation: 'resolve', url, details }))
      const { results } = await caller.listings.batch({ items })
      throwIfAllFail(results)
      return { results: linesOf(results, fields) }
    },
  }),

  search_listings: tool({
    title: 'Find Google Maps listings by name',
    description:
      'Finds listings by business name, best match first. Put the city or the street into the name if you know it: "Joe\'s ' +
      'Pizza, 7 Carmine St, New York". The results have identifiers, rating, map link and review link, so they need no ' +
      'second lookup. Counts as one call.',
    inputSchema: searchFewInput,
    outputSchema: z.object({ results: z.array(candidateOutput), total: z.int() }),
    annotations: reads,
    answer: async (caller, { limit, fields, ...input }) => {
      const { results } = await caller.listings.search(input)
      return { results: results.slice(0, limit).map((one) => pick(one, fields)), total: results.length }
    },
  }),

  convert_cid: tool({
    title: 'Convert a CID',
    description:
      'Converts one CID between decimal and hexadecimal, exactly, and returns its map link. It does not check that the ' +
      'listing exists. Send the CID as a string, because numbers lose digits. For several CIDs use resolve_listings. ' +
      'Counts as one call.',
    inputSchema: convertInput,
    outputSchema: convertOutput.omit({ schema_hasmap: true }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    answer: async (caller, input) => {
      const { cid_decimal, hex_cid, maps_url } = await caller.listings.convert(input)
      return { cid_decimal, hex_cid, maps_url }
    },
  }),

  start_batch: tool({
    title: 'Look up a list in the background',
    description:
      `Starts a lookup of up to ${maxAgentLines.toLocaleString('en')} links, identifiers or business names in the background and ` +
      `returns its id for get_batch. For up to ${maxLinks} links resolve_listings is faster. Needs an API key. Each listing found ` +
      'counts as one call, a repeated line counts once.',
    inputSchema: startBatchInput,
    outputSchema: startedBatch,
    annotations: { readOnlyHint: false, destructiveHint: false },
    answer: async (caller, input) => {
      const { id, state, lines } = await caller.batches.make(input)
      return { id, state, lines: { total: lines.total } }
    },
  }),

  get_batch: tool({
    title: 'Read a batch and its results',
    description:
      'Returns the progress of a batch and its results so far, in the order of its lines, with the fields of ' +
      'resolve_listings. With wait_seconds it answers when the batch ends, so you need not ask again and again. While last ' +
      'is false, call it again with after. Counts nothing.',
    inputSchema: getBatchInput,
    outputSchema: z.object({
      batch: agentBatch,
      results: z.array(batchLineOutput),
      after: z.int(),
      last: z.boolean(),
    }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    answer: async (caller, { id, wait_seconds, after, limit, status, q, fields }) => {
      const batch = await (wait_seconds > 0 ? caller.batches.wait({ id, wait_seconds }) : caller.batches.get({ id }))
      const wanted = { after: String(after), limit: String(limit), ...(status && { status }), ...(q && { q }) }
      const { results: rows, next } = await caller.batches.results({ id, ...wanted })
      const results = rows.map((row) => lineOf(row, fields))
      const reached = next === null ? batch.lines.total : Number(next)
      return { batch: pick(batch, Object.keys(batchFields)), results, after: reached, last: next === null }
    },
  }),
} as const

type ToolName = keyof typeof tools

/** Whether there is a tool of this name. */
export const isTool = (name: string): name is ToolName => Object.hasOwn(tools, name)

/** Calls a tool by its name. @throws PinrefError for an input that does not match its schema; whatever the procedure throws. */
export async function callTool(caller: Caller, name: ToolName, input: unknown): Promise<Record<string, unknown>> {
  const { inputSchema, answer }: Tool = tools[name]
  const parsed = inputSchema.safeParse(input)
  if (!parsed.success) throw inputError(parsed.error)
  return compact(await answer(caller, parsed.data)) as Record<string, unknown>
}

let list: ListToolsResult['tools'] | undefined

/** Returns the tools as agents list them. They are described once per process, because that takes long. */
export function toolList(): ListToolsResult['tools'] {
  list ??= Object.entries<Tool>(tools).map(([name, one]) => {
    const { title, description, annotations } = one
    const [inputSchema, outputSchema] = [
      objectSchema(one.inputSchema, 'input'),
      objectSchema(one.outputSchema, 'output'),
    ]
    return { name, title, description, inputSchema, outputSchema, annotations }
  })
  return list
}
