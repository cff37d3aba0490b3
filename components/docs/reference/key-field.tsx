'use client'

import { useState, useSyncExternalStore } from 'react'
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

const storageKey = 'pinref.docs-test-key'
const isTestKey = (key: string) => key.startsWith('pr_test_')

/** The key that the forms of all pages send; null until it is first read. */
let current: string | null = null
const listeners = new Set<() => void>()

function read(): string {
  if (current === null) {
    try {
      current = sessionStorage.getItem(storageKey) ?? ''
    } catch {
      current = ''
    }
  }
  return current
}

/**
 * Sets the key for all forms of this tab. A test key, which can do no harm, survives a reload. Any other key is kept in memory
 * only, because the next person at the browser can read anything that is stored.
 */
function setKey(key: string): void {
  current = key
  try {
    if (isTestKey(key)) sessionStorage.setItem(storageKey, key)
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage, the key lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useKey() {
  const key = useSyncExternalStore(subscribe, read, () => '')
  return { key, setKey }
}
