import type { Admission, Quota } from '@/server/access/admission'
import type { Client } from '@/server/access/client'
import type { SignedIn } from '@/server/accounts/session'
import type { CallRecord } from '@/server/observability/call-record'

/** What a procedure knows of its call. */
export interface Context {
  /**
   * Each is worked out only when it is asked for. The signal aborts when the caller has gone. A header goes by its name in
   * lower case; null where it was not sent.
   */
  call: { client(): Client; signal(): AbortSignal; header(name: string): string | null }
  record: CallRecord
  /** The API key as it was sent; null where none was. */
  apiKey: string | null
  /** Who is signed in in the browser; null for everybody else. Asked only where it matters: it costs a round trip. */
  account: () => Promise<SignedIn | null>
  metering: Metering
}

/** What is noted of a call for its headers and its refund. */
export interface Metering {
  /** For whom it was admitted, and where the quota stood then. */
  admission?: Pick<Admission, 'caller' | 'quota'>
  /** Where the quota stands now. */
  quota?: Quota
  /** Whether an upstream was asked for it. */
  askedUpstream?: boolean
}
