/** Where the links of answers lead unless a server is set otherwise. */
export const usualHosts: { MAP_HOST: string; REVIEW_HOST: string } = {
  MAP_HOST: 'https://maps.google.com',
  REVIEW_HOST: 'https://search.google.com',
}
