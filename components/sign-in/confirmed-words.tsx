'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Note } from '@/components/ui/note'
import { emailConfirmed } from '@/server/features/sign-in/confirmed-notice'
import { noticeWords } from './notes'

/** Shows that the email is confirmed if the page's URL says so, and removes the notice from the URL. */
export function ConfirmedWords() {
  const pathname = usePathname()
  const [shownOn, setShownOn] = useState<string | null>(null)
  useEffect(() => {
    const url = new URL(location.href)
    // The sign-in page shows this notice itself.
    if (url.pathname === '/sign-in' || url.searchParams.get('notice') !== emailConfirmed) return
    url.searchParams.delete('notice')
    window.history.replaceState(null, '', url)
    if (!url.searchParams.has('error')) setShownOn(url.pathname)
  }, [])
  return shownOn === pathname && <Note tone="done">{noticeWords(emailConfirmed)}</Note>
}
