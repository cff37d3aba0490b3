'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useLoaded } from '@/components/ui/loading'

const field = 'pinref:opened-account'

/** Few pages are opened by such a link. */
const load = () => import('@/components/ui/note')

/** Remembers that a link opens this account, for the next page. */
export function rememberOpened(name: string): void {
  try {
    sessionStorage[field] = name
  } catch {}
}

/** Shows once, on the page that a link opened, that the link switched to another account. */
export function OpenedNote() {
  const pathname = usePathname()
  const [opened, setOpened] = useState<{ name: string; on: string } | null>(null)
  useEffect(() => {
    try {
      const name: unknown = sessionStorage[field]
      if (typeof name !== 'string') return
      delete sessionStorage[field]
      setOpened({ name, on: location.pathname })
    } catch {}
  }, [])
  const note = useLoaded(opened ? load : null)
  return (
    <div role="status" className="mx-auto max-w-[80rem] px-4 pt-4 empty:hidden sm:px-6 lg:px-8">
      {note && opened?.on === pathname && <note.Note tone="done">You are now in {opened.name}.</note.Note>}
    </div>
  )
}
