'use client'

import { PlainPage } from '@/components/site/plain-page'
import { Button } from '@/components/ui/button'

interface ErrorPageProps {
  error: Error & { digest?: string }
  /** Requests the page again. */
  retry: () => void
}

/** Shown when rendering a page failed. The digest leads to the cause in the server's log. */
export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return (
    <PlainPage title="This page couldn’t be loaded">
      <p>Something went wrong on our side. Try again in a moment.</p>
      <p className="mt-6">
        <Button onClick={retry}>Try again</Button>
      </p>
      {error.digest && (
        <p className="mt-8 text-sm">
          Reference <span className="font-mono">{error.digest}</span>
        </p>
      )}
    </PlainPage>
  )
}
