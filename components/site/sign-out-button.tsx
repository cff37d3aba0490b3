'use client'

import { useState } from 'react'
import { dropOriginals } from '@/components/bulk/originals'

const words = { ready: 'Sign out', busy: 'Signing out', failed: 'Couldn’t sign out. Try again' }

/** Signs this browser out and opens the start page. Returns false if that failed. */
export async function signOut(): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json' }
    const { ok } = await fetch('/api/auth/sign-out', { method: 'POST', headers, body: '{}' })
    if (ok) {
      await dropOriginals()
      location.assign('/')
    }
    return ok
  } catch {
    return false
  }
}

/** A menu entry that signs this browser out. */
export function SignOutButton({ className }: { className: string }) {
  const [state, setState] = useState<keyof typeof words>('ready')

  async function onClick() {
    if (state === 'busy') return
    setState('busy')
    if (!(await signOut())) setState('failed')
  }

  return (
    <button type="button" aria-disabled={state === 'busy' || undefined} onClick={onClick} className={className}>
      <span aria-live="polite">{words[state]}</span>
    </button>
  )
}
