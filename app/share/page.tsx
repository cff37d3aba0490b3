import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { sharedText } from '@/components/share/shared-text'
import { PlainPage } from '@/components/site/plain-page'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'Nothing to look up', robots: { index: false } }

interface PageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/**
 * What a phone opens with what was shared: the lookup of that. `sent` has it looked up at once, where the browser says that no
 * other site has led here.
 */
export default async function Share({ searchParams }: PageProps) {
  const { text, url } = await searchParams
  const shared = sharedText({ text: first(text), url: first(url) })
  if (shared !== null) redirect(`/?q=${encodeURIComponent(shared)}&sent=1`)
  return (
    <PlainPage title="Nothing to look up">
      <p>
        The share came without text or a link. In Google Maps, open a place, tap Share, and choose Pinref. Or copy its
        link, and paste it on the start page.
      </p>
      <p className="mt-6">
        <SiteLink
          href="/"
          className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          Look up a listing
        </SiteLink>
      </p>
    </PlainPage>
  )
}

const first = (value: string | string[] | undefined): string | null => [value].flat()[0] ?? null
