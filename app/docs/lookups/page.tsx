import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatNumber } from '@/components/format/number'
import { SiteLink } from '@/components/ui/site-link'
import { env } from '@/server/platform/settings/env'

export const metadata: Metadata = { title: 'Lookups' }

export default function Lookups() {
  return (
    <Article path="/docs/lookups">
      <p>
        There are three operations, each a <Code>POST</Code> with a JSON object, plus a call that runs many of them.
      </p>

      <Section id="look-up" title="Look up a listing">
        <p>
          Send one of these as <Code>url</Code>: a share link, the URL of a Google Maps page, a place id, or text that
          contains a link. See <SiteLink href="/docs/links">all supported links</SiteLink>.
        </p>
        <Samples id="resolve" />
        <ul className="points">
          <li>
            Store <Code>cid</Code>, the listing’s permanent number,{' '}
            <SiteLink href="/docs/identifiers#strings">as a string</SiteLink>.
          </li>
          <li>
            <Code>review_url</Code> opens the review form. <Code>schema_hasmap</Code> goes into <Code>hasMap</Code> in
            the <SiteLink href="/docs/guides/json-ld">JSON-LD</SiteLink> of the business’s own site.
          </li>
          <li>
            <Code>feature_id</Code> is the listing’s id in map links. <Code>kg_id</Code> is its Knowledge Graph id, if
            the link contains one.
          </li>
          <li>
            <Code>null</Code> means unknown. A listing with no reviews has a <Code>reviews_count</Code> of 0.
          </li>
        </ul>
      </Section>

      <Section id="details" title="Choose how much to look up">
        <p>
          Send <Code>details</Code> along with <Code>url</Code>. Every level counts as one call.
        </p>
        <ul className="points">
          <li>
            <Code>none</Code>: only the identifiers in the text. For a bare CID, the place id is null unless Pinref
            already knows it.
          </li>
          <li>
            <Code>checked</Code>: Google’s current identifiers, including the place id of a bare CID, and whether the
            listing has moved.
          </li>
          <li>
            <Code>full</Code> (the default): also the title, address, rating, and review count.
          </li>
        </ul>
        <p>
          <Code>status</Code> is <Code>listed</Code> if the listing exists under these identifiers, and{' '}
          <Code>moved</Code> if the identifiers you sent are outdated: replace those in <Code>moved_from</Code> with the
          new ones. The status is <Code>unchecked</Code> if nothing was checked or the listing isn’t in the sample data.
          A listing that no longer exists returns{' '}
          <SiteLink href="/docs/errors/listing_not_found">listing_not_found</SiteLink>, with its last known{' '}
          <Code>identifiers</Code>.
        </p>
      </Section>

      <Section id="search" title="Find listings by name">
        <p>
          Search by name. A <Code>country</Code> narrows the results. The response is a list of 0 to 20 listings, best
          match first.
        </p>
        <Samples id="search" />
      </Section>

      <Section id="convert" title="Convert a CID">
        <p>Convert between decimal and hexadecimal. Nothing is looked up.</p>
        <Samples id="convert" />
      </Section>

      <Section id="batch" title="Several in one call">
        <p>
          Run any mix of up to 100 operations in one call. Each item has an <Code>operation</Code> and its fields. The
          response is 200, with the results in the same order.
        </p>
        <Samples id="batch" />
        <ul className="points">
          <li>
            An item’s <Code>status</Code> is what its operation would return on its own. If it’s 200, the item has a{' '}
            <Code>result</Code>; otherwise, a <Code>problem</Code>. A failed item never affects the others.
          </li>
          <li>
            Unless it fails, each item counts as one call against{' '}
            <SiteLink href="/docs/quotas#batches">every quota and limit</SiteLink>.
          </li>
          <li>
            Lookups run in parallel. Any not finished within {formatNumber(env().UPSTREAM_DEADLINE_MS / 1_000)} seconds
            get status 500: send them again. More finish in time if <Code>details</Code> is <Code>none</Code> or{' '}
            <Code>checked</Code>.
          </li>
        </ul>
      </Section>
    </Article>
  )
}
