import type { Client } from '@/server/access/client'
import type { HeaderList } from './headers'

/**
 * A call of an operation, as a host hands it over. Each part is made only when it is asked for: building a whole `Request`
 * and `Response` would cost more than the rest of the work.
 */
export interface Call {
  readonly method: string
  /** Below `/api`: `/resolve`, `/search`, `/convert`, `/batch`, `/usage` or `/key`. */
  readonly path: string
  /** A header by its name in lower case; null where it was not sent. */
  header(name: string): string | null
  /** The body as text. @throws PinrefError `payload_too_large` over so many bytes. */
  readBody(mostBytes: number): Promise<string>
  client(): Client
  /** Aborts when the caller has gone; the same signal each time. */
  signal(): AbortSignal
}

/** What a host writes as the answer. */
export interface Answer {
  status: number
  headers: HeaderList
  body: string
}
