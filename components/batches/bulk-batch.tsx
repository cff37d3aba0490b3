'use client'

import { useMayChange } from '@/components/account/page-account'
import { formatNumber } from '@/components/format/number'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { SiteLink } from '@/components/ui/site-link'
import type { ListingHosts } from '@/server/features/listings/listing'
import { batchAddress, createdWords, isOver, stateWords } from './batch'
import { NewBatch } from './new-batch'
import { useLatestBatch, useOpening } from './use-batch'

interface BulkBatchProps {
  /** The maximum number of lines in a batch. */
  maxLines: number
  hosts: ListingHosts
}

/** Bulk lookups for signed-in users: creates batches, which run in the background. */
export function BulkBatch(props: BulkBatchProps) {
  const mayChange = useMayChange()
  const open = useOpening()
  return (
    <div className="grid grid-cols-1 gap-6">
      <LatestBatch />
      {mayChange ? (
        <NewBatch {...props} onStarted={open} />
      ) : (
        <p>You’re a viewer in this account. Members can create batches.</p>
      )}
    </div>
  )
}

/** How long the latest batch is shown after its creation. */
const dayMs = 86_400_000

/** The progress of the latest batch, and a link to its results; nothing if it has ended and is older than a day. */
function LatestBatch() {
  const batch = useLatestBatch()
  if (!batch || (isOver(batch) && Date.now() - Date.parse(batch.created_at) > dayMs)) return null
  const { id, state, line_counts: lines } = batch
  const toCheck = lines.to_check
  return (
    <Card className="flex max-w-[56rem] flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 text-sm sm:px-5">
      <div className="min-w-0">
        <p>
          <span className="font-medium">{stateWords[state]}</span>{' '}
          <span className="text-soft">
            <bdi>{batch.name ?? 'Latest batch'}</bdi>, {createdWords(batch)}
          </span>
        </p>
        <p className="flex flex-wrap gap-x-4 tabular-nums">
          <span>
            {formatNumber(lines.total - lines.waiting)} of {formatNumber(lines.total)}
          </span>
          <span className="text-done">{formatNumber(lines.found)} found</span>
          {toCheck > 0 && <span className="text-soft">{formatNumber(toCheck)} to check</span>}
        </p>
      </div>
      <SiteLink href={batchAddress(id)} className={buttonClasses()}>
        Show results
      </SiteLink>
    </Card>
  )
}
