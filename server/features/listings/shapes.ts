import * as z from 'zod'
import { businessStatuses } from '@/server/places/sources/listing-source'
import { identifiersShape } from '@/server/platform/problems/problem-parts'

/*
 * The responses of the three operations, as the API returns them. The use cases' types, the
 * router's output schemas, and the OpenAPI document are all derived from these schemas.
 */

const title = z.string().meta({ description: "The listing's name.", example: 'Sydney Opera House' })
const titleLanguage = z
  .string()
  .nullable()
  .meta({ description: 'The language of `title` (BCP 47). Null if unknown.', example: 'en' })
const address = z.string().nullable().meta({
  description: 'The address on one line, as the source returns it. Null if the source has none or was not queried.',
  example: 'Bennelong Point, Sydney NSW 2000, Australia',
})
/** Degrees, with at most six decimal places. */
const location = z
  .strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .nullable()
  .meta({
    description: 'In degrees. Google’s, or else the position of the listing in the link. Null if unknown.',
    example: { latitude: -33.856784, longitude: 151.215297 },
  })
export const businessStatus = z
  .enum(businessStatuses)
  .nullable()
  .meta({ description: 'Whether the business is open. Null if unknown.', example: 'operational' })
const rating = z.string().nullable().meta({ description: 'One decimal place. Null without reviews.', example: '4.7' })
const reviewsCount = z.int().min(0).nullable().meta({ description: '0 without reviews. Null if unknown.' })
const mapsUrl = z.string().meta({ description: 'A link that opens the listing on the map.' })
const reviewUrl = z.string().meta({ description: 'A link that opens the form for writing a review.' })
const reviewsUrl = z.string().meta({ description: 'A link that opens the reviews.' })
const directionsUrl = z.string().meta({ description: 'A link that opens directions.' })
const hasMap = z.string().meta({ description: "For schema.org's `hasMap` property in JSON-LD." })

export const listingShape = z.strictObject({
  title: title.nullable(),
  title_language: titleLanguage,
  address,
  location,
  business_status: businessStatus,
  ...identifiersShape.shape,
  rating,
  reviews_count: reviewsCount,
  maps_url: mapsUrl,
  review_url: reviewUrl.nullable(),
  reviews_url: reviewsUrl.nullable(),
  directions_url: directionsUrl.nullable(),
  schema_hasmap: hasMap,
  feature_id: z.string().nullable().meta({
    description: '`0x<cell>:0x<cid>` in lowercase. Null if `place_id` is null.',
    example: '0x6b12ae665e892fdd:0x3133f8d75a1ac251',
  }),
  kg_id: z.string().nullable().meta({
    description: 'Knowledge Graph id, `/g/…` or `/m/…`. Null unless the link contains the id of this listing.',
    example: '/m/06_nt',
  }),
  listing_status: z.enum(['unchecked', 'listed', 'moved']).meta({
    description:
      '`unchecked`: no source was queried, or the listing is not in the sample data. `listed`: the source confirmed these ' +
      'identifiers. `moved`: the requested identifiers are outdated, and these are the current identifiers.',
  }),
  moved_from: identifiersShape
    .omit({ hex_cid: true })
    .nullable()
    .meta({ description: 'The requested identifiers if `listing_status` is `moved`, otherwise null.' }),
})

/** A listing as the API returns it. `null` means unknown rather than nonexistent. */
export type Listing = z.infer<typeof listingShape>

export const searchResultShape = z.strictObject({
  title,
  title_language: titleLanguage,
  address,
  location,
  business_status: businessStatus,
  ...identifiersShape.shape,
  place_id: identifiersShape.shape.place_id.unwrap(),
  rating,
  reviews_count: reviewsCount,
  maps_url: mapsUrl,
  review_url: reviewUrl,
  reviews_url: reviewsUrl,
  directions_url: directionsUrl,
})

/** A search candidate as the API returns it. */
export type SearchResult = z.infer<typeof searchResultShape>

export const conversionShape = z.strictObject({
  cid_decimal: identifiersShape.shape.cid,
  hex_cid: identifiersShape.shape.hex_cid,
  maps_url: mapsUrl,
  schema_hasmap: hasMap,
})

/** A CID in decimal and hexadecimal, with the links made from it. */
export type Conversion = z.infer<typeof conversionShape>
