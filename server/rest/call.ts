import type { Client } from '@/server/access/client'
import type { CallRecord } from '@/server/observability/call-record'
import type { HeaderList } from './header-list'

/**
 * A call of an operation, as any host can hand it over: as much of a request as is looked at, each part made when it is
 * asked for. A whole `Request` and `Response` would cost more than the rest of the work.
 */
export interface Call {
  readonly method: string
  /** Below `/api`: `/resolve`, `/search` or `/convert`. */
  readonly path: string
  readonly client: Client
  readonly record: CallRecord
  /** Ends when the caller has gone. */
  readonly signal: AbortSignal
  /** A header by its name in lower case; null where it was not sent. */
  header(name: string): string | null
  /** The body as text. @throws PinrefError `payload_too_large` over 16 KiB. */
  readBody(): Promise<string>
}

/** What is answered: for any host to write. */
export interface Answer {
  status: number
  headers: HeaderList
  body: string
}
