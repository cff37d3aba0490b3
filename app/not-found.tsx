import type { Metadata } from 'next'
import Link from 'next/link'
import { PlainPage } from '@/components/site/plain-page'

// What is not there has no address of its own.
export const metadata: Metadata = { title: 'Page not found', alternates: {} }

export default function NotFound() {
  return (
    <PlainPage title="Page not found">
      <p>It may have moved, or the link may be incomplete.</p>
      <p className="mt-6">
        <Link
          href="/"
          className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          Look up a listing
        </Link>
      </p>
    </PlainPage>
  )
}
