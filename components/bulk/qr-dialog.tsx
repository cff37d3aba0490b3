'use client'

import type { ListingView } from '@/components/listings/listing-rows'
import { QrPanel } from '@/components/listings/qr-panel'
import { Button } from '@/components/ui/button'
import { FormDialog } from '@/components/ui/dialog'

/** QR codes for a line's listing, to download. */
export const QrDialog = ({ listing, onClose }: { listing: ListingView; onClose: () => void }) => (
  <FormDialog title="QR code" description={listing.title ?? `CID ${listing.cid}`} onClose={onClose}>
    <div className="mt-4 grid gap-4">
      <QrPanel listing={listing} />
      <Button className="justify-self-end" onClick={onClose}>
        Close
      </Button>
    </div>
  </FormDialog>
)
