import type { Metadata } from 'next'
import { env } from '@/server/platform/settings/env'

/** Returns the URL of a page's picture, see `app/og`. */
const pictureOf = (path: string, text: string) =>
  `${env().APP_URL}/og?${new URLSearchParams({ page: path, ...(text && { q: text }) })}`

const size = { width: 1_200, height: 630 }

/** The metadata shared by all pages, apart from the picture. */
export const anyCard = {
  openGraph: { type: 'website', siteName: 'Pinref' },
  twitter: { card: 'summary_large_image' },
} satisfies Metadata

/**
 * Returns what other sites show for a link to a page, besides its title and description: the page's picture.
 * @param text the text looked up on the page.
 */
export const shareCard = (path: string, text = ''): Pick<Metadata, 'openGraph' | 'twitter'> => ({
  ...anyCard,
  openGraph: { ...anyCard.openGraph, images: [{ url: pictureOf(path, text), ...size }] },
})

/** The picture of a page whose metadata has `anyCard`. The element can go anywhere in the page. */
export const SharePicture = ({ path }: { path: string }) => (
  <>
    <meta property="og:image" content={pictureOf(path, '')} />
    <meta property="og:image:width" content={`${size.width}`} />
    <meta property="og:image:height" content={`${size.height}`} />
  </>
)

/** The maximum length of a string whose lookup has its own picture, in UTF-16 units. */
export const longestText = 2_048
