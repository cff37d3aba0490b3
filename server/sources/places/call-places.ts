import { logError } from '@/server/log'
import { readBoundedText } from '@/server/upstream/bounded-body'
import { UpstreamFailure } from '@/server/upstream/failure'
import { type Sku, spend } from '@/server/upstream/spending'
import { type NoSuchPlace, readRefusal } from './refusal'

export interface PlacesSettings {
  /** `https://places.googleapis.com`, or what stands in for it; no slash at the end. */
  url: string
  apiKey: string
  /** Billable calls a UTC day; null for no limit. */
  dailyCap: number | null
}

export interface PlacesCall {
  /** After the version, e.g. `places/ChIJ…`. */
  path: string
  /** Fields separated by commas, no blanks; Text Search wants each with the prefix `places.`. */
  mask: string
  /** What the call is billed as, which follows from the mask. */
  sku: Sku
  /** Makes it a POST. */
  body?: object
}

/** A JSON object nobody has looked into yet, or why there is no such place. */
export type PlacesAnswer = { object: object } | { none: NoSuchPlace }

/** Twenty candidates with every field asked for are some 40 KB. */
const largestBytes = 256 * 1024

/**
 * Makes one call to Places API (New), counted before it is made. Redirects are not followed.
 * @throws UpstreamFailure; the signal's reason where it aborts.
 */
export async function callPlaces(
  call: PlacesCall,
  settings: PlacesSettings,
  signal: AbortSignal,
): Promise<PlacesAnswer> {
  const counted = spend(call.sku, settings.dailyCap)
  // Without a cap nothing depends on the count, so that it need not come first, nor stand in the way.
  if (settings.dailyCap !== null) await counted
  const uncounted = counted.catch((error: unknown) => logError('a call to Google was not counted', { error }))
  const { status, text } = await exchange(call, settings, signal)
  await uncounted
  return status === 200 ? { object: parseObject(text) } : { none: readRefusal(status, text) }
}

async function exchange({ path, mask, body }: PlacesCall, { url, apiKey }: PlacesSettings, signal: AbortSignal) {
  try {
    const response = await fetch(`${url}/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-goog-api-key': apiKey,
        'x-goog-fieldmask': mask,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal,
    })
    return { status: response.status, text: await readBoundedText(response, largestBytes) }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof UpstreamFailure ? error : new UpstreamFailure('unreachable', error)
  }
}

function parseObject(text: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new UpstreamFailure('bad_answer', cause)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new UpstreamFailure('bad_answer', new Error('not a JSON object'))
}
