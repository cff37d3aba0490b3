import * as z from 'zod'
import { exampleKeyId, keyFacts } from '../keys/schemas'
import { clientFilter, timeField } from '../wire'

/** A month, such as `2026-11`; defaults to the current one. */
export const monthInput = z.strictObject({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Send a month, such as 2026-11.')
    .optional(),
})

const groupMessage = 'Send group_by as key or client.'
const keyMessage = 'Send key_id as the id of a key.'

export const usageInput = z.strictObject({
  group_by: z
    .enum(['key', 'client'], groupMessage)
    .meta({ description: 'Adds `groups`: the calls by key or client, and day.' })
    .optional(),
  key_id: z
    .string(keyMessage)
    .regex(/^key_\w{1,36}$/, keyMessage)
    .meta({ description: 'Only this key in `groups`.', example: exampleKeyId })
    .optional(),
  client: clientFilter.meta({ description: 'Only this client in `groups`.' }),
})

const count = (description: string, example: number) => z.int().min(0).meta({ description, example })
const countOrNull = (description: string, example: number | null) =>
  z.int().min(0).nullable().meta({ description, example })

export const usageOutput = z
  .strictObject({
    month: z.string().meta({ description: 'The current month, UTC.', example: '2026-11' }),
    plan: z.string().meta({ description: 'The plan id.', example: 'starter' }),
    limit: countOrNull('The plan’s calls per month; null if unlimited.', 1_000),
    used: count('Calls that counted against the plan, from all keys and the dashboard.', 412),
    remaining: countOrNull('Calls left; null if unlimited.', 588),
    resets_at: timeField('When the month ends.', '2026-12-01T00:00:00.000Z'),
    operation_counts: z.array(
      z.strictObject({
        operation: z.string().meta({ example: 'resolve' }),
        succeeded: count('Calls that counted.', 412),
        failed: count('Calls that failed and were refunded.', 3),
        rejected: count('Calls rejected because of a quota or limit.', 0),
      }),
    ),
    key_counts: z
      .array(
        z.strictObject({
          key_id: z.string().meta({ example: exampleKeyId }),
          ...keyFacts,
          used: count('Its calls. Test key calls are not included in `used` above.', 400),
          limit: countOrNull('The key’s own monthly limit; null if none.', null),
          remaining: countOrNull(
            'Calls left under the monthly limits of the key and of the keys that it was created with; null if none has a limit.',
            null,
          ),
          daily_limit: countOrNull('The key’s own daily limit; null if none.', null),
          daily_remaining: countOrNull('Like `remaining`, for today (UTC).', null),
        }),
      )
      .max(50),
    other: count('Calls that counted, from the dashboard and from revoked keys.', 12),
    groups: z
      .array(
        z.strictObject({
          key_id: z.string().nullable().meta({ description: 'Null if not one key.', example: null }),
          client: z.string().nullable().meta({ description: 'Null if not one client.', example: 'Acme' }),
          name: z.string().meta({ description: 'The key, client, or other origin.', example: 'Acme' }),
          used: count('Calls that counted.', 400),
          day_counts: z.array(
            z.strictObject({
              date: z.string().meta({ description: 'UTC.', example: '2026-11-24' }),
              used: count('Calls that counted.', 400),
            }),
          ),
        }),
      )
      .nullable()
      .meta({ description: 'Calls by `group_by`; null without it. Labels are those at the time of a call.' }),
    storage: z
      .strictObject({
        batch_count: count('Stored batches.', 3),
        max_batches: count('The maximum number of batches.', 100),
        line_count: count('Lines in all batches.', 12_500),
        max_lines: count('The maximum number of lines in all batches.', 2_000_000),
        byte_count: count('Bytes used by all batches and their results.', 1_600_000),
        max_bytes: count('The maximum number of bytes, set by the plan.', 268_435_456),
      })
      .meta({ description: 'Storage used by batches, and its limits. Delete a batch to make room.' }),
    watching: z
      .strictObject({
        watchlist_count: count('The account’s watchlists.', 2),
        max_watchlists: count('The maximum number of watchlists.', 20),
        listing_count: count('Listings in all watchlists.', 121),
        max_listings: countOrNull('The maximum number of listings, set by the plan; null if unlimited.', 1_000),
      })
      .meta({ description: 'Watched listings and their limits. Remove a listing to make room.' }),
  })
  .meta({ id: 'Usage' })
