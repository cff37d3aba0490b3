import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Derivations, IdentifierFigure } from '@/components/docs/identifier-figures'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { SiteLink } from '@/components/ui/site-link'
import { exampleListing } from '@/server/entrances/rest/examples/operations'

export const metadata: Metadata = { title: 'Identifiers' }

export default async function Identifiers() {
  const { cid, hex_cid, place_id, title } = await exampleListing()
  return (
    <Article path="/docs/identifiers">
      <Section id="picture" title="Two numbers">
        <p>
          A listing’s identifiers are made from two 64-bit numbers: the cell and the CID. The figure shows them for{' '}
          {title}. Hover over a byte to see where it appears in each identifier.
        </p>
        <IdentifierFigure cid={cid} hexCid={hex_cid} placeId={place_id} />
      </Section>

      <Section id="which" title="The identifiers">
        <dl className="mt-4 grid max-w-[40rem] gap-4">
          <Term name="CID">
            The listing’s own number, also called customer id or ludocid. A CID changes only if Google merges listings.
            Use CIDs to compare listings, and if you store only one identifier, store the CID.
          </Term>
          <Term name="Hex CID">The CID in hexadecimal, as in map links.</Term>
          <Term name="Feature id">
            <Code>0x…:0x…</Code>: the cell, then the CID. Found in the data in map links.
          </Term>
          <Term name="Place id">
            <Code>ChIJ…</Code>: both numbers packed together, for Google’s APIs. A listing can have several place ids,
            because its cell can change while its CID doesn’t. Refresh{' '}
            <SiteLink href="/docs/guides/stale-place-ids">stale place ids</SiteLink> once a year.
          </Term>
          <Term name="Knowledge Graph id">
            <Code>/g/…</Code> or <Code>/m/…</Code>, also called KG id: the listing’s id in Google’s Knowledge Graph. It
            can’t be computed from the two numbers, so Pinref returns it only if the link contains it.
          </Term>
          <Term name="Cell">
            The listing’s approximate map location, often kilometers off. Pinref never uses it as a position.
          </Term>
        </dl>
      </Section>

      <Section id="derive" title="What you can compute">
        <p>
          A CID doesn’t contain the cell, so the feature id and the place id can’t be computed from it. Each contains
          both numbers, so it can be computed from the other. Pinref computes identifiers itself and never copies them
          from another service.
        </p>
        <Derivations />
        <p>To do the arithmetic without Pinref:</p>
        <Samples id="unpack" />
      </Section>

      <Section id="strings" title="CIDs are strings">
        <p>
          A CID has up to 20 digits. JavaScript reads JSON numbers with 53 bits of precision and silently loses the last
          digits, so CIDs are strings in requests and responses.
        </p>
        <Samples id="bigNumber" />
        <p>
          In a database, use a text column or an unsigned 64-bit integer: about half of all CIDs are too large for a
          signed integer. A CID sent as a number returns{' '}
          <SiteLink href="/docs/errors/invalid_cid">invalid_cid</SiteLink>, not the wrong listing.
        </p>
      </Section>

      <Section id="not-listings" title="Ids that aren’t listings">
        <p>
          Place ids that begin with <Code>Ei</Code>, <Code>Gh</Code>, or <Code>Ih</Code> identify addresses, points, and
          streets. <Code>/g/…</Code> and <Code>/m/…</Code> are Knowledge Graph ids. None of them contains a CID, so they
          return an error.
        </p>
      </Section>
    </Article>
  )
}

const Term = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt className="font-medium">{name}</dt>
    <dd className="text-soft">{children}</dd>
  </div>
)
