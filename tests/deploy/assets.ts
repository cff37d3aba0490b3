/** Returns the URLs of the scripts and styles that a page loads. */
export const assetsOf = (html: string): string[] => [...new Set(html.match(/\/_next\/static\/[\w./~-]+\.(?:js|css)/g))]
