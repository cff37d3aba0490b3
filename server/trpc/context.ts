import type { Admission, Quota } from '@/server/access/admission'
import type { Client } from '@/server/access/client'

/** A person who is signed in. */
export interface Account {
  accountId: string
  email: string
  emailVerified: boolean
}

/** What a procedure knows of its call. */
export interface Context {
  requestId: string
  client: Client
  /** The API key as it was sent; null where none was. */
  apiKey: string | null
  /** Who is signed in in the browser; null for everybody else, and always on REST, which reads no cookies. */
  account: Account | null
  /** Ends when the caller has gone. */
  signal: AbortSignal
  /** Filled by metering, for the door to write headers from: how the call was admitted and where the quota stands now. */
  metering: { admission?: Admission; quota?: Quota }
}

export function createContext(call: Omit<Context, 'metering'>): Context {
  return { ...call, metering: {} }
}
