'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'

const KitDialog = dynamic(() => import('./kit-dialog').then(({ KitDialog }) => KitDialog), { ssr: false })

/** Opens the dialog that makes a review kit of a batch. */
export function KitButton({ batchId }: { batchId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Review kit</Button>
      {isOpen && <KitDialog batchId={batchId} onClose={() => setIsOpen(false)} />}
    </>
  )
}
