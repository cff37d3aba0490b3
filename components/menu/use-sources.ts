'use client'

import { useEffect, useMemo, useState } from 'react'
import type { finder } from '@/components/docs/search/find'
import { currentOf } from '@/components/site/accounts/use-accounts'
import { loadClient } from '@/components/trpc/lazy-client'
import { accountCommands, batchCommand, type Command, isChange, keyCommands, watchlistCommand } from './commands'

/** The maximum time that the menu waits for keys, batches, watchlists, and accounts. */
const patienceMs = 8_000

/** How many keys and how many batches the menu lists, newest first. */
const most = 100

interface Own {
  commands: Command[]
  /** Whether the person may only see the account. */
  isViewer: boolean
  /** What could not be loaded: “Keys and batches”; null if nothing. */
  missing: string | null
}

const nothing: Own = { commands: [], isViewer: false, missing: null }

async function readOwn(): Promise<Own> {
  const client = await loadClient()
  const options = () => ({ signal: AbortSignal.timeout(patienceMs) })
  const [keys, batches, watchlists, accounts] = await Promise.allSettled([
    client.keys.list.query(undefined, options()),
    client.batches.list.query({ limit: String(most) }, options()),
    client.watchlists.list.query({}, options()),
    client.accounts.list.query(undefined, options()),
  ])
  const nowSeconds = Date.now() / 1000
  const lost = Object.entries({ keys, batches, watchlists, accounts }).flatMap(([name, { status }]) =>
    status === 'rejected' ? name : [],
  )
  const isViewer = accounts.status === 'fulfilled' && currentOf(accounts.value)?.role === 'viewer'
  const commands = [
    ...(keys.status === 'fulfilled' ? keys.value.slice(0, most).flatMap((key) => keyCommands(key, nowSeconds)) : []),
    ...(batches.status === 'fulfilled' ? batches.value.batches.map(batchCommand) : []),
    ...(watchlists.status === 'fulfilled' ? watchlists.value.watchlists.map(watchlistCommand) : []),
    ...(accounts.status === 'fulfilled' ? accountCommands(accounts.value) : []),
  ]
  return {
    commands: isViewer ? commands.filter((command) => !isChange(command)) : commands,
    isViewer,
    missing: new Intl.ListFormat('en').format(lost) || null,
  }
}

/** Returns the commands for the account's keys, batches, and watchlists, and for the person's other accounts, once they are loaded. */
export function useOwnCommands(isSignedIn: boolean): Own {
  const [own, setOwn] = useState(nothing)
  useEffect(() => {
    if (!isSignedIn) return
    let isGone = false
    const failed: Own = { commands: [], isViewer: false, missing: 'keys, batches, watchlists, and accounts' }
    readOwn()
      .catch(() => failed)
      .then((own) => isGone || setOwn(own))
    return () => {
      isGone = true
    }
  }, [isSignedIn])
  return own
}

type Find = ReturnType<typeof finder>

/** Cached for the next time the menu is opened. */
let docsFinder: Promise<Find> | null = null

async function makeFinder(): Promise<Find> {
  const { entriesOf, entriesPath, finder } = await import('@/components/docs/search/find')
  const response = await fetch(entriesPath)
  if (!response.ok) throw new Error(`the entries of the docs search: ${response.status}`)
  return finder(entriesOf(await response.json()))
}

/**
 * Searches the docs, whose entries are loaded with the first query.
 * @param query empty if none.
 * @returns the hits by page; null while they are loading.
 */
export function useDocs(query: string): ReturnType<Find> | 'failed' | null {
  const [find, setFind] = useState<{ now: Find | 'failed' | null }>({ now: null })
  const isNeeded = query.trim() !== ''
  useEffect(() => {
    if (!isNeeded) return
    let isGone = false
    docsFinder ??= makeFinder()
    docsFinder.then(
      (now) => isGone || setFind({ now }),
      () => {
        docsFinder = null
        if (!isGone) setFind({ now: 'failed' })
      },
    )
    return () => {
      isGone = true
    }
  }, [isNeeded])
  const { now } = find
  return useMemo(() => {
    if (!isNeeded) return []
    return typeof now === 'function' ? now(query) : now
  }, [isNeeded, now, query])
}
