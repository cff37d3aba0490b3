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

type CreatedKey = Awaited<ReturnType<typeof makeTestKey>>

/**
 * A field for the key to send. The server stores only hashes of the account's keys, so it can't offer them here, but
 * one click creates a test key.
 */
export function KeyField({ id, value, isNeeded, onChange }: KeyFieldProps) {
  const [created, setCreated] = useState<CreatedKey | 'creating' | null>(null)

  async function create() {
    setCreated('creating')
    const { makeTestKey } = await import('./test-key')
    const result = await makeTestKey()
    setCreated(result)
    if ('key' in result) onChange(result.key)
  }

  return (
    <div className="grid gap-2">
      <TextField
        id={id}
        label={
          <>
            API key
            <span className="font-normal text-soft">
              {isNeeded ? ' (required)' : ' (optional; without one, this counts as a visitor’s call)'}
            </span>
          </>
        }
        type="password"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {value === '' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <Button busy={created === 'creating'} onClick={create}>
            Use a test key
          </Button>
          <span>Created for your account, stored in this tab, and free.</span>
        </div>
      )}
      <p role="status" className="text-sm text-limit empty:hidden">
        {created !== null && created !== 'creating' && 'fault' in created && <Fault {...created} />}
      </p>
    </div>
  )
}

const Fault = ({ fault, isSignedOut }: Extract<CreatedKey, { fault: string }>) =>
  isSignedOut ? (
    <>
      <a href={`/sign-in?next=${encodeURIComponent(window.location.pathname)}`} className="font-medium underline">
        Sign in
      </a>{' '}
      to create a test key, or paste your own key.
    </>
  ) : (
    fault
  )

const storageKey = 'pinref.docs-test-key'
const isTestKey = (key: string) => key.startsWith('pr_test_')

/** The key sent by the forms on all pages; null until it is first read. */
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
 * Sets the key for all forms in this tab. A test key, which is harmless, survives a reload. Any other key remains in
 * memory, because the next person to use the browser can read anything that is stored.
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
