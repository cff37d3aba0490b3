import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatNumber } from '@/components/format/number'
import { SiteLink } from '@/components/ui/site-link'
import { env } from '@/server/env'

export const metadata: Metadata = { title: 'Lookups' }

export default function Lookups() {
  return (
    <Article path="/docs/lookups">
      <p>
        There are three operations, each a <Code>POST</Code> with a JSON object, and a call that takes many of them.
      </p>

      <Section id="look-up" title="Look up a listing">
        <p>
          Send whatever you have as <Code>url</Code>: a share link, the address of a map page, a place id, or text with
          a link in it. See <SiteLink href="/docs/links">every form that is understood</SiteLink>.
        </p>
        <Samples id="resolve" />
        <ul className="points">
          <li>
            Keep <Code>cid</Code>: it is the listing’s own number and never changes. Store it as a string (
            <SiteLink href="/docs/identifiers#strings">why</SiteLink>).
          </li>
          <li>
            <Code>review_url</Code> opens the form for writing a review. <Code>schema_hasmap</Code> is for{' '}
            <Code>hasMap</Code> in the JSON-LD of the business’s own site.
          </li>
          <li>
            <Code>feature_id</Code> is the listing’s id in map links; <Code>kg_id</Code> is its Knowledge Graph id, if
            the link carries one.
          </li>
          <li>
            <Code>null</Code> means unknown, not zero or none. A listing without reviews has a{' '}
            <Code>reviews_count</Code> of 0.
          </li>
        </ul>
      </Section>

      <Section id="details" title="Choose how much to look up">
        <p>
          Send <Code>details</Code> along with <Code>url</Code>. Each call uses one call of your quota, whatever you
          choose.
        </p>
        <ul className="points">
          <li>
            <Code>none</Code>: only the identifiers in the text. A bare CID gets its place id if Pinref has learned it
            before, or null.
          </li>
          <li>
            <Code>checked</Code>: the identifiers as Google has them now. Finds the place id of a bare CID, and tells
            you if a listing has moved.
          </li>
          <li>
            <Code>full</Code> (the default): also title, rating and count.
          </li>
        </ul>
        <p>
          <Code>status</Code> is <Code>unchecked</Code> if nothing was checked or the sample data does not have the
          listing, <Code>listed</Code> if it is known under these identifiers, and <Code>moved</Code> if what you sent
          is out of date: replace <Code>moved_from</Code> in your data with the answer. A listing that no longer exists
          is <SiteLink href="/docs/errors/listing_not_found">listing_not_found</SiteLink>, with its last known
          identifiers in <Code>identifiers</Code>.
        </p>
      </Section>

      <Section id="search" title="Find listings by name">
        <p>
          Use this if you have a name instead of a link. A <Code>country</Code> narrows the results. You get at most 20,
          best match first, or an empty list.
        </p>
        <Samples id="search" />
      </Section>

      <Section id="convert" title="Convert a CID">
        <p>From decimal to hexadecimal and back. This is pure arithmetic, with no lookup behind it.</p>
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
            <SiteLink href="/docs/quotas#batches">every quota and limit</SiteLink>, and costs nothing if it fails. What
            is beyond the quota is 429 in its place.
          </li>
          <li>
            Lookups run side by side. Those that are not done within {formatNumber(env().UPSTREAM_DEADLINE_MS / 1_000)}{' '}
            seconds are 500; send these again. With <Code>details</Code> <Code>none</Code> or <Code>checked</Code> more
            of them fit.
          </li>
        </ul>
      </Section>
    </Article>
  )
}
