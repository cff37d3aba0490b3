import * as z from 'zod'
import { listingShape } from '@/server/features/listings/shapes'
import { apiErrorCodes } from '@/server/platform/problems/errors'
import { findings } from './audit'
import { nameMatches, notSentReasons, rowStates } from './row-state'

export const batchListing = listingShape
  .extend({
    matches: z.int().nullable().meta({
      description: 'The number of listings that the search found. Null without a search.',
    }),
  })
  .meta({ id: 'BatchListing' })

const findingList = z.array(z.enum(findings))

export const rowShape = z
  .strictObject({
    row: z.int().meta({
      description: 'The row’s number, starting at 1. Titles, headings, and blank rows count.',
    }),
    state: z.enum(rowStates).meta({
      description:
        '`failed`: may succeed later. `unreadable`: the row is invalid and would fail again. `not_sent`: see `reason`.',
    }),
    reason: z
      .enum(notSentReasons)
      .nullable()
      .meta({
        description:
          'Why a row was not sent: it is not a line, has no link and no name to search for, its kind was not chosen on the ' +
          'dashboard, or the batch ended. Otherwise null.',
        example: null,
      }),
    input: z.unknown().meta({
      description: 'The row as you sent it: a string or an object. A CSV row is an object keyed by column.',
    }),
    duplicate_of: z.int().nullable().meta({
      description: 'The number of the earliest row with the same listing or request. Null if there is none.',
    }),
    name_match: z.enum(nameMatches).nullable().meta({
      description: 'How the row’s name compares with the title. Null if either is missing.',
      example: null,
    }),
    listing_status: listingShape.shape.listing_status.nullable().meta({
      description: 'As `listing.listing_status`. Null without a listing.',
    }),
    business_status: listingShape.shape.business_status.meta({
      description: 'As `listing.business_status`. Null without a listing.',
      example: null,
    }),
    findings: findingList.meta({
      description: 'Empty for a line that is fine, and for rows that aren’t lines.',
      example: [],
    }),
    previous_findings: findingList.nullable().meta({
      description:
        'The findings in the batch that this one repeats. Null without one, or if the row was not checked then.',
      example: null,
    }),
    listing: batchListing.nullable(),
    problem: z
      .strictObject({
        code: z.enum(apiErrorCodes),
        detail: z.string(),
        cid: z.string().nullable(),
        place_id: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'What went wrong, and the identifiers if known.' }),
  })
  .meta({ id: 'BatchRow' })

/** A row of a list with its result, as the API returns it. */
export type Row = z.infer<typeof rowShape>
