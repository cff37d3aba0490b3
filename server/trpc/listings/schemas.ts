import { z } from 'zod'
import { readCountry } from '@/server/listings/country'
import { numbersLoseDigits } from '../error'

/** Text whose length counts characters as a person does, not UTF-16 units, so that it is what the document says. */
const text = (longest: number, what: string) =>
  z
    .string(`Send ${what} as a string.`)
    .trim()
    .refine((value) => value.length > 0, `Send ${what}; this is empty.`)
    .refine((value) => value.length <= longest || [...value].length <= longest, `Send at most ${longest} characters.`)
    .meta({ minLength: 1, maxLength: longest })

const cid = z.string().meta({ description: 'Decimal, unsigned 64-bit.', example: '3545450935484072529' })
const hexCid = z.string().meta({ description: '`0x`, lower case, no zero padding.', example: '0x3133f8d75a1ac251' })
const placeId = z.string().meta({ description: 'Begins `ChIJ`.', example: 'ChIJ3S-JXmauEmsRUcIaWtf4MzE' })
const title = z.string().meta({ description: "The listing's name.", example: 'Sydney Opera House' })
const mapsUrl = z.string().meta({ description: 'Opens the listing on the map.' })
const rating = z
  .string()
  .nullable()
  .meta({ description: 'One fractional digit; null without reviews.', example: '4.7' })
const reviewsCount = z.int().min(0).nullable().meta({ description: '0 without reviews; null where no source knows.' })

export const resolveInput = z.strictObject({
  url: text(2048, 'a link, or a place id').meta({
    description: 'A share link, a legacy short link, a desktop map URL, a place id, or share text around one of them.',
    example: 'https://www.google.com/maps?cid=3545450935484072529',
  }),
})

export const resolveOutput = z
  .strictObject({
    title: title.nullable(),
    cid,
    hex_cid: hexCid,
    place_id: placeId.nullable(),
    rating,
    reviews_count: reviewsCount,
    maps_url: mapsUrl,
    review_url: z.string().nullable().meta({ description: 'Opens the form for writing a review.' }),
    schema_hasmap: z.string().meta({ description: "For `hasMap` of schema.org's JSON-LD." }),
    feature_id: z.string().nullable().meta({
      description: '`0x<cell>:0x<cid>`, lower case; null where the place id is.',
      example: '0x6b12ae665e892fdd:0x3133f8d75a1ac251',
    }),
    kg_id: z.string().nullable().meta({
      description: 'Knowledge Graph id, `/g/…` or `/m/…`, where the link carries it for this listing; else null.',
      example: '/m/06_nt',
    }),
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
  .strictObject({
    results: z
      .array(
        z
          .strictObject({
            title,
            address: z.string().nullable(),
            cid,
            hex_cid: hexCid,
            place_id: placeId,
            rating,
            reviews_count: reviewsCount,
            maps_url: mapsUrl,
          })
          .meta({ id: 'SearchResult' }),
      )
      .max(20),
  })
  .meta({ id: 'SearchResults' })

export const convertInput = z.strictObject({
  cid: z
    .string({ error: ({ input }) => (typeof input === 'number' ? numbersLoseDigits : 'Send the CID as a string.') })
    .meta({
      description: 'Decimal, or hexadecimal with or without `0x`; 0 to 18446744073709551615.',
      example: '0x3133f8d75a1ac251',
    }),
})

export const convertOutput = z
  .strictObject({ cid_decimal: cid, hex_cid: hexCid, maps_url: mapsUrl, schema_hasmap: z.string() })
  .meta({ id: 'Conversion' })
