import type { ListToolsResult, ToolAnnotations } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { maxRows } from '@/server/batches/read-results'
import { batchOutput, idInput, makeInput, resultsOutput } from '@/server/trpc/batches/schemas'
import { inputError } from '@/server/trpc/error'
import {
  convertInput,
  convertOutput,
  resolveInput,
  resolveOutput,
  searchInput,
  searchOutput,
} from '@/server/trpc/listings/schemas'
import type { appRouter } from '@/server/trpc/router'

/** A caller of the router, for one call of a tool. */
export type Caller = ReturnType<typeof appRouter.createCaller>

/** A tool as agents see it, and what answers it. */
interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  title: string
  /** What an agent chooses by: when to use the tool, what it returns, what it costs. */
  description: string
  inputSchema: Input
  outputSchema: Output
  annotations: ToolAnnotations
  answer(caller: Caller, input: z.output<Input>): Promise<z.output<Output>>
}

const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(one: Tool<Input, Output>) => one

/** The most lines of a batch that an agent starts; larger batches are sent over REST. */
const maxAgentLines = 5_000

const linesWanted = `Send lines: a list of 1 to ${maxAgentLines.toLocaleString('en')} texts, one for each listing.`

/** What an agent starts a batch with: the lines themselves instead of a file. */
const startBatchInput = z.strictObject({
  lines: z
    .array(z.string(linesWanted).trim().min(1, linesWanted), linesWanted)
    .min(1, linesWanted)
    .max(maxAgentLines, linesWanted)
    .meta({ description: 'A link, a place id, a CID or a business name each. The same line twice is counted once.' }),
  ...makeInput.pick({ operation: true, details: true }).shape,
})

const pageWanted = 'Send after as the number of the last line that you have.'

const getBatchInput = idInput.extend({
  after: z
    .int(pageWanted)
    .min(0, pageWanted)
    .default(0)
    .meta({ description: 'The number of the last line that you have: results follow from the next one on.' }),
  limit: z.int().min(1).max(maxRows).default(50).meta({ description: 'At most so many results.' }),
})

const getBatchOutput = z.strictObject({
  batch: batchOutput.meta({ id: undefined }),
  results: resultsOutput.shape.results,
  after: z
    .int()
    .min(0)
    .meta({ description: 'The number of the last line that was looked at: `after` of the next call.' }),
  last: z.boolean().meta({ description: 'Whether no more will come.' }),
})

/** The annotations of tools that change nothing, but may ask Google. */
const reads = { readOnlyHint: true, idempotentHint: true, openWorldHint: true }

/** The tools, by name. They call procedures of the router, so rules, API keys and counts are those of REST. */
export const tools = {
  resolve_listing: tool({
    title: 'Look up a Google Maps listing',
    description:
      'Turns anything that points at one Google Maps listing (a share link, a maps.app.goo.gl link, a desktop URL, a place ' +
      'id, a CID) into its permanent identifiers: CID, hex CID, place id and feature id, with the title, address, rating, ' +
      'review count, map link and the link for writing a review. Use it whenever there is a link or an identifier; for a ' +
      'business name use search_listings. Counts as one call. For identifiers alone send details "none", which costs ' +
      'Google nothing.',
    inputSchema: resolveInput,
    outputSchema: resolveOutput,
    annotations: reads,
    answer: (caller, input) => caller.listings.resolve(input),
  }),

  search_listings: tool({
    title: 'Find Google Maps listings by name',
    description:
      'Finds listings by business name, best first, with identifiers, address, rating and map link. Put the city or the ' +
      'street into the name where you know it: "Joe\'s Pizza, 7 Carmine St, New York". With a link or an identifier use ' +
      'resolve_listing. Counts as one call.',
    inputSchema: searchInput,
    outputSchema: searchOutput,
    annotations: reads,
    answer: (caller, input) => caller.listings.search(input),
  }),

  convert_cid: tool({
    title: 'Convert a CID',
    description:
      'Converts a CID between decimal and hexadecimal, exactly, and gives its map link. Arithmetic only: it does not say ' +
      'whether the listing exists. Always pass a CID as text, since numbers lose digits. Counts as one call.',
    inputSchema: convertInput,
    outputSchema: convertOutput,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    answer: (caller, input) => caller.listings.convert(input),
  }),

  start_batch: tool({
    title: 'Look up a list in the background',
    description:
      'Starts a lookup of many links, identifiers or business names in the background and answers at once with the id of ' +
      'the batch; get_batch tells how far it is and gives the results. For more than about ten listings. Needs an API key. ' +
      'Each different line that is found counts as one call.',
    inputSchema: startBatchInput,
    outputSchema: batchOutput,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    answer: (caller, input) => caller.batches.make(input),
  }),

  get_batch: tool({
    title: 'Read a batch and its results',
    description:
      'Tells how far a batch is and gives results in the order of its lines, also while it runs. Go on with after until ' +
      'last is true; while the batch runs, wait as long as seconds_left says before you ask again. Counts nothing.',
    inputSchema: getBatchInput,
    outputSchema: getBatchOutput,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    answer: async (caller, { id, after, limit }) => {
      const batch = await caller.batches.get({ id })
      const { results, next } = await caller.batches.results({ id, after: String(after), limit: String(limit) })
      return { batch, results, after: next === null ? batch.lines.total : Number(next), last: next === null }
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
  return answer(caller, parsed.data)
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

type ObjectSchema = ListToolsResult['tools'][number]['inputSchema']

/** Returns the JSON schema of an object. Clients look for its type at the root, where zod may write only a reference. */
const objectSchema = (schema: z.ZodObject, io: 'input' | 'output') =>
  ({ type: 'object', ...z.toJSONSchema(schema, { io }) }) as ObjectSchema
