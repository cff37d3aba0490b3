/** Google's short links answer phones and programs with a redirect, desktop browsers and crawlers with pages. */
export const isCrawler = (userAgent: string) => /bot\b|crawler|spider|facebookexternalhit|WhatsApp/i.test(userAgent)

export const isPhone = (userAgent: string) => /iPhone|iPad|Android/.test(userAgent)

export const isDesktopBrowser = (userAgent: string) =>
  /^Mozilla\/5\.0 \((?:Windows|Macintosh|X11)/.test(userAgent) && !isCrawler(userAgent)
