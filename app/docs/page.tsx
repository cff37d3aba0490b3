import type { Metadata } from 'next'
import Link from 'next/link'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatNumber } from '@/components/format/number'
import { env } from '@/server/env'

export const metadata: Metadata = { title: 'Quick start' }

export default function QuickStart() {
  return (
    <Article path="/docs">
      <p>
        Pinref reads a Google Maps link and answers with the permanent identifiers of the listing behind it, its public
        rating, and the links made of them. Three operations, each a <Code>POST</Code> with a JSON object.
      </p>

      <Section id="look-up" title="Look up a listing">
        <p>
          Send whatever you have as <Code>url</Code>: a share link, the address of a map page, a place id, the text
          around a link. Nothing has to be installed, and no account is needed for the first{' '}
          {formatNumber(env().FREE_DAILY_QUOTA)} calls a day.
        </p>
        <Samples id="resolve" />
        <ul className="points">
          <li>
            Keep <Code>cid</Code>: it is the listing’s own number and does not change. Keep it as a string (
            <Link href="/docs/identifiers#strings">why</Link>).
          </li>
          <li>
            <Code>review_url</Code> opens the form for writing a review. <Code>schema_hasmap</Code> is for{' '}
            <Code>hasMap</Code> in the JSON-LD of the listing’s own site.
          </li>
          <li>
            <Code>feature_id</Code> is how map links write the listing; <Code>kg_id</Code> is its Knowledge Graph id,
            where the link carries one.
          </li>
          <li>
            <Code>null</Code> means that nobody knows, not that there is none. A listing without reviews has a{' '}
            <Code>reviews_count</Code> of 0.
          </li>
        </ul>
      </Section>

      <Section id="search" title="Find listings by name">
        <p>
          For a name instead of a link. A <Code>country</Code> makes the answer sharper. At most 20 results, the best
          first; no match is an empty list.
        </p>
        <Samples id="search" />
      </Section>

      <Section id="convert" title="Convert a CID">
        <p>Decimal to hexadecimal and back. It is arithmetic alone and asks nobody.</p>
        <Samples id="convert" />
      </Section>

      <Section id="next" title="From here">
        <ul className="points">
          <li>
            <Link href="/docs/authentication">Make a key</Link> and send it with each call: a plan’s quota then counts.
          </li>
          <li>
            <Link href="/docs/errors">Act on the code</Link> of a failure, and try again only where that helps.
          </li>
          <li>
            <Link href="/docs/reference">Try every operation</Link> in the reference, or read{' '}
            <a href="/api/openapi.json">the OpenAPI document</a> into your own tools.
          </li>
        </ul>
      </Section>
    </Article>
  )
}
