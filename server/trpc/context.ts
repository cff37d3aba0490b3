import type { Admission, Quota } from '@/server/access/admission'
import type { Client } from '@/server/access/client'
import type { HeldBody } from '@/server/access/long-body'
import type { CallRecord } from '@/server/observability/call-record'
import type { SignedIn } from '@/server/sign-in/session'

/** The context of a procedure. */
export interface Context {
  /**
   * Each value is computed only when it is needed. The signal aborts when the caller disconnects. `header` takes a name in lower
   * case and returns null if it was not sent.
   */
  call: { client(): Client; signal(): AbortSignal; header(name: string): string | null }
  record: CallRecord
  /** The API key as it was sent; null if none was. */
  apiKey: string | null
  /** Returns the account signed in to the browser; null if none. Called only if needed, because it costs a round trip. */
  account: () => Promise<SignedIn | null>
  metering: Metering
  /** Its admission, if it was admitted before its body was read. The procedure takes it over. */
  early?: Promise<Admission> | undefined
  /** The resources its body holds until the response, if the body may be long. */
  body?: HeldBody | undefined
}

/** The state of a call that its headers and its refund need. */
export interface Metering {
  /** The caller it was admitted for, and the quota at that time. */
  admission?: Pick<Admission, 'caller' | 'quota'> & Partial<Pick<Admission, 'isAwaited'>>
  /** The quota now. */
  quota?: Quota
  /** Whether it called an upstream. */
  askedUpstream?: boolean
}
