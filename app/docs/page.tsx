import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { OldAnchors } from '@/components/docs/old-anchors'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatCalls } from '@/components/format/number'
import { SiteLink } from '@/components/ui/site-link'
import { env } from '@/server/platform/settings/env'

export const metadata: Metadata = { title: 'Quick start' }

/** Sections that used to be on this page. */
const moved = ['details', 'search', 'convert', 'batch'].map((id) => `/docs/lookups#${id}`)

/** The ways to use Pinref, all with the same keys and quota. */
const ways = [
  { href: '/docs/lookups', title: 'REST', about: 'Look up a link, a name, or a CID, up to 100 per call.' },
  { href: '/docs/batches', title: 'Batches', about: 'Up to 1,000,000 lines from a file, in the background.' },
  { href: '/docs/mcp', title: 'MCP', about: 'Lookups as tools for your agent.' },
  { href: '/docs/cli', title: 'Command line', about: 'npx pinref looks up a link, a list, or a whole file.' },
  { href: '/docs/typescript', title: 'TypeScript', about: 'A typed client, and an offline link reader.' },
  { href: '/docs/python', title: 'Python', about: 'A client in a single file.' },
  { href: '/docs/guides/google-sheets', title: 'Google Sheets', about: 'Functions for a column of links.' },
  { href: '/docs/share', title: 'Share', about: 'From Google Maps on a phone, or from a browser tab.' },
] as const

export default function QuickStart() {
  return (
    <Article path="/docs" isWide>
      <OldAnchors paths={moved} />
      <Section id="key" title="1. Get a key">
        <p>
          You can make {formatCalls(env().FREE_DAILY_QUOTA)} a day without a key. For more,{' '}
          <SiteLink href="/sign-up">create a free account</SiteLink> and{' '}
          <SiteLink href="/docs/authentication">send your key</SiteLink> as <Code>X-API-Key</Code>.
        </p>
      </Section>

      <Section id="look-up" title="2. Look up a listing">
        <p>Send a share link, the URL of a Google Maps page, a place id, or text that contains a link.</p>
        <Samples id="resolve" isWide />
        <p>
          Store <Code>cid</Code>, the listing’s permanent number,{' '}
          <SiteLink href="/docs/identifiers#strings">as a string</SiteLink>. <Code>review_url</Code> opens the review
          form. <Code>null</Code> means unknown.
        </p>
      </Section>

      <Section id="next" title="3. Use it where you work">
        <ul className="mt-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {ways.map(({ href, title, about }) => (
            <li key={href} className="rounded-md border border-rule bg-sheet p-4 text-sm">
              <SiteLink href={href} className="font-medium">
                {title}
              </SiteLink>
              <span className="mt-1 block text-soft">{about}</span>
            </li>
          ))}
        </ul>
        <p>
          See <SiteLink href="/docs/guides/review-links">the guides</SiteLink> for complete examples, or{' '}
          <SiteLink href="/docs/reference">the reference</SiteLink> for every operation and field.
        </p>
      </Section>
    </Article>
  )
}
