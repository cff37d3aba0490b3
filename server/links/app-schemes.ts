/**
 * Returns the web address of a link that opens the Google Maps app: `comgooglemapsurl://maps.google.com/…`,
 * `comgooglemaps://?…` (iOS) or `intent://maps.google.com/…#Intent;scheme=https;…` (Android). Other texts stay as they are.
 */
export function webAddressOf(link: string): string {
  if (/^comgooglemapsurl:\/\//i.test(link)) return link.replace(/^comgooglemapsurl/i, 'https')
  if (/^comgooglemaps:\/\/\/?\?/i.test(link)) return link.replace(/^comgooglemaps:\/+/i, 'https://maps.google.com/')
  const [, address, scheme] = /^intent:\/\/([^#]*)#Intent;(?:.*;)?scheme=(https?);/i.exec(link) ?? []
  return address === undefined || scheme === undefined ? link : `${scheme.toLowerCase()}://${address}`
}
