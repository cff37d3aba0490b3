/** Google's short links return a redirect to phones and programs, and a page to desktop browsers and crawlers. */
export const isCrawler = (userAgent: string) => /bot\b|crawler|spider|facebookexternalhit|WhatsApp/i.test(userAgent)

export const isPhone = (userAgent: string) => /iPhone|iPad|Android/.test(userAgent)

export const isDesktopBrowser = (userAgent: string) =>
  /^Mozilla\/5\.0 \((?:Windows|Macintosh|X11)/.test(userAgent) && !isCrawler(userAgent)
