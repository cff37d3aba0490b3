/** The scripts and styles that a page names. */
export const assetsOf = (html: string): string[] => [...new Set(html.match(/\/_next\/static\/[\w./~-]+\.(?:js|css)/g))]
