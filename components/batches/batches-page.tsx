'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { Button, buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { SiteLink } from '@/components/ui/site-link'
import type { ListingHosts } from '@/server/listings/listing'
import { batchAddress, isOver, madeWords, stateWords, titleParts } from './batch'
import { BatchView } from './batch-view'
import { linesWith } from './line-view'
import { NewBatch } from './new-batch'
import { RenameDialog } from './rename-batch'
import { useKnownBatch, useLatestBatch } from './use-batch'

/** The batch that a button has opened, whose page takes the focus. */
let openedId: string | null = null

function useOpening(): (id: string) => void {
  const router = useRouter()
  return useCallback(
    (id) => {
      openedId = id
      router.push(batchAddress(id))
    },
    [router],
  )
}

interface BulkBatchProps {
  /** The most lines that a batch may have. */
  maxLines: number
  hosts: ListingHosts
}

/** Bulk lookups for somebody who is signed in: makes batches, which run in the background. */
export const BulkBatch = (props: BulkBatchProps) => (
  <div className="grid grid-cols-1 gap-6">
    <LatestBatch />
    <NewBatch {...props} onStarted={useOpening()} />
  </div>
)

/** How long the latest batch is shown after it was made. */
const dayMs = 86_400_000

/** The progress of the latest batch, and where its results are; nothing if it is older than a day and over. */
function LatestBatch() {
  const batch = useLatestBatch()
  if (!batch || (isOver(batch) && Date.now() - Date.parse(batch.created) > dayMs)) return null
  const { id, state, lines } = batch
  const toCheck = linesWith(batch, 'to_check')
  return (
    <Card className="flex max-w-[56rem] flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 text-sm sm:px-5">
      <div className="min-w-0">
        <p>
          <span className="font-medium">{stateWords[state]}</span>{' '}
          <span className="text-soft">
            <bdi>{batch.name ?? 'Latest batch'}</bdi>, {madeWords(batch)}
          </span>
        </p>
        <p className="flex flex-wrap gap-x-4 tabular-nums">
          <span>
            {formatNumber(lines.done)} of {formatNumber(lines.total)}
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

/** One batch on its page. */
export const OneBatch = ({ id }: { id: string }) => (
  <BatchView id={id} takesFocus={openedId === id} onOpen={useOpening()} />
)

interface BatchTitleProps {
  id: string
  /** The parts of the title when the page was made. */
  initial: readonly string[]
}

/** The title of a batch's page, which keeps up with the batch. */
export function BatchTitle({ id, initial }: BatchTitleProps) {
  const batch = useKnownBatch(id)
  const [name, ...happened] = batch ? titleParts(batch) : initial
  const words = [name, ...happened].join(': ')
  useEffect(() => {
    document.title = `${words} · Pinref`
  }, [words])
  return (
    <span data-live className="tabular-nums">
      <bdi>{name}</bdi>
      {happened.map((one) => `: ${one}`)}
    </span>
  )
}

/** What can be done beside the title: rename the batch, and go to all of them. */
export function BatchActions({ id }: { id: string }) {
  const batch = useKnownBatch(id)
  const [isRenaming, setIsRenaming] = useState(false)
  const [said, setSaid] = useState('')
  const renamed = () => {
    setIsRenaming(false)
    setSaid('Batch renamed.')
  }
  const rename = () => {
    setSaid('')
    setIsRenaming(true)
  }
  return (
    <div className="flex shrink-0 items-center gap-4">
      <SiteLink href="/batches" className="text-sm underline decoration-edge underline-offset-4 hover:decoration-ink">
        All batches
      </SiteLink>
      <Button onClick={rename} className={batch ? '' : 'invisible'}>
        Rename
      </Button>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isRenaming && batch && <RenameDialog batch={batch} onRenamed={renamed} onClose={() => setIsRenaming(false)} />}
    </div>
  )
}
