'use client'

import { Button } from '@/components/ui/button'
import { PlainPage } from '@/components/ui/plain-page'

interface ErrorPageProps {
  error: Error & { digest?: string }
  /** Requests the page again. */
  retry: () => void
}

/** Shown if a page fails to render or one of its scripts does not load. The digest identifies the cause in the server's log. */
export default function ErrorPage({ error, retry }: ErrorPageProps) {
  // React doesn't retry a script that failed to load. Only a page reload does.
  const isCutOff = error.name === 'ChunkLoadError'
  return (
    <PlainPage title="This page couldn’t be loaded">
      <p>
        {isCutOff
          ? 'Part of this page didn’t load. Check your connection and try again.'
          : 'Something went wrong on our side. Try again in a moment.'}
      </p>
      <p className="mt-6">
        <Button onClick={isCutOff ? () => window.location.reload() : retry}>Try again</Button>
      </p>
      {error.digest && (
        <p className="mt-8 text-sm">
          Reference <span className="font-mono">{error.digest}</span>
        </p>
      )}
    </PlainPage>
  )
}
