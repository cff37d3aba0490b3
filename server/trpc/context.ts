import type { Admission, Quota } from '@/server/access/admission'
import type { Client } from '@/server/access/client'
import type { HeldBody } from '@/server/access/long-body'
import type { CallRecord } from '@/server/observability/call-record'
import type { SignedIn } from '@/server/sign-in/session'

/** What a procedure knows of its call. */
export interface Context {
  /**
   * Each value is computed only when it is asked for. The signal aborts when the caller has gone. `header` takes a name in lower
   * case and returns null if it was not sent.
   */
  call: { client(): Client; signal(): AbortSignal; header(name: string): string | null }
  record: CallRecord
  /** The API key as it was sent; null if none was. */
  apiKey: string | null
  /** Returns who is signed in in the browser; null for everybody else. Called only if needed, because it costs a round trip. */
  account: () => Promise<SignedIn | null>
  metering: Metering
  /** Its admission, if that came before its body was read. The procedure takes it over. */
  early?: Promise<Admission> | undefined
  /** What its body holds until it is answered, if the body may be long. */
  body?: HeldBody | undefined
}

/** What is noted of a call for its headers and its refund. */
export interface Metering {
  /** Who it was admitted for, and the quota at that time. */
  admission?: Pick<Admission, 'caller' | 'quota'> & Partial<Pick<Admission, 'isAwaited'>>
  /** The quota now. */
  quota?: Quota
  /** Whether an upstream was asked for it. */
  askedUpstream?: boolean
}
