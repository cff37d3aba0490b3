import type { ReferenceForm } from '@/server/places/links/reference'

/** The place id of the Trevi Fountain, which is both in the sample data and on Google. */
export const examplePlaceId = 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY'

/** An example of one kind of link, and the usual source of such links. */
export interface LinkExample {
  from: string
  text: string
}

/** The listing in the links: the Colosseum. */
const placeId = 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg'
const featureId = '0x132f61b6532013ad:0x28f1c82e908503c4'
const cid = '2950359333223072708'

/** Every form of reference that can be read without following a link. All of them point to the same listing. */
export const linkExamples: Record<ReferenceForm, LinkExample> = {
  place_link: {
    from: 'A desktop browser’s address bar, on any Google domain',
    text: `https://www.google.com/maps/place/Colosseum/@41.8902102,12.4922309,17z/data=!3m1!4b1!4m6!3m5!1s${featureId}!8m2!3d41.8902102!4d12.4922309!16zL20vMGQ1cXg`,
  },
  mobile_link: {
    from: 'What a share link from the phone app redirects to',
    text: `https://maps.google.com/?q=Colosseum,+Piazza+del+Colosseo,+1,+00184+Roma+RM,+Italy&ftid=${featureId}&entry=gps`,
  },
  cid_link: { from: 'The Places API, and Pinref’s own responses', text: `https://maps.google.com/?cid=${cid}` },
  place_id_link: {
    from: 'Links made by software',
    text: `https://www.google.com/maps/place/?q=place_id:${placeId}`,
  },
  search_link: {
    from: 'Google’s Maps URLs: a search with a place id',
    text: `https://www.google.com/maps/search/?api=1&query=Colosseum&query_place_id=${placeId}`,
  },
  directions_link: {
    from: 'Google’s Maps URLs, for directions to one listing',
    text: `https://www.google.com/maps/dir/?api=1&destination=Colosseum&destination_place_id=${placeId}`,
  },
  embed_link: {
    from: 'Share, Embed a map; you can paste the whole element',
    text: `https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2969.6!2d12.4896559!3d41.8902102!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s${encodeURIComponent(featureId)}!2sColosseum!5e0!3m2!1sen!2sit`,
  },
  review_link: {
    from: 'Links that ask customers for a review',
    text: `https://search.google.com/local/writereview?placeid=${placeId}`,
  },
  google_search_link: {
    from: 'A business panel in Google Search',
    text: `https://www.google.com/search?q=colosseum&ludocid=${cid}`,
  },
  business_profile_link: {
    from: 'The short link of a Business Profile; its code contains the CID',
    text: 'https://g.page/r/CcQDhZAuyPEoEAE',
  },
  hotel_link: {
    from: 'A hotel in Google’s hotel search; its code contains the CID',
    text: 'https://www.google.com/travel/hotels/entity/CgoIxIeUhOmF8vgoEAE',
  },
  earth_link: {
    from: 'A place’s info balloon in Google Earth',
    text: `https://www.google.com/earth/rpc/entity?lat=41.8902&lng=12.4922&fid=${featureId}`,
  },
  api_link: {
    from: 'A Places API request; remove the key',
    text: `https://places.googleapis.com/v1/places/${placeId}`,
  },
  place_id: { from: 'Google’s APIs', text: placeId },
  feature_id: { from: 'A map page’s data', text: featureId },
  cid: { from: 'Any source of a listing’s number', text: cid },
}

/** A short link from each host whose links must be followed. */
export const shortLinkExamples: Record<string, LinkExample> = {
  'maps.app.goo.gl': { from: 'Share, in the phone app', text: 'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8?g_st=ipc' },
  'goo.gl': { from: 'Share, in older versions of the app', text: 'https://goo.gl/maps/AK13hVJLjnveWZqJA' },
  'share.google': { from: 'Share, in the Google app and in Chrome', text: 'https://share.google/P0go8dYmyCVAl59WI' },
  'g.co': { from: 'Share, in a Google Search panel', text: 'https://g.co/kgs/91UYXud' },
  'g.page': { from: 'A short name the business chose', text: 'https://g.page/TheMadHouseCoffee?share' },
}

/** Links that don't point to one listing. The page shows the response next to each link. */
export const refusedExamples: readonly LinkExample[] = [
  { from: 'A part of the map', text: 'https://www.google.com/maps/@-33.8688,151.2093,17z' },
  { from: 'Coordinates', text: 'https://www.google.com/maps?q=41.8902,12.4922' },
  { from: 'A search', text: 'https://www.google.com/maps/search/pizza+near+me/' },
  { from: 'A route between places', text: 'https://www.google.com/maps/dir/Roma+Termini/Colosseum/' },
  { from: 'A list', text: 'https://www.google.com/maps/placelists/list/mfmnkPs6RuGyp0HOmXLSKg' },
  { from: 'A hotel’s share link', text: 'https://www.google.com/travel/hotels/s/woACXFERDhtoYqFE9' },
  { from: 'A place without its identifier', text: 'https://www.google.com/maps/place/Colosseum/' },
  { from: 'A link to another site', text: 'https://www.openstreetmap.org/relation/1834818' },
]
