import { readIdentifierBytes } from '@/components/listing/identifier-bytes'
import { IdentifierPicture } from '@/components/listing/identifier-picture'
import { Card } from '@/components/ui/card'

interface IdentifierFigureProps {
  cid: string
  hexCid: string
  /** Null for a bare CID. */
  placeId: string | null
}

/** A picture of a listing's identifiers. Hovering over a byte highlights it in each of them. */
export const IdentifierFigure = ({ cid, hexCid, placeId }: IdentifierFigureProps) => (
  <Card className="identifier-bytes mt-5 px-4 pt-1 pb-4 sm:px-6 [&_figure]:border-t-0">
    <IdentifierPicture bytes={readIdentifierBytes(cid, hexCid, placeId)} />
  </Card>
)
