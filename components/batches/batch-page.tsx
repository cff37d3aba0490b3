'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { MayChange } from '@/components/account/page-account'
import { Button } from '@/components/ui/button'
import { SiteLink } from '@/components/ui/site-link'
import { titleParts } from './batch'
import { BatchView } from './batch-view'
import { RenameDialog } from './rename-batch'
import { useKnownBatch, useOpening, wasOpened } from './use-batch'

/** One batch on its page. @param watch the action that watches its listings. */
export const OneBatch = ({ id, watch }: { id: string; watch: ReactNode }) => (
  <BatchView id={id} takesFocus={wasOpened(id)} onOpen={useOpening()} watch={watch} />
)

interface BatchTitleProps {
  id: string
  /** The parts of the title when the page was rendered. */
  initial: readonly string[]
}

/** The title of a batch's page, which updates with the batch. */
export function BatchTitle({ id, initial }: BatchTitleProps) {
  const batch = useKnownBatch(id)
  const [name, ...status] = batch ? titleParts(batch) : initial
  const words = [name, ...status].join(': ')
  useEffect(() => {
    document.title = `${words} · Pinref`
  }, [words])
  return (
    <span data-live className="tabular-nums">
      <bdi>{name}</bdi>
      {status.map((one) => `: ${one}`)}
    </span>
  )
}

/** The actions beside the title: rename the batch, and go to all batches. */
export function BatchActions({ id }: { id: string }) {
  const batch = useKnownBatch(id)
  const [isRenaming, setIsRenaming] = useState(false)
  const [message, setMessage] = useState('')
  const renamed = () => {
    setIsRenaming(false)
    setMessage('Batch renamed.')
  }
  const rename = () => {
    setMessage('')
    setIsRenaming(true)
  }
  return (
    <div className="flex shrink-0 items-center gap-4">
      <SiteLink href="/batches" className="text-sm underline decoration-edge underline-offset-4 hover:decoration-ink">
        All batches
      </SiteLink>
      <MayChange>
        <Button onClick={rename} className={batch ? '' : 'invisible'}>
          Rename
        </Button>
      </MayChange>
      <p role="status" className="sr-only">
        {message}
      </p>
      {isRenaming && batch && <RenameDialog batch={batch} onRenamed={renamed} onClose={() => setIsRenaming(false)} />}
    </div>
  )
}
