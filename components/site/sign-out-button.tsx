'use client'

import { useState } from 'react'

const words = { ready: 'Sign out', busy: 'Signing out', failed: 'Couldn’t sign out. Try again' }

/** Signs this browser out, and opens the start page. */
export function SignOutButton({ className }: { className: string }) {
  const [state, setState] = useState<keyof typeof words>('ready')

  async function signOut() {
    if (state === 'busy') return
    setState('busy')
    try {
      const headers = { 'content-type': 'application/json' }
      const { ok } = await fetch('/api/auth/sign-out', { method: 'POST', headers, body: '{}' })
      if (ok) location.assign('/')
      else setState('failed')
    } catch {
      setState('failed')
    }
  }

  return (
    <button type="button" aria-disabled={state === 'busy' || undefined} onClick={signOut} className={className}>
      <span aria-live="polite">{words[state]}</span>
    </button>
  )
}
