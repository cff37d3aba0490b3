import { ImageResponse } from 'next/og'
import { listingIn } from '@/components/reading/reading'
import { longestText } from '@/components/site/share-card'
import { env } from '@/server/platform/settings/env'
import { createBudget } from './budget'
import { ListingPicture } from './listing-picture'
import { cardOf, PagePicture } from './page-picture'
import { fonts, pictureSize } from './sheet'

/** The number of pictures cached in memory, about 100 KB each. */
const maxCached = 100

/** The pictures by content, latest last. */
const cache = new Map<string, Uint8Array<ArrayBuffer>>()

const mayDraw = createBudget()

/**
 * Draws the picture that other sites show for a page, as a PNG.
 * @param path of the page.
 * @param text the text looked up on it. Only what the text itself contains is drawn, without a lookup.
 * @returns null while too many pictures are requested.
 */
export async function drawPicture(path: string, text: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const { MAP_HOST, REVIEW_HOST, APP_URL } = env()
  const { host } = new URL(APP_URL)
  const listing = text.length <= longestText ? listingIn(text, { MAP_HOST, REVIEW_HOST }) : null
  const card = await cardOf(path)
  const shown = JSON.stringify(listing ?? card)
  const cached = cache.get(shown)
  if (cached) return cached
  if (!mayDraw()) return null
  const picture = listing ? <ListingPicture host={host} listing={listing} /> : <PagePicture host={host} card={card} />
  const png = new Uint8Array(await new ImageResponse(picture, { ...pictureSize, fonts }).arrayBuffer())
  cache.set(shown, png)
  const [oldest = ''] = cache.keys()
  if (cache.size > maxCached) cache.delete(oldest)
  return png
}
