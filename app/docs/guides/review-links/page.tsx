import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'Review links for 500 branches' }

export default function ReviewLinks() {
  return (
    <Article path="/docs/guides/review-links">
      <Section id="file" title="Prepare the file">
        <p>
          Save the branches as <Code>shops.csv</Code>, with the names of the columns in the first line. One column,{' '}
          <Code>link</Code>, holds what you have for each branch: a share link, the address of a map page or a place id,
          mixed as you like. All other columns come back as they are.
        </p>
        <p>
          500 lines count as 500 calls of <SiteLink href="/pricing">your plan</SiteLink>. Those that fail are not
          counted, and a line that is there twice counts once.
        </p>
      </Section>

      <Section id="run" title="Look them up">
        <p>
          Send the file as a <SiteLink href="/docs/batches">batch</SiteLink>, wait until it has ended, and save its
          results:
        </p>
        <Samples id="csvBatch" />
        <p>
          Without code, sign in and drop the same file on <SiteLink href="/bulk">Bulk</SiteLink>.
        </p>
      </Section>

      <Section id="use" title="Use the links">
        <p>
          In <Code>results.csv</Code>, <Code>review_url</Code> opens the form for writing a review, on a phone and on a
          computer. <Code>status</Code> says what became of each line:
        </p>
        <ul className="points">
          <li>
            <Code>found</Code>: send the link, or print it as a QR code. The <SiteLink href="/">start page</SiteLink>{' '}
            draws one for each listing, and a poster.
          </li>
          <li>
            <Code>unreadable</Code>: <Code>problem</Code> says what is wrong with the link. Copy it again with Share in
            Google Maps.
          </li>
          <li>
            <Code>failed</Code>: the link could not be followed, or leads nowhere. <Code>problem_code</Code> says which;
            its page under <SiteLink href="/docs/errors">errors</SiteLink> says what to do.
          </li>
        </ul>
      </Section>

      <Section id="other" title="If you have something else">
        <ul className="points">
          <li>
            CIDs only: send <Code>details=checked</Code> in place of <Code>none</Code>. A CID does not contain the place
            id that the review link needs, so it is looked up.
          </li>
          <li>
            Names and addresses only: send <Code>details=full</Code>, <Code>column=name</Code> and{' '}
            <Code>address_column=address</Code>. A name is answered only where one listing fits; the others fail with{' '}
            <SiteLink href="/docs/errors/listing_not_found">listing_not_found</SiteLink> rather than get a wrong branch.
          </li>
        </ul>
      </Section>
    </Article>
  )
}
