import { type RecentLookup, readRecent } from '@/server/account-data/recent-lookups'
import { listBatches } from '@/server/batches/find-batch'
import { PinrefError } from '@/server/errors'
import { readReference } from '@/server/links/read-reference'
import { currentUsage } from '@/server/usage/account-usage'
import { wireBatch } from './batches/schemas'
import { accountProcedure } from './signed-in'

const maxBatches = 3

/** What the start page shows to a person who is signed in. All of it is read at once; batches take one more round trip. */
export const home = accountProcedure.query(async ({ ctx }) => {
  const { accountId } = ctx.owner
  const [usage, recent, batches] = await Promise.all([
    currentUsage(accountId),
    readRecent(accountId),
    listBatches(accountId, maxBatches),
  ])
  return { usage, recent: recent.map(withTitle), batches: batches.map(wireBatch) }
})

/** Adds the title that the text of a lookup contains. Names of listings are never kept on their own. */
const withTitle = (lookup: RecentLookup) => ({ ...lookup, title: titleIn(lookup) })

function titleIn({ operation, text }: RecentLookup): string | null {
  if (operation !== 'resolve') return null
  try {
    const reference = readReference(text)
    return reference.kind === 'listing' ? reference.title : null
  } catch (error) {
    if (error instanceof PinrefError) return null
    throw error
  }
}
