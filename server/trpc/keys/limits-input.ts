import { z } from 'zod'
import { keyOperations, maxAddresses, readAddressRange } from '@/server/access/key-limits'

const most = 1_000_000_000

const limit = (what: string) =>
  z
    .int(`Send ${what} as a whole number.`)
    .min(1, 'A limit must be 1 or more. To stop a key, revoke it.')
    .max(most, `A limit can be at most ${most.toLocaleString('en')}. Leave it out for no limit.`)
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

/** The limits of a key, as its owner sends them. Null: no limit of its own. */
export const limitsInput = {
  operations: z
    .array(z.enum(keyOperations, `Choose from ${keyOperations.join(', ')}.`))
    .min(1, 'Choose at least one operation.')
    .transform(unique)
    .nullable()
    .exactOptional(),
  monthlyLimit: limit('calls a month'),
  burstLimit: limit('calls in ten seconds'),
  addresses: z
    .array(range)
    .min(1, 'Send at least one address, or null for no limit.')
    .max(maxAddresses, `A key can have at most ${maxAddresses} addresses and ranges.`)
    .transform(unique)
    .nullable()
    .exactOptional(),
}
