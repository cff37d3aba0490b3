'use client'

import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import type { ListingHosts } from '@/server/listings/listing'
import { batchAddress } from './batch'
import { BatchView } from './batch-view'
import { NewBatch } from './new-batch'

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
export const BulkBatch = (props: BulkBatchProps) => <NewBatch {...props} onStarted={useOpening()} />

/** One batch on its page. */
export const OneBatch = ({ id }: { id: string }) => (
  <BatchView id={id} takesFocus={openedId === id} onOpen={useOpening()} />
)
