'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import type { makeTestKey } from './test-key'

interface KeyFieldProps {
  id: string
  value: string
  /** Whether the operation requires a key. */
  isNeeded: boolean
  onChange: (key: string) => void
}

type Made = Awaited<ReturnType<typeof makeTestKey>>

/**
 * Takes the key to send. The server keeps only a hash of the account's own keys, so they cannot be offered here, but one click
 * makes a test key.
 */
export function KeyField({ id, value, isNeeded, onChange }: KeyFieldProps) {
  const [made, setMade] = useState<Made | 'making' | null>(null)

  async function make() {
    setMade('making')
    const { makeTestKey } = await import('./test-key')
    const answer = await makeTestKey()
    setMade(answer)
    if ('key' in answer) onChange(answer.key)
  }

  return (
    <div className="grid gap-2">
      <TextField
        id={id}
        label={
          <>
            API key
            <span className="font-normal text-soft">
              {isNeeded ? ' (needed)' : ' (without one, this counts as a visitor’s call)'}
            </span>
          </>
        }
        type="password"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {value === '' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <Button busy={made === 'making'} onClick={make}>
            Use a test key
          </Button>
          <span>Made for your account, kept in this tab, and free.</span>
        </div>
      )}
      <p role="status" className="text-sm text-limit empty:hidden">
        {made !== null && made !== 'making' && 'fault' in made && <Fault {...made} />}
      </p>
    </div>
  )
}

const Fault = ({ fault, isSignedOut }: Extract<Made, { fault: string }>) =>
  isSignedOut ? (
    <>
      <a href={`/sign-in?next=${encodeURIComponent(window.location.pathname)}`} className="font-medium underline">
        Sign in
      </a>{' '}
      to make a test key, or paste a key you have.
    </>
  ) : (
    fault
  )
