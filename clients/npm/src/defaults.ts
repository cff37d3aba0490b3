/** The hosts for links in results, unless a server is configured otherwise. */
export const defaultHosts: { MAP_HOST: string; REVIEW_HOST: string } = {
  MAP_HOST: 'https://maps.google.com',
  REVIEW_HOST: 'https://search.google.com',
}

declare const PINREF_URL: string

/** The server that this package was built for. */
export const defaultUrl: string = PINREF_URL
