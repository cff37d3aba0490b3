import { ListingDetails } from '@/components/listing/listing-details'
import { AnswerCard } from '@/components/ui/card'
import { useLoaded } from '@/components/ui/use-loaded'
import type { Conversion } from '@/server/listings/shapes'
import { EmptyCard } from './empty-card'

/** A CID in both spellings, and the API call that returns the same. */
export function ConvertAnswer({ conversion }: { conversion: Conversion | null }) {
  if (!conversion) {
    return (
      <EmptyCard
        title="One number, both ways"
        detail="Pure arithmetic: it doesn’t check that the listing exists."
        fields={['CID, decimal', 'CID, hexadecimal', 'Maps link']}
      />
    )
  }
  const { cid_decimal, ...more } = conversion
  return (
    <>
      <AnswerCard>
        <h2 className="mb-4 text-title font-semibold">One number, both ways</h2>
        <ListingDetails listing={{ cid: cid_decimal, ...more }} />
      </AnswerCard>
      <ConvertCall cid={cid_decimal} />
    </>
  )
}

const load = () => import('@/components/listing/samples-panel')

function ConvertCall({ cid }: { cid: string }) {
  const samples = useLoaded(load)
  return (
    <section
      aria-label="The same over the API"
      className="mt-6 min-h-64 rounded-lg border border-rule bg-sheet px-4 pt-3 pb-5 sm:px-6"
    >
      <h3 className="mb-3 font-semibold">The same over the API</h3>
      {samples && <samples.SamplesPanel request={{ path: '/api/convert', body: { cid } }} />}
    </section>
  )
}
