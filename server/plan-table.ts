import { readFileSync } from 'node:fs'
import { z } from 'zod'

const maxCalls = 1_000_000_000
const maxCents = 100_000_000
const mebibyte = 1024 * 1024

const quotaFault = 'is a whole number of calls from 1 to 1,000,000,000, or null for no limit'
const bytesFault = 'is a whole number of bytes from 1,048,576 (1 MiB) to 1,099,511,627,776 (1 TiB)'
const priceFault = 'is a whole number of US cents from 0 to 100,000,000'

const plan = z.strictObject(
  {
    id: z.string('is text').regex(/^[a-z][a-z0-9-]{0,39}$/, 'is at most 40 of a-z, 0-9 and -, with a letter first'),
    name: z.string('is text').trim().min(1, 'is a name').max(40, 'is at most 40 characters'),
    /** Calls in a calendar month (UTC), shared by all keys of an account; null: no limit. */
    monthlyQuota: z.int(quotaFault).min(1, quotaFault).max(maxCalls, quotaFault).nullable(),
    /** How many bytes of the store the batches of an account may take. */
    batchBytes: z
      .int(bytesFault)
      .min(mebibyte, bytesFault)
      .max(mebibyte * mebibyte, bytesFault)
      .default(256 * mebibyte),
    /** US cents a month; 0: nothing to pay. */
    monthlyPriceCents: z.int(priceFault).min(0, priceFault).max(maxCents, priceFault),
    /** The price at Stripe that is charged; without one Pinref creates a price. */
    stripePriceId: z
      .string('is text')
      .regex(/^\w{1,100}$/, 'is the id of a price at Stripe, like price_1AbC')
      .exactOptional(),
  },
  { error: ({ code }) => (code === 'invalid_type' ? 'is an object: {"id": …, "name": …, …}' : undefined) },
)

/** A plan as the operator sets it. */
export type PlanSetting = z.output<typeof plan>

/** The plans if `PLANS` is not set. */
const defaultPlans: PlanSetting[] = [
  { id: 'starter', batchBytes: 256 * mebibyte, name: 'Starter', monthlyQuota: 1_000, monthlyPriceCents: 0 },
  { id: 'growth', batchBytes: 512 * mebibyte, name: 'Growth', monthlyQuota: 10_000, monthlyPriceCents: 2_900 },
  { id: 'scale', batchBytes: 1024 * mebibyte, name: 'Scale', monthlyQuota: 100_000, monthlyPriceCents: 19_900 },
  { id: 'unlimited', batchBytes: 4096 * mebibyte, name: 'Unlimited', monthlyQuota: null, monthlyPriceCents: 99_900 },
]

const tableFault = 'is a JSON array of 1 to 20 plans'
const table = z.array(plan, tableFault).min(1, tableFault).max(20, tableFault)

interface Fault {
  index: number
  field: keyof PlanSetting
  fault: string
}

/** Returns the faults of plans in relation to each other. The table is unchecked: each plan may be any value. */
function faultsBetween(table: unknown): Fault[] {
  const plans = Array.isArray(table) ? table.map((one: unknown) => Object(one) as Partial<PlanSetting>) : []
  return plans.flatMap(({ id, monthlyQuota, monthlyPriceCents, stripePriceId }, index): Fault[] => {
    const before = plans.slice(0, index)
    const at = (field: keyof PlanSetting, isWrong: boolean, fault: string) => (isWrong ? [{ index, field, fault }] : [])
    return [
      ...at('id', id !== undefined && before.some((other) => other.id === id), 'is that of an earlier plan'),
      ...at(
        'monthlyQuota',
        size(monthlyQuota) < size(before.at(-1)?.monthlyQuota),
        'is less than that of the plan before: the smallest plan comes first',
      ),
      ...at(
        'monthlyPriceCents',
        index === 0 && monthlyPriceCents !== 0,
        'is 0 in the first plan, which every account has from its first day',
      ),
      ...at(
        'stripePriceId',
        stripePriceId !== undefined && monthlyPriceCents === 0,
        'is for plans that cost something',
      ),
      ...at(
        'stripePriceId',
        stripePriceId !== undefined && before.some((other) => other.stripePriceId === stripePriceId),
        'is that of an earlier plan',
      ),
    ]
  })
}

/** Returns a quota as a number to compare; a missing one is NaN, neither less nor more than any other. */
const size = (quota: number | null | undefined) =>
  quota === undefined ? Number.NaN : (quota ?? Number.POSITIVE_INFINITY)

/**
 * The setting `PLANS`: a JSON array of plans, smallest first, or the path of a file that holds one. Every fault of a plan
 * becomes a separate issue.
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
        fault(`is neither a JSON array nor the path of a file that can be read (${(error as Error).message})`)
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
