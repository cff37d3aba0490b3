import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './callers'

/** A dashboard user who keeps creating keys. */
export interface KeyMaker {
  /** The account, with every acknowledged key. */
  account: Caller
  /** Keys that were requested but not acknowledged because the store or the process was down. */
  refused(): number
  stop(): Promise<void>
}

const pauseMs = 700
/** Below the per-account limit. */
const maxKeys = 45
const json = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' }

/** Signs up at the first process and creates keys at all of them, as the dashboard does. */
export async function startKeyMaker(urls: readonly string[], appUrl: string): Promise<KeyMaker> {
  const headers = { ...json, origin: appUrl }
  const signedUp = await fetch(`${urls[0]}/api/auth/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'keys@example.com', password: 'correct horse battery', name: 'K' }),
  })
  if (!signedUp.ok) throw new Error(`sign-up answered ${signedUp.status}: ${await signedUp.text()}`)
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const processes = urls.map((_, process) => process)
  const account: Caller = {
    name: 'key maker',
    accountId: null,
    keys: [],
    address: '203.0.113.77',
    processes,
    before: 0,
  }
  let refused = 0
  let going = true

  async function make(url: string) {
    const response = await fetch(`${url}/api/trpc/keys.create`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify({ name: 'Made under load', expires: null }),
      signal: AbortSignal.timeout(5_000),
    })
    const { result } = (await response.json()) as { result?: { data: { key: string; id: string } } }
    if (!result) throw new Error(`not acknowledged: ${response.status}`)
    // The account's id is part of each key.
    account.accountId ??= result.data.key.slice('pr_live_'.length, 'pr_live_'.length + 16)
    account.keys.push(result.data)
  }

  async function work() {
    for (let turn = 0; going && account.keys.length + refused < maxKeys; turn++) {
      await make(urls[turn % urls.length] ?? '').catch(() => {
        refused += 1
      })
      await sleep(pauseMs)
    }
  }

  const working = work()
  return {
    account,
    refused: () => refused,
    stop: async () => {
      going = false
      await working
    },
  }
}
