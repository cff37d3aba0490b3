import * as z from 'zod'
import { isoTime, isoTimeOrNull } from '@/server/metering/access/calendar'
import { keyOperations, maxAddresses, readAddressRange } from '@/server/metering/access/key-limits'
import type { ApiKey } from '@/server/metering/access/key-list'
import type { KeyChanges } from '@/server/metering/access/key-store'
import { clientChange, clientFilter, clientOutput, listFields, nextField, timeField, timeFieldOrNull } from '../wire'

/*
 * Key settings for an account's owner on the dashboard and for a key that manages keys over the API. The rules are the
 * same for both; the API uses names with underscores and times as strings.
 */

export const id = z.string().max(40)
export const name = z
  .string()
  .trim()
  .min(1, 'Give the key a name.')
  .refine((text) => [...text].length <= 60, 'A name can have at most 60 characters.')
  .refine((text) => !/\p{C}/u.test(text), 'A name cannot contain control characters.')
const maxSecondsAhead = 10 * 366 * 86_400
const epochSeconds = z
  .int()
  .refine((seconds) => seconds * 1000 > Date.now(), 'The expiration is in the past.')
  .refine(
    (seconds) => seconds - Date.now() / 1000 < maxSecondsAhead,
    'The expiration is more than ten years ahead. Send the time in seconds since 1970, not milliseconds.',
  )

export const expires = epochSeconds.nullable()

const most = 1_000_000_000

/** Numbers and booleans end in a pipe: without a pipe, trpc-to-openapi would make their schemas convert strings. */
const limit = (what: string) =>
  z
    .int(`Send ${what} as a whole number.`)
    .min(1, 'A limit must be 1 or more. To block all calls, revoke the key.')
    .max(most, `A limit can be at most ${most.toLocaleString('en')}. Omit it for no limit.`)
    .pipe(z.number())
    .nullable()
    .exactOptional()

const range = z.string('Send each address as a string.').transform((text, { issues }) => {
  const read = readAddressRange(text)
  if (read !== null) return read
  const message = 'This is not an IP address or range, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.'
  issues.push({ code: 'custom', message, input: text })
  return z.NEVER
})

const unique = <Item>(items: Item[]) => [...new Set(items)]

/** A key's limits, as its owner sends them. Null means that the key has no limit of its own. */
export const limitsInput = {
  operations: z
    .array(z.enum(keyOperations, `Choose from ${keyOperations.join(', ')}.`))
    .min(1, 'Choose at least one operation.')
    .transform(unique)
    .nullable()
    .exactOptional(),
  monthlyLimit: limit('calls a month'),
  dailyLimit: limit('calls a day'),
  burstLimit: limit('calls in ten seconds'),
  addresses: z
    .array(range)
    .min(1, 'Send at least one address, or null for no limit.')
    .max(maxAddresses, `A key can have at most ${maxAddresses} addresses and ranges.`)
    .transform(unique)
    .nullable()
    .exactOptional(),
}

const time = (text: string) => Math.floor(Date.parse(text) / 1000)
const timeMessage = 'Send expires_at as a time, such as 2027-01-31T00:00:00Z, or null.'

const settings = {
  operations: limitsInput.operations.meta({
    description:
      'The operations that the key can call; null for all except `keys` and `callbacks`, which manage keys and callbacks.',
    example: ['resolve', 'usage'],
  }),
  monthly_limit: limitsInput.monthlyLimit.meta({
    description: "Calls per month (UTC); null for the plan's limit. Does not apply to test keys.",
    example: 500,
  }),
  daily_limit: limitsInput.dailyLimit.meta({
    description: 'Calls per day (UTC); null for no limit. Does not apply to test keys.',
    example: 50,
  }),
  burst_limit: limitsInput.burstLimit.meta({
    description: "Calls per ten seconds; null for the account's limit.",
    example: null,
  }),
  client: clientChange,
  addresses: limitsInput.addresses.meta({
    description: `Up to ${maxAddresses} IP addresses and CIDR ranges that the key works from; null for any.`,
    example: ['192.0.2.0/24'],
  }),
  expires_at: z.iso
    .datetime({ offset: true, error: timeMessage })
    .transform(time)
    .pipe(epochSeconds)
    .nullable()
    .exactOptional()
    .meta({ description: 'When the key expires; null for never.', example: '2027-01-31T00:00:00Z' }),
}

export const exampleKeyId = 'key_4fQ0zL2mXb7K'

export const keyFacts = {
  name: z.string().meta({ description: 'Its name.', example: 'Server' }),
  prefix: z.string().meta({ description: 'The first characters of the key.', example: 'pr_live_7Kd2mQ' }),
  test: z.boolean().meta({ description: 'Whether it is a test key, which returns sample data and does not count.' }),
}

/** An example that is not a real key, because its checksum is wrong. */
const exampleKey = `pr_live_${'7Kd2mQ'.repeat(7)}00`

const keyName = name.meta({ description: 'The key’s name, 1 to 60 characters.', example: 'Customer 4711' })

export const createInput = z.strictObject({
  name: keyName,
  test: z.boolean('Send test as true or false.').pipe(z.boolean()).exactOptional().meta({
    description:
      'Whether to create a test key, which returns sample data and does not count. Defaults to the type of the calling key.',
    example: false,
  }),
  ...settings,
})

const keyId = id.meta({ description: 'The key id.', example: exampleKeyId })

export const keyInput = z.strictObject({ id: keyId })

export const updateInput = z.strictObject({ id: keyId, name: keyName.exactOptional(), ...settings })

export const listInput = z.strictObject({ ...listFields, client: clientFilter })

/** Returns a key's settings under the names used in the code. */
export function changesOf(sent: Omit<z.output<typeof updateInput>, 'id'>): KeyChanges {
  const { monthly_limit, daily_limit, burst_limit, expires_at, ...same } = sent
  return {
    ...same,
    ...(expires_at !== undefined && { expires: expires_at }),
    ...(monthly_limit !== undefined && { monthlyLimit: monthly_limit }),
    ...(daily_limit !== undefined && { dailyLimit: daily_limit }),
    ...(burst_limit !== undefined && { burstLimit: burst_limit }),
  }
}

export const keyOutput = z
  .strictObject({
    id: z.string().meta({ example: exampleKeyId }),
    ...keyFacts,
    operations: z
      .array(z.enum(keyOperations))
      .nullable()
      .meta({
        description:
          'The operations that the key can call besides `GET /api/key`; null for all except `keys` and `callbacks`.',
        example: ['resolve', 'usage'],
      }),
    monthly_limit: z
      .int()
      .nullable()
      .meta({ description: "The key's own monthly limit; null for the plan's.", example: 500 }),
    daily_limit: z.int().nullable().meta({ description: "The key's own daily limit; null for none.", example: 50 }),
    burst_limit: z
      .int()
      .nullable()
      .meta({ description: "The key's own limit per ten seconds; null for the account's.", example: null }),
    addresses: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Addresses and ranges that the key works from; null for any.', example: ['192.0.2.0/24'] }),
    client: clientOutput,
    created_at: timeField('When the key was created.', '2026-11-01T09:45:00.000Z'),
    expires_at: timeFieldOrNull('When the key expires; null for never.', null),
    parent_key_id: z.string().nullable().meta({
      description: 'The id of the key that created this key; null if created on the dashboard.',
      example: null,
    }),
    last_used_at: timeFieldOrNull(
      'The key’s last call, except to `GET /api/key`; null before the first call.',
      '2026-11-22T09:30:00.000Z',
    ),
    calls_this_month: z.int().min(0).meta({ description: 'The key’s calls this month (UTC).', example: 400 }),
    monthly_remaining: z.int().min(0).nullable().meta({
      description:
        'Calls left this month under the monthly limits of the key and of the keys that it was created with, which also include the calls of other keys created with them; null if none has a limit.',
      example: 100,
    }),
    daily_remaining: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Like `monthly_remaining`, for today (UTC).', example: 50 }),
  })
  .meta({ id: 'Key' })

export const keysOutput = z.strictObject({ keys: z.array(keyOutput), next: nextField() }).meta({ id: 'Keys' })

export const createdOutput = keyOutput
  .extend({
    key: z.string().meta({
      description: 'The key itself, to send as `X-API-Key`. Only in this response.',
      example: exampleKey,
    }),
  })
  .meta({ id: 'CreatedKey' })

export const deletedOutput = z.strictObject({ id: keyId, deleted: z.literal(true) }).meta({ id: 'DeletedKey' })

/** Returns a key as the API sends it. */
export function wireKey(key: ApiKey): z.output<typeof keyOutput> {
  const { id, name, start, test, operations, addresses, madeBy } = key
  return {
    id,
    name,
    prefix: start,
    test,
    operations,
    addresses,
    client: key.client,
    monthly_limit: key.monthlyLimit,
    daily_limit: key.dailyLimit,
    burst_limit: key.burstLimit,
    created_at: isoTime(key.created),
    expires_at: isoTimeOrNull(key.expires),
    parent_key_id: madeBy,
    last_used_at: isoTimeOrNull(key.lastUsed),
    calls_this_month: key.callsThisMonth,
    monthly_remaining: key.callsLeft,
    daily_remaining: key.callsLeftToday,
  }
}
