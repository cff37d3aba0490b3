'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import type { ListingHosts } from '@/server/listings/listing'
import { BatchList } from './batch-list'
import { BatchView } from './batch-view'
import { NewBatch } from './new-batch'

interface BatchesPageProps {
  /** The batch to show; null for the form and the list. */
  batch: string | null
  /** The most lines that a batch may have. */
  maxLines: number
  hosts: ListingHosts
}

/** Returns the address of a batch. */
const batchAddress = (id: string): string => `/bulk?batch=${id}`

/** Bulk lookups for somebody who is signed in: makes batches, which run in the background, and shows them. */
export function BatchesPage({ batch, maxLines, hosts }: BatchesPageProps) {
  const router = useRouter()
  const [hasOpened, setHasOpened] = useState(false)
  const open = useCallback(
    (id: string) => {
      setHasOpened(true)
      router.push(batchAddress(id))
    },
    [router],
  )
  if (batch !== null) return <BatchView key={batch} id={batch} takesFocus={hasOpened} onOpen={open} />
  return (
    <>
      <NewBatch maxLines={maxLines} hosts={hosts} onStarted={open} />
      <BatchList />
    </>
  )
}
