import * as z from 'zod'
import { readCountry } from '@/server/features/listings/country'
import { maxResults } from '@/server/features/listings/search'
import { conversionShape, listingShape, searchResultShape } from '@/server/features/listings/shapes'
import { countryOf } from '@/server/features/lists/country-names'
import { isForResolve, useResolve } from '@/server/places/links/bare-identifiers'
import {
  defaultLookupOptions,
  detailLevels,
  expectedValue,
  type LookupOptions,
  longestLanguage,
  readLookupOption,
} from '@/server/places/upstream/lookup-options'
import { problemShape } from '@/server/platform/problems/problem'
import { isUnicode, notUnicode } from '@/server/platform/runtime/input'
import { sendCidAsString } from '../error'

const words = (what: string) =>
  z
    .string(`Send ${what} as a string.`)
    .trim()
    .refine((value) => value.length > 0, `This field is empty. Send ${what}.`)

/** Limits text to a number of characters, not UTF-16 units, so it matches the OpenAPI document. */
const upTo = (longest: number, text: z.ZodString) =>
  text
    .refine(
      (value) => value.length <= longest || [...value].length <= longest,
      `Send at most ${longest.toLocaleString('en')} characters.`,
    )
    .meta({ minLength: 1, maxLength: longest })

const languageMessage = `Send language as ${expectedValue('language')}.`

/** The fields for the options of a lookup. */
export const lookupOptions = {
  details: z
    .enum(detailLevels, `Send details as ${expectedValue('details')}.`)
    .default(defaultLookupOptions.details)
    .meta({
      description:
        '`none`: the identifiers in the text itself; Google is called only to follow a short link. ' +
        '`checked`: Google’s current identifiers, from requests that Google does not charge for. A bare ' +
        'CID gets its place id, a moved listing returns its new identifiers, and a listing that no longer exists returns 404. ' +
        '`full`: also the title, address, rating, review count, and business status.',
    }),
  language: z
    .string(languageMessage)
    .refine((tag) => readLookupOption('language', tag) !== null, languageMessage)
    .optional()
    .meta({
      description:
        'The language of `title` and `address` (BCP 47). Google may return another one. Defaults to English.',
      example: 'ja',
      minLength: 2,
      maxLength: longestLanguage,
    }),
} satisfies Record<keyof LookupOptions, z.ZodDefault | z.ZodOptional>

/** The options that something was created with. */
export const lookupOptionsOutput = {
  details: z.enum(detailLevels).meta({ example: 'none' }),
  /** Stored as an empty string if there is none. */
  language: z
    .preprocess((stored) => stored || null, z.string().nullable())
    .meta({ description: 'As sent, in its usual spelling. Null for Google’s default.', example: null }),
} satisfies Record<keyof LookupOptions, z.ZodType>

export const resolveInput = z.strictObject({
  url: upTo(2048, words('a link or a place id')).meta({
    description: 'A share link, a legacy short link, a desktop map URL, a place id, or share text that contains one.',
    example: 'https://www.google.com/maps?cid=3545450935484072529',
  }),
  ...lookupOptions,
})

export const resolveOutput = listingShape
  .extend({
    rate_limit: z.strictObject({
      authenticated: z.boolean(),
      limit: z.string().meta({ description: 'Calls in the window, or `unlimited`.', example: '1000' }),
      remaining: z.int().min(0).meta({ description: '2147483647 when unlimited.' }),
    }),
  })
  .meta({ id: 'Listing' })

function countryMessage(text: string): string {
  const code = countryOf(text)
  const form = 'Send a country as two letters (ISO 3166-1 alpha-2)'
  return code === null ? `${form}, e.g. GB.` : `${form}. Use ${code}.`
}

export const searchInput = z.strictObject({
  name: upTo(
    200,
    words('a business name').refine((name) => !isForResolve(name), useResolve),
  )
    .refine(isUnicode, notUnicode)
    .meta({
      description: 'A business name. A link or an identifier is rejected, because `resolve` looks it up.',
      example: 'Space Needle',
    }),
  country: z
    .string('Send the country as a string.')
    .refine((code) => readCountry(code) !== null, { error: ({ input }) => countryMessage(String(input)) })
    .optional()
    .meta({ description: 'ISO 3166-1 alpha-2; `UK` is read as `GB`.', example: 'US' }),
  language: lookupOptions.language,
})

/** A country for a search, as a code or a name. Other text is rejected as a code. */
export const countryOrName = z.preprocess(
  (sent) => (typeof sent === 'string' ? countryOf(sent) : null) ?? sent,
  searchInput.shape.country.unwrap(),
)

export const searchOutput = z
  .strictObject({ results: z.array(searchResultShape.meta({ id: 'SearchResult' })).max(maxResults) })
  .meta({ id: 'SearchResults' })

export const convertInput = z.strictObject({
  cid: z
    .string({ error: ({ input }) => (typeof input === 'number' ? sendCidAsString : 'Send the CID as a string.') })
    .meta({
      description: 'Decimal, or hexadecimal with or without `0x`; 0 to 18446744073709551615.',
      example: '0x3133f8d75a1ac251',
    }),
})

export const convertOutput = conversionShape.meta({ id: 'Conversion' })

export const maxItems = 100

const itemOf = <Name extends string, Shape extends z.core.$ZodLooseShape>(name: Name, { shape }: z.ZodObject<Shape>) =>
  z.strictObject({ operation: z.literal(name), ...shape })

/** A batch item: an operation with its fields. */
export const multicallItem = z.discriminatedUnion(
  'operation',
  [itemOf('resolve', resolveInput), itemOf('search', searchInput), itemOf('convert', convertInput)],
  {
    error: ({ code }) =>
      code === 'invalid_union'
        ? 'Send an operation for each item: resolve, search, or convert.'
        : 'Send each item as an object.',
  },
)

export type MulticallItem = z.output<typeof multicallItem>

/** The operations that an item can name. */
export const multicallOperations = multicallItem.options.map(({ shape }) => shape.operation.value)

const { $schema: _, ...documentedItem } = z.toJSONSchema(multicallItem, { io: 'input' })

const itemsMessage = `Send items as a list of 1 to ${maxItems}.`

/** Accepts items of any kind, so an unreadable item fails without affecting the other items. */
export const multicallInput = z.strictObject({
  items: z
    .array(z.unknown().meta({ type: 'object', ...documentedItem }), itemsMessage)
    .min(1, itemsMessage)
    .max(maxItems, `Send at most ${maxItems} items.`)
    .meta({
      description:
        '1 to 100 items. Each has an `operation` (`resolve`, `search`, or `convert`) with its fields, and counts as a ' +
        'separate call. An item that is invalid, fails, or exceeds the quota does not affect the others.',
      example: [
        { operation: 'resolve', url: 'https://www.google.com/maps?cid=3545450935484072529' },
        { operation: 'convert', cid: '0x3133f8d75a1ac251' },
      ],
    }),
})

/** JSON Schema would otherwise call it a number, while other statuses are integers. */
const okStatus = z.literal(200).meta({ type: 'integer' })

/** The result of an item that succeeded. Only generated types need its name. */
const itemResult = <Name extends MulticallItem['operation'], Result extends z.ZodType>(
  id: string,
  operation: Name,
  result: Result,
) => z.strictObject({ operation: z.literal(operation), ok: z.literal(true), status: okStatus, result }).meta({ id })

const itemFailure = z
  .strictObject({
    operation: z
      .enum(multicallOperations)
      .nullable()
      .meta({ description: 'The item’s operation; null if the item has none of the three.' }),
    ok: z.literal(false),
    status: z.int().min(400).max(599).meta({ description: 'The item’s HTTP status.' }),
    problem: problemShape,
  })
  .meta({ id: 'ItemFailure' })

export const multicallOutput = z
  .strictObject({
    results: z
      .array(
        z.union([
          itemResult('ResolveItemResult', 'resolve', resolveOutput),
          itemResult('SearchItemResult', 'search', searchOutput),
          itemResult('ConvertItemResult', 'convert', convertOutput),
          itemFailure,
        ]),
      )
      .max(maxItems)
      .meta({
        description:
          'One result per item, in the same order, with the item’s `operation`. If `ok` is true, it has a `result`, which is the ' +
          'operation’s response; otherwise, a `problem`. The headers show the quota after the whole batch.',
      }),
  })
  .meta({ id: 'BatchResults' })

export type MulticallResults = z.input<typeof multicallOutput>

/** An item's result, or the problem it failed with. */
export type MulticallResult = MulticallResults['results'][number]
