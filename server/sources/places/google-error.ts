import { z } from 'zod'

/** What the body of a refusal says; empty if it says nothing, or is not JSON. */
export interface GoogleError {
  /** E.g. `PERMISSION_DENIED`. */
  status: string
  message: string
  /** E.g. `SERVICE_DISABLED`. */
  reasons: string[]
  /** The names of quotas, e.g. `GetPlaceRequestPerDayPerProject`. */
  limits: string
}

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

/** Reads the body of a refusal by Google's newer APIs: `{"error": {"code", "message", "status", "details"}}`. */
export function readGoogleError(body: string): GoogleError {
  const { status, message, details } = errorBody.safeParse(parse(body)).data?.error ?? {
    status: '',
    message: '',
    details: [],
  }
  const read = details.flatMap((entry) => detail.safeParse(entry).data ?? [])
  const reasons = read.map(({ reason }) => reason).filter((reason) => reason !== '')
  return { status, message, reasons, limits: read.map(({ metadata }) => metadata.quota_limit).join(' ') }
}

/** Whether a quota is exhausted. Google was seen to answer 403 for this, too. */
export const isQuota = (httpStatus: number, { status }: GoogleError): boolean =>
  status === 'RESOURCE_EXHAUSTED' || httpStatus === 429

/** Says which quota is exhausted. Only one that says it is per minute recovers in a minute. */
export const quotaOf = ({ limits, message }: GoogleError): 'quota_minute' | 'quota_day' =>
  /per ?minute/i.test(`${limits} ${message}`) ? 'quota_minute' : 'quota_day'

/** Returns the error that is shown to the operator. */
export const errorOf = (httpStatus: number, { status, reasons, message }: GoogleError): Error =>
  new Error(`Google answered ${httpStatus} ${[status, ...reasons, message].join(' ')}`)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
