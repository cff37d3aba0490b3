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

      <Section id="details" title="Say how much to find out">
        <p>
          With <Code>details</Code> beside <Code>url</Code>. The first two cost the operator of this server nothing at
          Google; each is one call of your quota.
        </p>
        <ul className="points">
          <li>
            <Code>none</Code>: the identifiers that the text carries. A bare CID has the place id that was learnt for
            it, or null.
          </li>
          <li>
            <Code>checked</Code>: the identifiers as Google has them now. Finds the place id of a bare CID, and where a
            listing has moved.
          </li>
          <li>
            <Code>full</Code>, as without it: title, rating and count too.
          </li>
        </ul>
        <p>
          <Code>status</Code> is <Code>unchecked</Code> where nobody was asked or the sample does not have the listing,{' '}
          <Code>listed</Code> where it is known under these identifiers, and <Code>moved</Code> where what you sent is
          stale: replace <Code>moved_from</Code> in your data by what was answered. A listing that is gone is{' '}
          <Link href="/docs/errors/listing_not_found">listing_not_found</Link>, with its last known identifiers in{' '}
          <Code>identifiers</Code>.
        </p>
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

      <Section id="batch" title="Several in one call">
        <p>
          Up to 100 of these in one call, mixed as you like: each item has its <Code>operation</Code> and the fields of
          that operation. The answer is 200, with a result for each item in the same order.
        </p>
        <Samples id="batch" />
        <ul className="points">
          <li>
            An item’s <Code>status</Code> is what the operation alone would be answered with. With 200 it has a{' '}
            <Code>result</Code>, otherwise a <Code>problem</Code>. One bad item never fails the others.
          </li>
          <li>
            Each item counts as a call of its own, against{' '}
            <Link href="/docs/quotas#batches">every quota and limit</Link>, and costs nothing if it fails. What is
            beyond the quota is 429 in its place.
          </li>
          <li>
            Lookups run side by side. Those that are not done within {formatNumber(env().UPSTREAM_DEADLINE_MS / 1_000)}{' '}
            seconds are 500; send these again. With <Code>details</Code> <Code>none</Code> or <Code>checked</Code> more
            of them fit.
          </li>
        </ul>
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
