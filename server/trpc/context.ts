import type { Admission, Quota } from '@/server/access/admission'
import type { Client } from '@/server/access/client'
import type { SignedIn } from '@/server/accounts/session'
import type { CallRecord } from '@/server/observability/call-record'

/** What a procedure knows of its call. */
export interface Context {
  /** Ends when the caller has gone. It is reached through the call, since making one costs something. */
  call: { readonly signal: AbortSignal }
  record: CallRecord
  client: Client
  /** The API key as it was sent; null where none was. */
  apiKey: string | null
  /** Who is signed in in the browser; null for everybody else. Asked only where it matters: it costs a round trip. */
  account: () => Promise<SignedIn | null>
  /** Filled by metering, for the door to write headers from: how the call was admitted and where the quota stands now. */
  metering: { admission?: Admission; quota?: Quota }
}

/** On REST nobody is signed in: no cookies are read there. */
export const nobody = async () => null

export function createContext(call: Omit<Context, 'metering'>): Context {
  return { ...call, metering: {} }
}
