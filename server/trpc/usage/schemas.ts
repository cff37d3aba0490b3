import { z } from 'zod'
import { keyOperations } from '@/server/access/key-limits'

const count = (description: string) => z.int().min(0).meta({ description })
const seconds = (description: string) => z.int().meta({ description: `${description} Epoch seconds.` })
const keyFacts = {
  id: z.string().meta({ example: 'key_4fQ0zL2mXb7K' }),
  name: z.string().meta({ description: 'As its owner named it.' }),
  start: z.string().meta({ description: 'The first characters of the key.' }),
  test: z.boolean().meta({ description: 'Whether it is a test key: answered from sample data, and not counted.' }),
}

export const usageOutput = z
  .strictObject({
    month: z.string().meta({ description: 'The current month, UTC.', example: '2026-11' }),
    plan: z.string().meta({ description: 'The id of the plan.', example: 'starter' }),
    limit: z.string().meta({ description: 'Calls of the plan in a month, or `unlimited`.', example: '1000' }),
    used: count('Calls that counted against it, by all keys and the dashboard.'),
    remaining: count('Calls left; 2147483647 when unlimited.'),
    reset: seconds('When the month ends.'),
    operations: z.array(
      z.strictObject({
        operation: z.string(),
        ok: count('Calls that counted.'),
        failed: count('Calls that failed and were refunded.'),
        rejected: count('Calls refused by a quota or limit.'),
      }),
    ),
    keys: z
      .array(
        z.strictObject({
          ...keyFacts,
          used: count('Its calls. Those of a test key are not among `used` above.'),
          limit: z.int().nullable().meta({ description: 'The monthly limit of its own; null without one.' }),
        }),
      )
      .max(50),
    other: count('Calls that counted, from the dashboard and from revoked keys.'),
  })
  .meta({ id: 'Usage' })

export const keyOutput = z
  .strictObject({
    ...keyFacts,
    operations: z
      .array(z.enum(keyOperations))
      .nullable()
      .meta({ description: 'Operations it may call besides this one; null: all.' }),
    monthly_limit: z.int().nullable().meta({ description: "Its own monthly limit; null: the plan's." }),
    burst_limit: z.int().nullable().meta({ description: "Its own limit per ten seconds; null: the account's." }),
    addresses: z.array(z.string()).nullable().meta({ description: 'Addresses and ranges it works from; null: any.' }),
    created: seconds('When it was made.'),
    expires: z.int().nullable().meta({ description: 'When it stops working. Epoch seconds; null: never.' }),
    last_used: z
      .int()
      .nullable()
      .meta({ description: 'Its last call of anything else. Epoch seconds; null before the first.' }),
    calls_this_month: count('Its calls of the current month, UTC.'),
  })
  .meta({ id: 'Key' })
