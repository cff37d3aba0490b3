import { ImageResponse } from 'next/og'
import { listingIn } from '@/components/reading/reading'
import { longestText } from '@/components/site/share-card'
import { env } from '@/server/env'
import { createBudget } from './budget'
import { ListingPicture } from './listing-picture'
import { cardOf, PagePicture } from './page-picture'
import { fonts, pictureSize } from './sheet'

/** How many pictures are kept in memory, some 100 KB each. */
const maxKept = 100

/** The pictures by what they show, the latest last. */
const kept = new Map<string, Uint8Array<ArrayBuffer>>()

const mayDraw = createBudget()

/**
 * Draws the picture that other sites show for a page, as PNG.
 * @param path of the page.
 * @param text the text that is looked up on it: only what it says itself is drawn, without a lookup.
 * @returns null while too many pictures are asked for.
 */
export async function drawPicture(path: string, text: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const { MAP_HOST, REVIEW_HOST, APP_URL } = env()
  const { host } = new URL(APP_URL)
  const listing = text.length <= longestText ? listingIn(text, { MAP_HOST, REVIEW_HOST }) : null
  const card = await cardOf(path)
  const shown = JSON.stringify(listing ?? card)
  const known = kept.get(shown)
  if (known) return known
  if (!mayDraw()) return null
  const picture = listing ? <ListingPicture host={host} listing={listing} /> : <PagePicture host={host} card={card} />
  const png = new Uint8Array(await new ImageResponse(picture, { ...pictureSize, fonts }).arrayBuffer())
  kept.set(shown, png)
  const [oldest = ''] = kept.keys()
  if (kept.size > maxKept) kept.delete(oldest)
  return png
}
