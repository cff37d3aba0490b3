import type { Metadata } from 'next'
import { env } from '@/server/env'

/** Where the picture of a page is, see `app/og`. */
const pictureOf = (path: string, text: string) =>
  `${env().APP_URL}/og?${new URLSearchParams({ page: path, ...(text && { q: text }) })}`

const size = { width: 1_200, height: 630 }

/** What is the same for every page, a picture apart. */
export const anyCard = {
  openGraph: { type: 'website', siteName: 'Pinref' },
  twitter: { card: 'summary_large_image' },
} satisfies Metadata

/**
 * What other sites show of a link to a page, besides its title and description: a picture of its own.
 * @param text what is looked up on the page.
 */
export const shareCard = (path: string, text = ''): Pick<Metadata, 'openGraph' | 'twitter'> => ({
  ...anyCard,
  openGraph: { ...anyCard.openGraph, images: [{ url: pictureOf(path, text), ...size }] },
})

/** The picture of a page whose metadata has `anyCard`. It may stand anywhere in the page. */
export const SharePicture = ({ path }: { path: string }) => (
  <>
    <meta property="og:image" content={pictureOf(path, '')} />
    <meta property="og:image:width" content={`${size.width}`} />
    <meta property="og:image:height" content={`${size.height}`} />
  </>
)
