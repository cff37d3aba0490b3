import { IdentifierFigure } from '@/components/docs/identifier-figure'
import { exampleListing } from '@/server/rest/examples/listing'
import { LandingSection } from './section'

const identifiers = [
  { name: 'CID', says: 'The listing’s own number. It stays the same for the life of the listing: store this one.' },
  { name: 'Place id', says: 'What Google’s APIs take. One listing may have had several, and old ones stop working.' },
  { name: 'KG id', says: 'The same business in Google’s Knowledge Graph, where the link carries it.' },
]

/** What the identifiers are, with the picture of how they relate. */
export async function Identifiers() {
  const { cid, hex_cid, place_id, title } = await exampleListing()
  return (
    <LandingSection id="identifiers-title" title="Numbers that last">
      <div className="mt-6 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <dl className="grid gap-4">
            {identifiers.map(({ name, says }) => (
              <div key={name}>
                <dt className="font-semibold">{name}</dt>
                <dd className="mt-0.5 text-soft">{says}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-6 max-w-[34rem]">
            A business can change its name, its address and its website and keep its CID. If Google merges it into
            another listing, Pinref can tell you which one, and marks the old identifiers as moved.{' '}
            <a
              href="/docs/identifiers"
              className="font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
            >
              How identifiers work
            </a>
          </p>
        </div>
        <div className="min-w-0 lg:-mt-5">
          <IdentifierFigure cid={cid} hexCid={hex_cid} placeId={place_id} />
          <p className="mt-2 px-1 text-sm text-soft">{title}: point at a byte to see it in every identifier.</p>
        </div>
      </div>
    </LandingSection>
  )
}
