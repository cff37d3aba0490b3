import { describe, expect, test } from 'vitest'
import { cidFromDecimal } from '@/server/places/identifiers/cid'
import { gate, opera, readOrNull } from './reading'

const maps = 'https://www.google.com/maps'
const own = '!8m2!3d-33.8567844!4d151.2152967'
const cid = cidFromDecimal(opera.cid)
const pair = { latitude: -33.8567844, longitude: 151.2152967 }

describe('a listing’s position', () => {
  test.each([
    ['in the data', `${maps}/place/X/@1,2,17z/data=!4m6!3m5!1s${opera.featureId}${own}!16s%2Fm%2F06_nt`],
    ['in older data', `${maps}/place/X/data=!4m5!3m4!1s${opera.zeroCell}${own}`],
    ['in front of a query', `${maps}/place/X/data=!4m5!3m4!1s${opera.featureId}${own}?entry=ttu`],
    [
      'next to the place that was open before',
      `${maps}/place/X/data=!4m12!1m6!3m5!1s${gate.featureId}!2sGate!8m2!3d52.5162731!4d13.3777428!3m4!1s${opera.featureId}${own}`,
    ],
    ['in the second of two links', `${maps}?cid=${opera.cid} ${maps}/place/X/data=!4m5!3m4!1s${opera.featureId}${own}`],
  ])('is read %s', (_, url) => {
    expect(readOrNull(url)).toMatchObject({ cid, location: pair })
  })

  test('is read in a link that Google made', () => {
    const link =
      'https://www.google.com/maps/place/All+Bar+One+Waterloo/@51.5031352,-0.1219012,17z/data=!3m1!5s0x487604c79a2ef535:0x6b1752373d1ab417!4m12!1m6!3m5!1s0x487604b900d26973:0x4291f3172409ea92!2slastminute.com+London+Eye!8m2!3d51.5032973!4d-0.1195537!3m4!1s0x487604b8703e7371:0x4fa0bac2e4eea2de!8m2!3d51.5027724!4d-0.11729'
    expect(readOrNull(link)).toMatchObject({ location: { latitude: 51.5027724, longitude: -0.11729 } })
  })

  test.each([
    ['the link has only a camera', `${maps}/place/X/@-33.8567844,151.2152967,17z/data=!4m2!3m1!1s${opera.featureId}`],
    [
      'it belongs to the place that was open before',
      `${maps}/place/X/data=!4m9!1m5!3m4!1s${gate.featureId}${own}!3m1!1s${opera.featureId}`,
    ],
    ['half of it is missing', `${maps}/place/X/data=!4m4!3m3!1s${opera.featureId}!8m1!3d-33.8567844`],
    ['it is out of range', `${maps}/place/X/data=!4m5!3m4!1s${opera.featureId}!8m2!3d-90.1!4d151`],
    ['it is not a number', `${maps}/place/X/data=!4m5!3m4!1s${opera.featureId}!8m2!3d1e1!4d151`],
    ['the link is a route', `${maps}/dir//X/@-33.85,151.21,17z/data=!4m7!4m6!1m0!1m2!1m1!1s${opera.featureId}!3e0`],
    ['the link has no data', `${maps}?cid=${opera.cid}&ll=-33.8567844,151.2152967`],
  ])('is not read if %s', (_, url) => {
    expect(readOrNull(url)).toMatchObject({ cid, location: null })
  })
})
