import { describe, expect, test } from 'vitest'
import { opera, reading } from './reading'

const place = `https://www.google.com/maps/place/Opera+%26+Bar/@1,2,17z/data=!4m2!3m1!1s${opera.featureId}?hl=en&entry=ttu`
const inside = encodeURIComponent(place)
const whole = { cid: opera.cid, placeId: opera.placeId, title: 'Opera & Bar' }

describe('a wrapped link is read', () => {
  test.each([
    ['guarded by Facebook', `https://l.facebook.com/l.php?u=${inside}&h=AT0x&s=1`],
    ['guarded by Outlook', `https://eur01.safelinks.protection.outlook.com/?url=${inside}&data=05%7C02&reserved=0`],
    ['on a page that was translated', `https://translate.google.com/translate?sl=de&tl=en&u=${inside}`],
    ['on a page that was archived', `https://web.archive.org/web/20230411083300/${place}`],
    ['on a page that was archived, of a kind', `https://web.archive.org/web/20230411083300if_/${place}`],
    ['on a page for phones', `https://www.google.com/amp/s/${place.slice('https://'.length)}`],
    ['on a page for phones, in another country', `https://www.google.de/amp/s/${place.slice('https://'.length)}`],
    ['copied out of JSON', place.replaceAll('/', '\\/').replaceAll('=', '\\u003d').replaceAll('&', '\\u0026')],
    ['in an object of JSON', JSON.stringify({ url: place }).replaceAll('/', '\\/')],
    ['for the app on an iPhone', place.replace('https', 'comgooglemapsurl')],
    [
      'for the app on Android',
      `${place.replace('https', 'intent')}#Intent;scheme=https;package=com.google.android.apps.maps;end`,
    ],
    [
      'two deep',
      `https://l.facebook.com/l.php?u=${encodeURIComponent(`https://consent.google.com/m?continue=${inside}`)}`,
    ],
  ])('%s', (_, text) => {
    expect(reading(text)).toMatchObject(whole)
  })

  test('as parameters of a comgooglemaps:// link, for the iPhone app', () => {
    expect(reading(`comgooglemaps://?q=x&ftid=${opera.featureId}`)).toMatchObject({ cid: opera.cid })
  })
})

describe('a link that only looks like a wrapper is rejected as unsupported', () => {
  test.each([
    `https://l.facebook.com.evil.example/l.php?u=${inside}`,
    `https://facebook.com/l.php?u=${inside}`,
    `https://l.facebook.com/other?u=${inside}`,
    `https://safelinks.protection.outlook.com.evil.example/?url=${inside}`,
    `https://web.archive.org/save/${place}`,
    `https://archive.org/web/2023/${place}`,
    `https://translate.google.com/other?u=${inside}`,
    `https://evil.example/amp/s/${place.slice('https://'.length)}`,
    `intent://www.google.com/maps?cid=${opera.cid}#Intent;scheme=javascript;end`,
    `intent://evil.example/maps?cid=${opera.cid}#Intent;scheme=https;end`,
    `https://consent.google.com/m?continue=${encodeURIComponent(`intent://maps.google.com/?cid=${opera.cid}#Intent;scheme=https;end`)}`,
    `https://www.google.com\\/maps/place/Opera/data=!4m2!3m1!1s${opera.featureId}`,
  ])('%s', (text) => {
    expect(reading(text)).toMatchObject({ code: 'unsupported_link' })
  })
})
