import { featureIdText, type SimulatedListing } from '../listings'

const plus = (text: string) => encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%2C', ',')

/** The first target of a link shared from a phone: no slash before `?`, and the listing in `ftid`. */
export function mobileTarget(listing: SimulatedListing): string {
  const name = [listing.title, listing.address].filter((part) => part !== null).join(', ')
  return `https://maps.google.com?q=${plus(name)}&ftid=${featureIdText(listing)}&entry=gps&shh=CAE&g_st=ic`
}

/** The target of a link shared from a computer: the place page, with the feature id in `data=`. */
export function desktopTarget(listing: SimulatedListing): string {
  const { pin } = listing
  const name = plus(listing.title)
  const id = featureIdText(listing)
  if (pin === null) return `https://www.google.com/maps/place/${name}/data=!4m2!3m1!1s${id}?utm_source=mstt_1&entry=gps`
  const { latitude, longitude } = pin
  const data = `!3m1!4b1!4m6!3m5!1s${id}!8m2!3d${latitude}!4d${longitude}!16s%2Fg%2F11simulated`
  const tracking = 'authuser=0&entry=tts&g_ep=EgoyMDI2MDkwOS4wIPu8ASoASAFQAw%3D%3D&skid=0a1b2c3d'
  return `https://www.google.com/maps/place/${name}/@${latitude},${longitude},17z/data=${data}?${tracking}`
}

/** A place page with a name and a camera, but no identifier. */
export function namedTarget({ title, pin }: SimulatedListing): string {
  const camera = pin ? `@${pin.latitude},${pin.longitude},17z` : ''
  return `https://www.google.com/maps/place/${plus(title)}/${camera}`
}

/** Google Search results for a name, the target of share.google and g.co/kgs; contains no feature id. */
export function searchTarget(name: string | null): string {
  const query = name === null ? '' : `&q=${plus(name)}`
  return `https://www.google.com/search?kgmid=/g/11simulated${query}&hl=en`
}

/**
 * The consent page to which callers in the EU are redirected.
 * Escapes only characters that would end the parameter, as recorded.
 */
export function consentTarget(target: string, host = 'consent.google.com'): string {
  const inner = encodeURIComponent(target).replace(/%(?:2F|3A|3F|2C|40)/g, decodeURIComponent)
  return `https://${host}/ml?continue=${inner}&gl=DE&m=0&pc=m&uxe=eomtm&cm=2&hl=en&src=1`
}

/** The block page that Google shows to callers that look like programs. */
export function sorryTarget(target: string): string {
  return `https://www.google.com/sorry/index?continue=${encodeURIComponent(target)}&q=EgTLAHEHGPLQ8rAGIjCsimulated`
}
