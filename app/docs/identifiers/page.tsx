import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Derivations, IdentifierFigure } from '@/components/docs/identifier-figures'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { SiteLink } from '@/components/ui/site-link'
import { exampleListing } from '@/server/rest/examples/operations'

export const metadata: Metadata = { title: 'Identifiers' }

export default async function Identifiers() {
  const { cid, hex_cid, place_id, title } = await exampleListing()
  return (
    <Article path="/docs/identifiers">
      <Section id="picture" title="Two numbers">
        <p>
          Every identifier of a listing is made from two 64-bit numbers: the cell and the CID. These are the ones for{' '}
          {title}. Point at a byte to see where it appears in each.
        </p>
        <IdentifierFigure cid={cid} hexCid={hex_cid} placeId={place_id} />
      </Section>

      <Section id="which" title="What each one is">
        <dl className="mt-4 grid max-w-[40rem] gap-4">
          <Term name="CID">
            The listing’s own number, also called customer id or ludocid. It never changes. Compare listings by it, and
            if you store only one thing, store this.
          </Term>
          <Term name="Hex CID">The same number in hexadecimal, as in map links.</Term>
          <Term name="Feature id">
            <Code>0x…:0x…</Code>: the cell, then the CID. Map links carry it in their data.
          </Term>
          <Term name="Place id">
            <Code>ChIJ…</Code>: both numbers packed, for Google’s APIs. One listing may have several, because its cell
            may change while its CID does not. Google recommends refreshing one that is older than twelve months.
            Resolve with <Code>details</Code> set to <Code>checked</Code> does that, and tells you if the listing has
            moved.
          </Term>
          <Term name="Knowledge Graph id">
            <Code>/g/…</Code> or <Code>/m/…</Code>, also called KG id: the same thing in Google’s Knowledge Graph. It
            has nothing to do with the two numbers, so Pinref returns it only if the link carries it for this listing.
          </Term>
          <Term name="Cell">
            Roughly where the map files the listing. It is often kilometres off, so Pinref never treats it as a
            position.
          </Term>
        </dl>
      </Section>

      <Section id="derive" title="What you can compute">
        <p>
          A CID lacks the cell, so nobody can compute the place id from it. Everything else is arithmetic, and that is
          where Pinref’s identifiers come from, never from text that another service sent.
        </p>
        <Derivations />
        <p>The arithmetic itself, to use without Pinref:</p>
        <Samples id="unpack" />
      </Section>

      <Section id="strings" title="CIDs are strings">
        <p>
          A CID has up to 20 digits. JavaScript reads a JSON number with 53 bits and silently loses the last digits, so
          CIDs are strings in requests and answers.
        </p>
        <Samples id="bigNumber" />
        <p>
          In a database, use a text column or an unsigned 64-bit integer: about half of all CIDs are too large for a
          signed one. A CID sent as a number is refused with{' '}
          <SiteLink href="/docs/errors/invalid_cid">invalid_cid</SiteLink> rather than looked up wrongly.
        </p>
      </Section>

      <Section id="not-listings" title="Ids that name no listing">
        <p>
          Place ids that begin with <Code>Ei</Code>, <Code>Gh</Code> or <Code>Ih</Code> name addresses, points and
          streets. <Code>/g/…</Code> and <Code>/m/…</Code> are Knowledge Graph ids. None of them contains a CID, and the
          error says so.
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
