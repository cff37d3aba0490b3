import { readIdentifierBytes } from '@/components/listings/identifier-bytes'
import { IdentifierPicture } from '@/components/listings/identifier-picture'
import { Card } from '@/components/ui/card'
import { FactTable } from '@/components/ui/fact-table'
import { CheckIcon } from '@/components/ui/icons'
import { exampleListing } from '@/server/entrances/rest/examples/operations'

interface IdentifierFigureProps {
  cid: string
  hexCid: string
  /** Null for a bare CID. */
  placeId: string | null
}

/** A picture of a listing's identifiers. Hovering over a byte highlights it in every identifier. */
export const IdentifierFigure = ({ cid, hexCid, placeId }: IdentifierFigureProps) => (
  <Card className="identifier-bytes mt-5 px-4 pt-1 pb-4 sm:px-6 [&_figure]:border-t-0">
    <IdentifierPicture bytes={readIdentifierBytes(cid, hexCid, placeId)} />
  </Card>
)

/** The picture of the listing in the docs' examples. */
export async function ExampleFigure() {
  const { cid, hex_cid, place_id } = await exampleListing()
  return <IdentifierFigure cid={cid} hexCid={hex_cid} placeId={place_id} />
}

const targets = ['Feature id', 'Place id', 'CID', 'Maps link', 'Review link'] as const

/** The forms that can be computed from each identifier. */
const derivable: Record<string, ReadonlyArray<(typeof targets)[number]>> = {
  'Feature id': targets,
  'Place id': targets,
  CID: ['CID', 'Maps link'],
}

/** A table that shows which forms can be computed from each identifier. */
export function Derivations() {
  return (
    <FactTable
      caption="Which identifiers can be computed from which"
      columns={['You have', ...targets]}
      rows={Object.entries(derivable).map(([from, to]) => ({
        key: from,
        cells: [from, ...targets.map((target) => <Verdict key={target} isComputed={to.includes(target)} />)],
      }))}
    />
  )
}

const Verdict = ({ isComputed }: { isComputed: boolean }) =>
  isComputed ? (
    <span className="inline-flex items-center gap-1.5 text-done">
      <CheckIcon /> computed
    </span>
  ) : (
    <span className="text-soft">needs a lookup</span>
  )
