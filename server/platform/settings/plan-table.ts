import { readFileSync } from 'node:fs'
import * as z from 'zod'

const maxCalls = 1_000_000_000
const maxWatched = 1_000_000
/** The maximum number of an account's members and open invitations, also on a plan without a limit. */
export const maxMembers = 1_000
const maxCents = 100_000_000
const mebibyte = 1024 * 1024

const watchedFault = 'must be a whole number of listings from 0 to 1,000,000, or null for no limit'
const membersFault = 'must be a whole number of members from 1 to 1,000, or null for no limit'
const quotaFault = 'must be a whole number of calls from 1 to 1,000,000,000, or null for no limit'
const bytesFault = 'must be a whole number of bytes from 1,048,576 (1 MiB) to 1,099,511,627,776 (1 TiB)'
const priceFault = 'must be a whole number of US cents from 0 to 100,000,000'

/** A plan's fields, with their descriptions for the docs. */
export const planFields = {
  id: z
    .string('must be text')
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must have 1 to 40 characters (a-z, 0-9 and -), and begin with a letter')
    .meta({
      description:
        '`a-z`, `0-9`, and `-`, starting with a letter. You can change a plan’s name and price, but not its id.',
    }),
  name: z
    .string('must be text')
    .trim()
    .min(1, 'must not be empty')
    .max(40, 'must have at most 40 characters')
    .meta({ description: 'The display name.' }),
  monthlyQuota: z.int(quotaFault).min(1, quotaFault).max(maxCalls, quotaFault).nullable().meta({
    description:
      'Calls per calendar month (UTC), shared by all of an account’s keys: 1 to 1,000,000,000, or `null` for no limit.',
  }),
  batchBytes: z
    .int(bytesFault)
    .min(mebibyte, bytesFault)
    .max(mebibyte * mebibyte, bytesFault)
    .default(256 * mebibyte)
    .meta({
      description:
        'Optional. The maximum number of bytes that an account’s batches may use in the store, 1 MiB to 1 TiB. Defaults to 268,435,456 (256 MiB).',
    }),
  watched: z.int(watchedFault).min(0, watchedFault).max(maxWatched, watchedFault).nullable().default(100).meta({
    description:
      'Optional. The maximum number of listings in all of an account’s watchlists: 0 to 1,000,000, or `null` for no limit. Defaults to 100.',
  }),
  rechecksCount: z.boolean('must be true or false').default(false).meta({
    description:
      'Optional. `true` if each check of a watched listing counts as a call. Checks for closure always count. Defaults to `false`.',
  }),
  members: z.int(membersFault).min(1, membersFault).max(maxMembers, membersFault).nullable().default(3).meta({
    description:
      'Optional. The maximum number of an account’s members, counted with open invitations: 1 to 1,000, or `null` for no limit. Defaults to 3.',
  }),
  monthlyPriceCents: z
    .int(priceFault)
    .min(0, priceFault)
    .max(maxCents, priceFault)
    .meta({ description: 'US cents per month; 0 for a free plan.' }),
  stripePriceId: z
    .string('must be text')
    .regex(/^\w{1,100}$/, 'must be a Stripe price id, like price_1AbC')
    .exactOptional()
    .meta({
      description:
        'Optional. The Stripe price to charge, which must match `monthlyPriceCents`. If omitted, Pinref creates one when someone first chooses the plan. Before you switch prices, set the metadata key `pinref_plan` on the old price in Stripe to the plan’s `id`, so that its subscribers keep the plan.',
    }),
}

const plan = z.strictObject(planFields, {
  error: ({ code }) => (code === 'invalid_type' ? 'must be an object: {"id": …, "name": …, …}' : undefined),
})

/** A plan as the operator configures it. */
export type PlanSetting = z.output<typeof plan>

const sizes = (mebibytes: number, watched: number | null, members: number | null) => ({
  batchBytes: mebibytes * mebibyte,
  watched,
  members,
  rechecksCount: false,
})

/** The plans if `PLANS` is not set. */
const defaultPlans: PlanSetting[] = [
  { id: 'starter', name: 'Starter', monthlyQuota: 1_000, monthlyPriceCents: 0, ...sizes(256, 100, 3) },
  { id: 'growth', name: 'Growth', monthlyQuota: 10_000, monthlyPriceCents: 2_900, ...sizes(512, 1_000, 10) },
  { id: 'scale', name: 'Scale', monthlyQuota: 100_000, monthlyPriceCents: 19_900, ...sizes(1024, 10_000, 50) },
  { id: 'unlimited', name: 'Unlimited', monthlyQuota: null, monthlyPriceCents: 99_900, ...sizes(4096, null, null) },
]

const tableFault = 'must be a JSON array of 1 to 20 plans'
const table = z.array(plan, tableFault).min(1, tableFault).max(20, tableFault)

interface Fault {
  index: number
  field: keyof PlanSetting
  fault: string
}

/** Returns the conflicts between plans. The table has not been validated, so each plan may be any value. */
function faultsBetween(table: unknown): Fault[] {
  const plans = Array.isArray(table) ? table.map((one: unknown) => Object(one) as Partial<PlanSetting>) : []
  return plans.flatMap(({ id, monthlyQuota, monthlyPriceCents, stripePriceId }, index): Fault[] => {
    const before = plans.slice(0, index)
    const at = (field: keyof PlanSetting, isWrong: boolean, fault: string) => (isWrong ? [{ index, field, fault }] : [])
    return [
      ...at('id', id !== undefined && before.some((other) => other.id === id), 'is already used by an earlier plan'),
      ...at(
        'monthlyQuota',
        size(monthlyQuota) < size(before.at(-1)?.monthlyQuota),
        'is lower than in the previous plan; list the smallest plan first',
      ),
      ...at(
        'monthlyPriceCents',
        index === 0 && monthlyPriceCents !== 0,
        'must be 0 in the first plan, which every account starts with',
      ),
      ...at('stripePriceId', stripePriceId !== undefined && monthlyPriceCents === 0, 'is only for paid plans'),
      ...at(
        'stripePriceId',
        stripePriceId !== undefined && before.some((other) => other.stripePriceId === stripePriceId),
        'is already used by an earlier plan',
      ),
    ]
  })
}

/**
 * Returns a quota as a number to compare. A missing quota is NaN, which is never less than or greater than any number.
 */
const size = (quota: number | null | undefined) =>
  quota === undefined ? Number.NaN : (quota ?? Number.POSITIVE_INFINITY)

/**
 * The `PLANS` setting: a JSON array of plans, smallest first, or the path to a file that contains such an array. Every
 * error in a plan becomes a separate issue.
 */
export const planTable = z
  .string()
  .transform((text, context): PlanSetting[] => {
    const fault = (message: string, path: PropertyKey[] = []) => context.addIssue({ code: 'custom', path, message })
    let json = text
    if (!text.trim().startsWith('[')) {
      try {
        json = readFileSync(text.trim(), 'utf8')
      } catch (error) {
        fault(`is neither a JSON array nor the path to a readable file (${(error as Error).message})`)
        return z.NEVER
      }
    }
    let value: unknown
    try {
      value = JSON.parse(json)
    } catch (error) {
      fault(`is not valid JSON (${(error as Error).message})`)
      return z.NEVER
    }
    const read = table.safeParse(value)
    for (const { path, message } of read.error?.issues ?? []) fault(message, path)
    for (const one of faultsBetween(value)) fault(one.fault, [one.index, one.field])
    return read.data ?? z.NEVER
  })
  .default(defaultPlans)
