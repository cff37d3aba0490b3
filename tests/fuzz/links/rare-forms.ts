import { featureIdOf, type Numbers, packPlaceId, signed } from '../arithmetic'
import { hotelTokenOf, stickOf, stickOfCid, suggestionOf } from './tokens'

/** A way to identify a listing: its text, and whether the text contains the cell. */
export interface Form {
  write(both: Numbers): string
  knowsCell: boolean
}

const www = 'https://www.google.com'
const whole = (write: Form['write']): Form => ({ write, knowsCell: true })
const cidOnly = (write: Form['write']): Form => ({ write, knowsCell: false })
const hex = ({ cid }: Numbers) => `0x${cid.toString(16)}`

/** Rare forms: from search, hotels, Google Earth, apps, and APIs, and links that tools build incorrectly. */
export const rareForms: readonly Form[] = [
  whole((both) => `${www}/maps?cid=${featureIdOf(both)}`),
  whole((both) => `https://maps.google.com/?cid=${packPlaceId(both)}`),
  whole((both) => `https://search.google.com/local/writereview?placeid=${featureIdOf(both)}`),
  whole((both) => `${www}/maps/search/?api=1&query=x&query_place_id=${featureIdOf(both)}`),
  whole((both) => `${www}/maps/search/?api=1&query=place_id:${packPlaceId(both)}`),
  whole((both) => `${www}/maps/dir/?api=1&destination=place_id:${packPlaceId(both)}`),
  whole((both) => `${www}/maps/place/?q=place_id:${featureIdOf(both)}`),
  whole((both) => `${www}/maps/place/?place_id=${packPlaceId(both)}`),
  whole((both) => `${www}/maps?q=${featureIdOf(both)}&output=embed`),
  whole((both) => `${www}/maps/place/${packPlaceId(both)}`),
  whole((both) => `${www}/maps/place/X/@1,2,3z/data=!4m5!3m4!1s${packPlaceId(both)}!8m2!3d1!4d2`),
  whole((both) => `${www}/search?q=x#lrd=${featureIdOf(both)},1,,,,`),
  whole((both) => `${www}/search?q=x&stick=${stickOf(both)}&hl=en#mpd=~5980785747813114943/customers/reviews`),
  whole((both) => `${www}/search?q=x&gs_ssp=${suggestionOf(both)}`),
  whole((both) => `${www}/earth/rpc/entity?lat=1&lng=2&fid=${featureIdOf(both)}&hl=ja`),
  whole((both) => `${www}/local/place/fid/${featureIdOf(both)}/photosphere?iu=x`),
  whole((both) => `${www}/local/imagery/report/?image_key=!1e10!2sx&fid=${featureIdOf(both)}`),
  whole((both) => `${www}/maps/preview#!q=x&data=!4m4!2m3!1m1!1s${encodeURIComponent(featureIdOf(both))}`),
  whole((both) => `https://places.googleapis.com/v1/places/${packPlaceId(both)}`),
  whole((both) => `https://maps.googleapis.com/maps/api/place/details/json?place_id=${packPlaceId(both)}&key=K`),
  whole((both) => `comgooglemapsurl://maps.google.com/?ftid=${featureIdOf(both)}`),
  whole((both) => `intent://maps.google.com/maps?ftid=${featureIdOf(both)}#Intent;scheme=https;end`),
  cidOnly((both) => `${www}/maps/search/?api=1&query=x&query_place_id=${hex(both)}`),
  cidOnly((both) => `${www}/maps?q=cid:${both.cid}&output=embed`),
  cidOnly((both) => `${www}/maps?cid=${signed(both.cid)}`),
  cidOnly((both) => `${www}/search?q=x&ludocid=${both.cid}&ibp=gwp%3B0%2C7`),
  cidOnly((both) => `${www}/search?q=x#lkt=LocalPoiReviews&lrd=&rlimm=${both.cid}`),
  cidOnly((both) => `${www}/search?tbm=lcl&q=x&rldimm=${both.cid}&sa=X#lkt=LocalPoiReviews`),
  cidOnly((both) => `${www}/search?tbm=lcl#rlfi=hd:;si:${both.cid},l,CgZBdXRv;mv:[[50.1,14.5],[50.0,14.4]]`),
  cidOnly((both) => `${www}/search?q=x#trex=m_t:lcl_akp,rc_f:nav,rc_ludocids:${both.cid},rc_q:x`),
  cidOnly((both) => `${www}/search?q=x&stick=${stickOfCid(both)}`),
  cidOnly((both) => `${www}/travel/hotels/entity/${hotelTokenOf(both)}?hl=en`),
  cidOnly((both) => `https://local.google.com/place?id=${both.cid}&use=srp&hl=en`),
  cidOnly((both) => `https://business.google.com/create?fp=${both.cid}&hl=de`),
  cidOnly((both) => `cid:${both.cid}`),
  cidOnly((both) => signed(both.cid)),
]
