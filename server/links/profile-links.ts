import { decodeBase64Url } from '@/server/identifiers/base64url'
import { cidFromBits } from '@/server/identifiers/cid'
import { referenceTo } from './found-identifiers'
import type { LinkUrl } from './link-url'
import type { ListingReference } from './reference'
import { noListing, type Refusal } from './refusal'

/** The code of `g.page/r/<code>[/review]`. The code ends at the first character that codes do not contain. */
const profilePath = /^\/r\/([\w-]{15}(?=_+(?:[^\w-]|$))|[\w-]+)(\/review)?/i

/**
 * Reads a `g.page/r/` link, whose code is base64url of 11 bytes: `09`, the CID little endian, `10` and a byte whose
 * meaning is not known. No network is needed.
 * @returns null for any other link, including other links of g.page.
 */
export function readProfileLink({ host, path }: LinkUrl): ListingReference | Refusal | null {
  if (host !== 'g.page' || !/^\/r(?:\/|$)/i.test(path)) return null
  const [, code = '', review] = profilePath.exec(path) ?? []
  const bytes = decodeBase64Url(code)
  if (bytes?.length !== 11 || bytes[0] !== 0x09 || bytes[9] !== 0x10) return noListing('damaged_profile_code')
  const cid = cidFromBits(new DataView(bytes.buffer).getBigUint64(1, true))
  const form = review ? 'review_link' : 'business_profile_link'
  return referenceTo([{ kind: 'cid', id: { cell: 0n, cid }, isDigits: false, form }], null) ?? noListing('zero_cid')
}
