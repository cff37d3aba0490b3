'use client'

import { useEffect, useState } from 'react'
import { useLoaded } from '@/components/ui/loading'

const load = () => import('./confirmed-words')

/** Shows a one-time notice that the email is confirmed, on any page opened by the emailed link. */
export function ConfirmedNote() {
  const [hasNotice, setHasNotice] = useState(false)
  useEffect(() => setHasNotice(location.search.includes('notice=')), [])
  const words = useLoaded(hasNotice ? load : null)
  return (
    <div role="status" className="mx-auto max-w-[76rem] px-4 pt-4 empty:hidden sm:px-6">
      {words && <words.ConfirmedWords />}
    </div>
  )
}
