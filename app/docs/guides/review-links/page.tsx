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
          Save the branches as <Code>shops.csv</Code>, with the column names in the first line. One column,{' '}
          <Code>link</Code>, contains a share link, the URL of a Google Maps page, or a place id. All other columns are
          returned unchanged.
        </p>
        <p>
          500 lines count as 500 calls against <SiteLink href="/pricing">your plan</SiteLink>. Failed lines don’t count,
          and repeated lines count once.
        </p>
      </Section>

      <Section id="run" title="Look them up">
        <p>
          Send the file as a <SiteLink href="/docs/batches">batch</SiteLink>, let it finish, and save the results:
        </p>
        <Samples id="csvBatch" />
        <p>
          To do this without code, sign in and drop the file on <SiteLink href="/bulk">Bulk</SiteLink>.
        </p>
      </Section>

      <Section id="use" title="Use the links">
        <p>
          In <Code>results.csv</Code>, the links in <Code>review_url</Code> open the review form on phones and
          computers. <Code>status</Code> shows each line’s outcome:
        </p>
        <ul className="points">
          <li>
            <Code>found</Code>: send the link, or print it as a QR code. “Review kit” on{' '}
            <SiteLink href="/docs/batches#page">the batch’s page</SiteLink> creates a QR code and a poster for each
            listing.
          </li>
          <li>
            <Code>unreadable</Code>: <Code>problem</Code> says what’s wrong with the link. Copy the link again with
            Share in Google Maps.
          </li>
          <li>
            <Code>failed</Code>: the link couldn’t be followed, or doesn’t lead to a listing. Look up{' '}
            <Code>problem_code</Code> under <SiteLink href="/docs/errors">errors</SiteLink> to see what to do.
          </li>
        </ul>
      </Section>

      <Section id="other" title="If you have something else">
        <ul className="points">
          <li>
            CIDs only: send <Code>details=checked</Code> instead of <Code>none</Code>. A CID doesn’t contain the place
            id that the review link needs, so Pinref has to look it up.
          </li>
          <li>
            Names and addresses only: send <Code>details=full</Code>, <Code>column=name</Code>, and{' '}
            <Code>address_column=address</Code>. A name that doesn’t match exactly one listing fails with{' '}
            <SiteLink href="/docs/errors/listing_not_found">listing_not_found</SiteLink>, so you never get the wrong
            branch.
          </li>
        </ul>
      </Section>
    </Article>
  )
}
