import { readReference } from '@/server/places/links/read-reference'
import type { Reference } from '@/server/places/links/reference'
import { PinrefError } from '@/server/platform/problems/errors'

/** The listing to which the links in these tests point: Sydney Opera House. */
export const opera = {
  featureId: '0x6b12ae665e892fdd:0x3133f8d75a1ac251',
  placeId: 'ChIJ3S-JXmauEmsRUcIaWtf4MzE',
  cid: '3545450935484072529',
  zeroCell: '0x0:0x3133f8d75a1ac251',
}

/** Another listing: Brandenburger Tor. */
export const gate = { featureId: '0x47a851c655f20989:0x26bbfb4e84674c63', cid: '2791100708733537379' }

/** Returns the reference in text; null if the text is rejected. */
export function readOrNull(text: string): Reference | null {
  try {
    return readReference(text)
  } catch (error) {
    if (error instanceof PinrefError) return null
    throw error
  }
}

/** Returns a flat, printable result of reading text: `listing`, `short_link` or the error's code and detail. */
export function reading(text: string): Record<string, unknown> {
  try {
    const reference = readReference(text)
    if (reference.kind === 'short_link') {
      const { link, listingInText } = reference
      return { short: `${link.host}/${link.path}`, beside: listingInText?.cid.toString() ?? null }
    }
    const { form, cid, placeId, kgId, title } = reference
    return { form, cid: cid.toString(), placeId, kgId, title }
  } catch (error) {
    if (error instanceof PinrefError) return { code: error.code, detail: error.message }
    throw error
  }
}
