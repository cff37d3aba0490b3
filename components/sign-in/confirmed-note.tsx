'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useLoaded } from '@/components/ui/loading'
import { emailConfirmed } from '@/server/sign-in/confirmed-notice'

const load = () => import('./confirmed-words')

/** Says once that the email is confirmed, on whatever page the mailed link leads to: it removes the notice from the address. */
export function ConfirmedNote() {
  const pathname = usePathname()
  const [saidOn, setSaidOn] = useState<string | null>(null)
  useEffect(() => {
    const url = new URL(location.href)
    // The sign-in page shows this notice itself.
    if (url.pathname === '/sign-in' || url.searchParams.get('notice') !== emailConfirmed) return
    url.searchParams.delete('notice')
    window.history.replaceState(null, '', url)
    if (!url.searchParams.has('error')) setSaidOn(url.pathname)
  }, [])
  const isSaid = saidOn === pathname
  const words = useLoaded(isSaid ? load : null)
  return (
    <div role="status" className="mx-auto max-w-[76rem] px-4 pt-4 empty:hidden sm:px-6">
      {isSaid && words && <words.ConfirmedWords />}
    </div>
  )
}
