import { PinrefError } from '@/server/errors'
import { businessName, isBareHex } from '@/server/links/business-name'
import { findLinks } from '@/server/links/find-links'
import { readReference } from '@/server/links/read-reference'
import { referenceWords } from '@/server/links/reference'
import { shortLinkUrl } from '@/server/links/short-link'
import { withoutApiKeys } from './without-api-keys'

/** The call that answers a text. */
export type BoxRequest = { operation: 'resolve'; url: string } | { operation: 'search'; name: string }

/** What a text was read as. */
export interface Reading {
  understood: boolean
  words: string
  request: BoxRequest
  /** The CID, if the text is nothing else and can be converted without a lookup; otherwise null. */
  cid: string | null
  /** The links in it, if it names several listings, which bulk can look up; otherwise empty. */
  links: readonly string[]
  /** Equal for texts that certainly have the same answer. */
  sameness: string
}

/**
 * Reads a text as the server will: as a link or an identifier. Anything else that looks like words is a business name to
 * search for.
 */
export function readingOf(text: string): Reading {
  const trimmed = withoutApiKeys(text.trim())
  const url = isBareHex(trimmed) ? `0x${trimmed}` : trimmed
  const reading = { request: { operation: 'resolve', url }, cid: null, links: [], sameness: url } as const
  try {
    const reference = readReference(url)
    if (reference.kind === 'short_link')
      return {
        ...reading,
        understood: true,
        words: isOffline()
          ? 'Share link: finding its listing needs a connection.'
          : 'Share link: will be followed to its listing.',
        sameness: `${shortLinkUrl(reference.link)} ${reference.listingInText?.cid}`,
      }
    const { form, title, cid, placeId, kgId } = reference
    const sameness = `${cid} ${placeId} ${kgId} ${title}`
    if (form === 'cid') return { ...reading, understood: true, words: cidWords(url), cid: url, sameness }
    const words = referenceWords(reference)
    const taken = words.charAt(0).toUpperCase() + words.slice(1)
    return {
      ...reading,
      sameness,
      understood: true,
      words: title ? `${taken}: names one listing, “${title}”.` : `${taken}: names one listing.`,
    }
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    const name = businessName(trimmed)
    if (name === null) {
      const links = findLinks(trimmed)
      return { ...reading, understood: false, words: error.message, links: links.length > 1 ? links : [] }
    }
    return {
      ...reading,
      understood: true,
      words: 'Business name: will be searched for.',
      request: { operation: 'search', name },
    }
  }
}

/** Whether the browser knows that it has no connection. */
const isOffline = () => globalThis.navigator?.onLine === false

const cidWords = (cid: string) =>
  /^0x/i.test(cid) ? 'CID in hexadecimal: names one listing.' : 'CID: names one listing.'
