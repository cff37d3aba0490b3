'use client'

import { useEffect, useRef, useState } from 'react'
import { AuthFault } from '@/components/sign-in/auth-call'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/note'
import { PlainPage } from '@/components/ui/plain-page'
import { rememberOpened } from './opened-note'
import { switchTo } from './switch-to'

interface OpenAccountProps {
  id: string
  name: string
  /** The page to open in the account. The link's fragment is added. */
  next: string
}

/** Switches to an account at once, and opens a page that says so. */
export function OpenAccount({ id, name, next }: OpenAccountProps) {
  const [fault, setFault] = useState<string | null>(null)
  const hasBegun = useRef(false)

  useEffect(() => {
    if (hasBegun.current || fault !== null) return
    hasBegun.current = true
    rememberOpened(name)
    switchTo(id, next + location.hash).catch((error: unknown) => {
      hasBegun.current = false
      setFault(error instanceof AuthFault ? error.detail : 'That didn’t work. Try again.')
    })
  }, [id, name, next, fault])

  return (
    <PlainPage title={`Opening ${name}`}>
      <div role="alert" className="empty:hidden">
        {fault !== null && <Note tone="limit">{fault}</Note>}
      </div>
      {fault !== null && (
        <Button className="mt-4" onClick={() => setFault(null)}>
          Try again
        </Button>
      )}
    </PlainPage>
  )
}
