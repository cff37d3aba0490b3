import type { ListToolsResult, ToolAnnotations } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { inputError } from '@/server/entrances/trpc/error'
import { convertInput, convertOutput } from '@/server/entrances/trpc/listings/schemas'
import type { appRouter } from '@/server/entrances/trpc/router'
import { fillInput } from '@/server/entrances/trpc/watchlists/fill'
import { recentInput } from '@/server/entrances/trpc/watchlists/recent'
import type { AppScope } from '@/server/metering/access/app-scopes'
import {
  agentBatch,
  batchFields,
  batchRowOutput,
  compact,
  createBatchInput,
  filledOf,
  filledOutput,
  getBatchInput,
  lineOutput,
  linesOf,
  listingOutput,
  maxAgentLines,
  maxLinks,
  maxNames,
  namedOf,
  namedOutput,
  objectSchema,
  pick,
  resolveManyInput,
  resolveOneInput,
  rowOf,
  searchManyInput,
  throwIfAllFail,
  watchEventsOutput,
  watchedOf,
} from './tool-shapes'

/** A router caller for one tool call. */
export type Caller = ReturnType<typeof appRouter.createCaller>

/** A tool as agents see it, and its code. */
interface Tool<Input extends z.ZodObject = z.ZodObject> {
  title: string
  /** The scope that opens the tool to an app that connects over OAuth. */
  scope: AppScope
  /** The procedures that the tool calls, by their full names. Their meta says who may call the tool and what it costs. */
  calls: readonly string[]
  /** What the tool lets such an app do, for its user: completes "It can". */
  access: string
  /** Tells agents when to use the tool, what it returns, and what it costs. */
  description: string
  inputSchema: Input
  outputSchema: z.ZodObject
  annotations: ToolAnnotations
  /** Nulls are omitted from the result that the agent gets. */
  run(caller: Caller, input: z.output<Input>): Promise<object>
}

const tool = <Input extends z.ZodObject>(one: Tool<Input>) => one

/** Annotations for tools that may call Google but do not change anything. */
const reads = { readOnlyHint: true }

/** The tools by name. The tools call the router's procedures, so they share REST's rules, API keys, and counts. */
export const tools = {
  resolve_listing: tool({
    title: 'Look up a Google Maps listing',
    scope: 'lookups',
    calls: ['listings.resolve'],
    access: 'look up listings',
    description:
      'Looks up one Google Maps link (share link, maps.app.goo.gl, desktop URL), place id, or CID. Returns the listing’s ' +
      'permanent identifiers, title, address, rating, and links. For several, use resolve_listings; for a name, ' +
      'search_listings. Counts as one call.',
    inputSchema: resolveOneInput,
    outputSchema: listingOutput,
    annotations: reads,
    run: async (caller, { fields, ...input }) => pick(await caller.listings.resolve(input), fields),
  }),

  resolve_listings: tool({
    title: 'Look up several Google Maps listings',
    scope: 'lookups',
    calls: ['listings.batch'],
    access: 'look up listings',
    description:
      `Looks up 1 to ${maxLinks} links, place ids, or CIDs. Returns the fields of resolve_listing or a problem for each, in ` +
      'order. Also for duplicates (same cid means same place) and to convert CIDs (details "none"). Each listing found ' +
      'counts as one call.',
    inputSchema: resolveManyInput,
    outputSchema: z.object({ results: z.array(lineOutput) }),
    annotations: reads,
    run: async (caller, { links, fields, ...options }) => {
      const items = links.map((url) => ({ operation: 'resolve', url, ...options }))
      const { results } = await caller.listings.batch({ items })
      throwIfAllFail(results)
      return { results: linesOf(results, fields) }
    },
  }),

  search_listings: tool({
    title: 'Find Google Maps listings by name',
    scope: 'lookups',
    calls: ['listings.batch'],
    access: 'find listings by name',
    description:
      `Finds listings for 1 to ${maxNames} business names. Include the street or city if known: "Joe's Pizza, 7 Carmine St, ` +
      'New York". Returns listings, best match first, or a problem for each. No second lookup is needed. Each name counts ' +
      'as one call.',
    inputSchema: searchManyInput,
    outputSchema: z.object({ results: z.array(namedOutput) }),
    annotations: reads,
    run: async (caller, { names, limit, fields, ...options }) => {
      const items = names.map((name) => ({ operation: 'search', name, ...options }))
      const { results } = await caller.listings.batch({ items })
      throwIfAllFail(results)
      return { results: namedOf(names, results, limit, fields) }
    },
  }),

  convert_cid: tool({
    title: 'Convert a CID',
    scope: 'lookups',
    calls: ['listings.convert'],
    access: 'convert CIDs',
    description:
      'Converts one CID between decimal and hexadecimal and returns its map link. Does not check that the listing ' +
      'exists. Send a string; numbers lose digits. For several, use resolve_listings. Counts as one call.',
    inputSchema: convertInput.extend({ cid: convertInput.shape.cid.meta({ description: 'Decimal or hexadecimal.' }) }),
    outputSchema: convertOutput.omit({ schema_hasmap: true }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async (caller, input) => {
      const { cid_decimal, hex_cid, maps_url } = await caller.listings.convert(input)
      return { cid_decimal, hex_cid, maps_url }
    },
  }),

  create_batch: tool({
    title: 'Look up a list in the background',
    scope: 'batches',
    calls: ['batches.create', 'batches.repeat'],
    access: 'start batches',
    description:
      `Looks up as many as ${maxAgentLines.toLocaleString('en')} links, identifiers, or names in the background. Returns an id for ` +
      `get_batch. For up to ${maxLinks} links, resolve_listings is faster. Requires an API key. Each listing found counts as one ` +
      'call; repeated lines count once.',
    inputSchema: createBatchInput,
    outputSchema: agentBatch,
    annotations: { destructiveHint: false },
    run: async (caller, { repeat, details, language, ...input }) => {
      const { id, state, line_counts, callback_secret } = await (repeat === undefined
        ? caller.batches.create({ ...input, details, language })
        : caller.batches.repeat({ id: repeat, details, language }))
      // A repeat sends callbacks if the batch that it repeats did.
      return { id, state, line_counts: { total: line_counts.total }, ...(callback_secret && { callback_secret }) }
    },
  }),

  get_batch: tool({
    title: 'Get a batch and its results',
    scope: 'batches',
    calls: ['batches.get', 'batches.wait', 'batches.listResults'],
    access: 'read all your batches and their results',
    description:
      'Returns a batch’s progress and its results so far, in row order, with the fields of resolve_listings. If last is ' +
      'false, pass the returned after to get more. Not counted.',
    inputSchema: getBatchInput,
    outputSchema: z.object({
      batch: agentBatch,
      results: z.array(batchRowOutput),
      after: z.int(),
      last: z.boolean(),
    }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async (caller, { id, wait_seconds, after, limit, state, finding, q, fields }) => {
      const batch = await (wait_seconds > 0 ? caller.batches.wait({ id, wait_seconds }) : caller.batches.get({ id }))
      const filter = { ...(state && { state }), ...(finding && { finding }), ...(q && { q }) }
      const page = { after: String(after), limit: String(limit), ...filter }
      const { results: rows, next } = await caller.batches.listResults({ id, ...page })
      const results = rows.map((row) => rowOf(row, fields))
      const reached = next === null ? batch.row_counts.total : Number(next)
      return { batch: pick(batch, Object.keys(batchFields)), results, after: reached, last: next === null }
    },
  }),

  create_watchlist: tool({
    title: 'Watch listings',
    scope: 'watchlists',
    calls: ['watchlists.fill'],
    access: 'create watchlists, also from your batches, and add listings to them',
    description:
      'Creates a watchlist from listings, a batch, or both, or adds listings to one. They are checked weekly; ' +
      'list_watch_events returns changes. Look up short links first. Requires an API key.',
    inputSchema: fillInput,
    outputSchema: filledOutput,
    annotations: { destructiveHint: false },
    run: async (caller, input) => filledOf(await caller.watchlists.fill(input)),
  }),

  list_watch_events: tool({
    title: 'List changes in watchlists',
    scope: 'watchlists',
    calls: ['watchlists.recent'],
    access: 'read all your watchlists: their names, their events, and your own names and references',
    description:
      'Lists events of watched listings, oldest first: moved (new identifiers), gone, back, closed, reopened, or ' +
      'unreadable. If last is false, pass the watchlist and its last event id as after to get more. Requires an API key. ' +
      'Not counted.',
    inputSchema: recentInput,
    outputSchema: watchEventsOutput,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async (caller, input) => ({ watchlists: (await caller.watchlists.recent(input)).map(watchedOf) }),
  }),
} as const

type ToolName = keyof typeof tools

/**
 * Returns what apps with these scopes can do, in the words of the tools, without repetitions.
 * @param allows whether to include a tool; all of the scopes' tools by default.
 */
export const accessOf = (scopes: readonly AppScope[], allows = (_tool: ToolName): boolean => true): string[] => {
  const included = Object.keys(tools)
    .filter(isTool)
    .filter((name) => scopes.includes(tools[name].scope) && allows(name))
  return [...new Set(included.map((name) => tools[name].access))]
}

/** Returns the scope that opens a tool; null if there is no tool with this name. */
export const scopeOf = (name: unknown): AppScope | null =>
  typeof name === 'string' && isTool(name) ? tools[name].scope : null

/** Returns whether a tool with this name exists. */
export const isTool = (name: string): name is ToolName => Object.hasOwn(tools, name)

/** Calls a tool by name. @throws PinrefError if the input does not match its schema; any error from the procedure. */
export async function callTool(caller: Caller, name: ToolName, input: unknown): Promise<Record<string, unknown>> {
  const { inputSchema, run }: Tool = tools[name]
  const parsed = inputSchema.safeParse(input)
  if (!parsed.success) throw inputError(parsed.error)
  return compact(await run(caller, parsed.data)) as Record<string, unknown>
}

let list: ListToolsResult['tools'] | undefined

/**
 * Returns the tool list for agents. The list is built once per process, because building it is slow.
 * @param scopes what an app may do; null for all tools.
 */
export function toolList(scopes: readonly AppScope[] | null): ListToolsResult['tools'] {
  list ??= Object.entries<Tool>(tools).map(([name, one]) => {
    const { title, description, annotations } = one
    const [inputSchema, outputSchema] = [
      objectSchema(one.inputSchema, 'input'),
      objectSchema(one.outputSchema, 'output'),
    ]
    return { name, title, description, inputSchema, outputSchema, annotations }
  })
  if (scopes === null) return list
  return list.filter(({ name }) => isTool(name) && scopes.includes(tools[name].scope))
}
