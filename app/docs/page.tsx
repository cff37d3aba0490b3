import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { OldAnchors } from '@/components/docs/old-anchors'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatNumber } from '@/components/format/number'
import { SiteLink } from '@/components/ui/site-link'
import { env } from '@/server/env'

export const metadata: Metadata = { title: 'Quick start' }

/** Sections that used to be on this page. */
const moved = ['details', 'search', 'convert', 'batch'].map((id) => `/docs/lookups#${id}`)

/** The ways to use Pinref, all with the same keys and counts. */
const ways = [
  { href: '/docs/lookups', title: 'REST', about: 'One call for a link, a name or a CID, or 100 of them.' },
  { href: '/docs/batches', title: 'Batches', about: 'Up to 1,000,000 lines from a file, in the background.' },
  { href: '/docs/mcp', title: 'MCP', about: 'Lookups as tools for agents.' },
  { href: '/docs/cli', title: 'Command line', about: 'npx pinref, for a link, lines or a whole file.' },
  { href: '/docs/typescript', title: 'TypeScript', about: 'A typed client, and a reader that needs no call.' },
  { href: '/docs/python', title: 'Python', about: 'A client in one file.' },
  { href: '/docs/guides/google-sheets', title: 'Google Sheets', about: 'Functions for a column of links.' },
  { href: '/docs/share', title: 'Share', about: 'From Google Maps on a phone, or the open tab.' },
] as const

export default function QuickStart() {
  return (
    <Article path="/docs" isWide>
      <OldAnchors paths={moved} />
      <Section id="key" title="1. Get a key">
        <p>
          The first {formatNumber(env().FREE_DAILY_QUOTA)} calls a day need none: go on to step 2. For more,{' '}
          <SiteLink href="/sign-up">create a free account</SiteLink>, and send the key that you are shown as{' '}
          <Code>X-API-Key</Code> (<SiteLink href="/docs/authentication">how</SiteLink>).
        </p>
      </Section>

      <Section id="look-up" title="2. Look up a listing">
        <p>
          Send a share link, the address of a map page, a place id, or text with a link in it. There is nothing to
          install.
        </p>
        <Samples id="resolve" isWide />
        <p>
          Keep <Code>cid</Code>: it is the listing’s own number and never changes. Store it as a string (
          <SiteLink href="/docs/identifiers#strings">why</SiteLink>). <Code>review_url</Code> opens the form for writing
          a review. <Code>null</Code> means unknown.
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
          Then read <SiteLink href="/docs/guides/review-links">the guides</SiteLink>, from review links to workflows
          without code, or <SiteLink href="/docs/reference">the reference</SiteLink>, with every field and a form to try
          each call.
        </p>
      </Section>
    </Article>
  )
}
