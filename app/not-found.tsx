import type { Metadata } from 'next'
import { PlainPage } from '@/components/site/plain-page'
import { SiteLink } from '@/components/ui/site-link'

// What is not there has no address of its own.
export const metadata: Metadata = { title: 'Page not found', alternates: {} }

export default function NotFound() {
  return (
    <PlainPage title="Page not found">
      <p>It may have moved, or the link may be incomplete.</p>
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
