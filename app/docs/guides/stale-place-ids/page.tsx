import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'Stale place ids' }

const outcomes = [
  ['listed', 'Up to date. Keep it.'],
  ['moved', 'Out of date. Replace what you have, which moved_from repeats, with the ids in the answer.'],
  ['listing_not_found', 'An error: the listing is gone. identifiers has what was last known of it.'],
  ['unchecked', 'Nobody was asked, because the server has sample data only. Keep it.'],
] as const

export default function StalePlaceIds() {
  return (
    <Article path="/docs/guides/stale-place-ids">
      <Section id="why" title="Why they go stale">
        <p>
          A place id changes when a business moves or Google merges two listings; Google recommends to refresh those
          older than twelve months. The CID inside it usually stays.{' '}
          <SiteLink href="/docs/identifiers">Identifiers</SiteLink> shows how the two belong together.
        </p>
      </Section>

      <Section id="check" title="Check them">
        <p>
          Resolve each with <Code>details</Code> set to <Code>checked</Code>: it asks Google for the present identifiers
          and nothing else. Here up to 100 go into one call; for more than a few thousand, make a{' '}
          <SiteLink href="/docs/batches">batch</SiteLink> with <Code>details=checked</Code>.
        </p>
        <Samples id="staleIds" />
      </Section>

      <Section id="act" title="Act on the answer">
        <FactTable
          caption="What to do with each answer"
          columns={['status or code', 'What to do']}
          rows={outcomes.map(([name, what]) => ({ key: name, cells: [<Code key="name">{name}</Code>, what] }))}
        />
        <p>
          Any other error says nothing about the listing: check that place id again later. In the CSV of a batch the
          status is <Code>listing_status</Code>, and what was asked for is in <Code>moved_from_cid</Code> and{' '}
          <Code>moved_from_place_id</Code>.
        </p>
      </Section>

      <Section id="store" title="Store the CID too">
        <p>
          Keep <Code>cid</Code> beside the place id, as text. If a place id stops working, resolve the CID with{' '}
          <Code>checked</Code> to find the present one.
        </p>
      </Section>
    </Article>
  )
}
