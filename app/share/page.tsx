import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { sharedText } from '@/components/reading/shared-text'
import { LookUpLink, PlainPage } from '@/components/ui/plain-page'

export const metadata: Metadata = { title: 'Nothing to look up', robots: { index: false } }

interface PageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/**
 * The page that a phone opens with shared text. Redirects to a lookup of that text. `sent` starts the lookup
 * immediately unless the browser reports that another site led here. `shared` shows the review link and its QR code
 * first.
 */
export default async function Share({ searchParams }: PageProps) {
  const { text, url } = await searchParams
  const shared = sharedText({ text: first(text), url: first(url) })
  if (shared !== null) redirect(`/?q=${encodeURIComponent(shared)}&sent=shared`)
  return (
    <PlainPage title="Nothing to look up">
      <p>
        Nothing was shared. In Google Maps, open a place, tap Share, and choose Pinref. Or copy its link and paste it on
        the home page.
      </p>
      <LookUpLink />
    </PlainPage>
  )
}

const first = (value: string | string[] | undefined): string | null => [value].flat()[0] ?? null
