import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'JSON-LD for a site' }

export default function JsonLd() {
  return (
    <Article path="/docs/guides/json-ld">
      <Section id="one" title="For one business">
        <p>
          <SiteLink href="/">Look up the listing</SiteLink>, choose JSON-LD below the result, fill in the name and
          address, and paste the snippet into the page about the business.
        </p>
      </Section>

      <Section id="many" title="For many pages">
        <p>
          Create the snippet when you build or save the page, not each time someone opens it: each lookup counts. Write
          the name and address yourself, because <SiteLink href="/docs/google#terms">Google’s terms</SiteLink> don’t let
          you store its data. With <Code>details</Code> set to <Code>none</Code>, Google charges nothing.
        </p>
        <Samples id="jsonLd" />
        <ul className="points">
          <li>
            <Code>hasMap</Code> is made from the CID, so the snippet stays correct when the business is renamed or
            moves.
          </li>
          <li>
            Replace <Code>LocalBusiness</Code> with the type that fits best, such as <Code>Restaurant</Code>.
          </li>
        </ul>
      </Section>

      <Section id="ratings" title="Omit the rating">
        <p>
          Don’t put <Code>rating</Code> or <Code>reviews_count</Code> in the snippet. Search engines require that
          ratings in JSON-LD come from reviews on the site itself.
        </p>
      </Section>
    </Article>
  )
}
