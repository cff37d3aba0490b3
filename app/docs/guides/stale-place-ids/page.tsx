import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'Stale place ids' }

const outcomes = [
  ['listed', 'Up to date. Keep the place id.'],
  ['moved', 'Out of date. Replace the ids in moved_from with the ids in the response.'],
  ['listing_not_found', 'An error: the listing no longer exists. identifiers contains its last known ids.'],
  ['unchecked', 'Not checked, because the server only has sample data. Keep the place id.'],
] as const

export default function StalePlaceIds() {
  return (
    <Article path="/docs/guides/stale-place-ids">
      <Section id="why" title="Why they go stale">
        <p>
          A place id changes when a business moves or Google merges two listings. Google recommends refreshing place ids
          older than twelve months. The CID inside a place id usually doesn’t change. See{' '}
          <SiteLink href="/docs/identifiers">Identifiers</SiteLink>.
        </p>
      </Section>

      <Section id="check" title="Check them">
        <p>
          Resolve each place id with <Code>details</Code> set to <Code>checked</Code>. For more than a few thousand,
          create a <SiteLink href="/docs/batches">batch</SiteLink> with <Code>details=checked</Code>.
        </p>
        <Samples id="staleIds" />
      </Section>

      <Section id="act" title="Act on the results">
        <FactTable
          caption="What to do with each result"
          columns={['status or code', 'What to do']}
          rows={outcomes.map(([name, what]) => ({ key: name, cells: [<Code key="name">{name}</Code>, what] }))}
        />
        <p>
          Any other error says nothing about the listing: check that place id again later. In a batch’s CSV, the status
          is in <Code>listing_status</Code>, and the ids you sent are in <Code>moved_from_cid</Code> and{' '}
          <Code>moved_from_place_id</Code>.
        </p>
      </Section>

      <Section id="watch" title="Keep them up to date">
        <p>
          Add the place ids to a <SiteLink href="/docs/watchlists">watchlist</SiteLink>. It checks them weekly or
          monthly, and reports changes by callback, in a feed, or by email.
        </p>
      </Section>

      <Section id="store" title="Store the CID too">
        <p>
          Store <Code>cid</Code> next to the place id, as text. If a place id stops working, resolve the CID with{' '}
          <Code>checked</Code> to find the current place id.
        </p>
      </Section>
    </Article>
  )
}
