/** The links that responses have for a place id, with the default hosts. */
export const placeLinks = (placeId: string) => ({
  review_url: `https://search.google.com/local/writereview?placeid=${placeId}`,
  reviews_url: `https://search.google.com/local/reviews?placeid=${placeId}`,
  directions_url: `https://www.google.com/maps/dir/?api=1&destination=place_id%3A${placeId}&destination_place_id=${placeId}`,
})
