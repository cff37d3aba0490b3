import { z } from 'zod'
import { problemShape } from '@/server/problem'
import { convertInput, convertOutput, resolveInput, resolveOutput, searchInput, searchOutput } from './schemas'

export const maxItems = 100

const itemOf = <Name extends string, Shape extends z.core.$ZodLooseShape>(name: Name, { shape }: z.ZodObject<Shape>) =>
  z.strictObject({ operation: z.literal(name), ...shape })

/** What an item of a batch may be: an operation with its fields. */
export const batchItem = z.discriminatedUnion(
  'operation',
  [itemOf('resolve', resolveInput), itemOf('search', searchInput), itemOf('convert', convertInput)],
  {
    error: ({ code }) =>
      code === 'invalid_union'
        ? 'Send the operation of each item: resolve, search or convert.'
        : 'Send each item as an object.',
  },
)

export type BatchItem = z.output<typeof batchItem>

const { $schema: _, ...documentedItem } = z.toJSONSchema(batchItem, { io: 'input' })

const itemsWanted = `Send items: a list of 1 to ${maxItems}.`

/** Takes items of any kind, so that one that cannot be read fails alone. */
export const batchInput = z.strictObject({
  items: z
    .array(z.unknown().meta({ type: 'object', ...documentedItem }), itemsWanted)
    .min(1, itemsWanted)
    .max(maxItems, `Send at most ${maxItems} items.`)
    .meta({
      description:
        '1 to 100. Each has its `operation` (`resolve`, `search` or `convert`) and the fields of that operation, and ' +
        'counts as a call of its own. One that cannot be read, fails or is beyond the quota never fails the others.',
      example: [
        { operation: 'resolve', url: 'https://www.google.com/maps?cid=3545450935484072529' },
        { operation: 'convert', cid: '0x3133f8d75a1ac251' },
      ],
    }),
})

export const batchOutput = z
  .strictObject({
    results: z
      .array(
        z.union([
          z.strictObject({
            status: z.literal(200),
            result: z
              .union([convertOutput, resolveOutput, searchOutput])
              .meta({ description: 'What the operation answers.' }),
          }),
          z.strictObject({
            status: z.int().min(400).max(599).meta({ description: 'What the operation would be answered with.' }),
            problem: problemShape,
          }),
        ]),
      )
      .max(maxItems)
      .meta({
        description:
          'One for each item, in their order: with `status` 200 a `result`, which is what the operation answers; with ' +
          'another the `problem` of the item. The headers tell the quota as it stands after all of them.',
      }),
  })
  .meta({ id: 'BatchResults' })

export type BatchResults = z.input<typeof batchOutput>

/** The result of an item, or the problem that it failed with. */
export type BatchResult = BatchResults['results'][number]
