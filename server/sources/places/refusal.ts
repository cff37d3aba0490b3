import { z } from 'zod'
import { UpstreamFailure } from '@/server/upstream/failure'

/** Why Google has no place for a place id: it is not one, or not any more. */
export type NoSuchPlace = 'bad_id' | 'stale_id'

const errorBody = z.object({
  error: z.object({
    status: z.string().catch(''),
    message: z.string().catch(''),
    details: z.array(z.unknown()).catch([]),
  }),
})

const detail = z.object({
  reason: z.string().catch(''),
  metadata: z.object({ quota_limit: z.string().catch('') }).catch({ quota_limit: '' }),
})

/**
 * Reads what Places API (New) answered instead of 200. Its body (`status`, `reason`) counts more than the HTTP status: an
 * exhausted quota was seen as 403, a wrong key comes as 400, a stale place id perhaps as 400.
 * @param body the text of the answer.
 * @throws UpstreamFailure for everything that says nothing about the place.
 */
export function readRefusal(httpStatus: number, body: string): NoSuchPlace {
  const { status, message, reasons, limits } = readError(body)
  const fail = (kind: ConstructorParameters<typeof UpstreamFailure>[0]) =>
    new UpstreamFailure(kind, new Error(`Google answered ${httpStatus} ${[status, ...reasons, message].join(' ')}`))

  if (status === 'RESOURCE_EXHAUSTED' || httpStatus === 429) {
    // Only a quota that says it is per minute recovers in a minute.
    const minute = /per ?minute/i.test(`${limits} ${message}`)
    throw fail(minute ? 'quota_minute' : 'quota_day')
  }
  if (httpStatus >= 500) throw fail('server_error')
  if (httpStatus < 400) throw fail('bad_answer')
  if ((httpStatus === 400 || httpStatus === 404) && reasons.length === 0) {
    if (/no longer valid/i.test(message) || status === 'NOT_FOUND') return 'stale_id'
    if (/^Not a valid Place ID/i.test(message)) return 'bad_id'
  }
  // The key, the project, the field mask, or an address that is not Google's: none of this is about the place.
  throw fail('misconfigured')
}

function readError(body: string) {
  const { status, message, details } = errorBody.safeParse(parse(body)).data?.error ?? {
    status: '',
    message: '',
    details: [],
  }
  const read = details.flatMap((entry) => detail.safeParse(entry).data ?? [])
  const reasons = read.map(({ reason }) => reason).filter((reason) => reason !== '')
  return { status, message, reasons, limits: read.map(({ metadata }) => metadata.quota_limit).join(' ') }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
