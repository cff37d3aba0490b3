import { z } from 'zod'
import { readCountry } from '@/server/listings/country'
import { detailLevels } from '@/server/listings/resolve'
import { maxResults } from '@/server/listings/search'
import { conversionShape, listingShape, searchResultShape } from '@/server/listings/shapes'
import { numbersLoseDigits } from '../error'

/** Text whose length is counted in characters, not UTF-16 units, so that it matches the OpenAPI document. */
const text = (longest: number, what: string) =>
  z
    .string(`Send ${what} as a string.`)
    .trim()
    .refine((value) => value.length > 0, `Send ${what}: this field is empty.`)
    .refine(
      (value) => value.length <= longest || [...value].length <= longest,
      `Send at most ${longest.toLocaleString('en')} characters.`,
    )
    .meta({ minLength: 1, maxLength: longest })

export const resolveInput = z.strictObject({
  url: text(2048, 'a link, or a place id').meta({
    description: 'A share link, a legacy short link, a desktop map URL, a place id, or share text around one of them.',
    example: 'https://www.google.com/maps?cid=3545450935484072529',
  }),
  details: z
    .enum(detailLevels, `Send details as one of ${detailLevels.join(', ')}.`)
    .default('full')
    .meta({
      description:
        '`none`: the identifiers in the text itself; Google is asked only where a short link leads. ' +
        '`checked`: the identifiers Google has for the listing now, from requests that Google does not charge for: a bare ' +
        'CID gets its place id, a listing that has moved is answered with its new identifiers, one that is gone is 404. ' +
        '`full`: also the title, rating and review count.',
    }),
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

export const searchInput = z.strictObject({
  name: text(200, 'a business name').meta({ description: 'A business name.', example: 'Space Needle' }),
  country: z
    .string('Send the country as a string.')
    .refine((code) => readCountry(code) !== null, 'Send a country as two letters (ISO 3166-1 alpha-2), e.g. GB.')
    .optional()
    .meta({ description: 'ISO 3166-1 alpha-2; `UK` is read as `GB`.', example: 'US' }),
})

export const searchOutput = z
  .strictObject({ results: z.array(searchResultShape.meta({ id: 'SearchResult' })).max(maxResults) })
  .meta({ id: 'SearchResults' })

export const convertInput = z.strictObject({
  cid: z
    .string({ error: ({ input }) => (typeof input === 'number' ? numbersLoseDigits : 'Send the CID as a string.') })
    .meta({
      description: 'Decimal, or hexadecimal with or without `0x`; 0 to 18446744073709551615.',
      example: '0x3133f8d75a1ac251',
    }),
})

export const convertOutput = conversionShape.meta({ id: 'Conversion' })
