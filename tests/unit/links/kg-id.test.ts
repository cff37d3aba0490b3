import { describe, expect, test } from 'vitest'
import { gate, opera, reading } from './reading'

const maps = 'https://www.google.com/maps'

describe('a listing’s Knowledge Graph id', () => {
  test.each([
    [
      'in the data, as text',
      `${maps}/place/X/data=!4m6!3m5!1s${opera.featureId}!8m2!3d1!4d2!16s%2Fg%2F11b6m7m07s`,
      '/g/11b6m7m07s',
    ],
    [
      'in the data, as base64',
      `${maps}/place/X/data=!4m6!3m5!1s${opera.featureId}!8m2!3d1!4d2!16zL20vMDgxc3E`,
      '/m/081sq',
    ],
    ['behind kgmid', `https://www.google.com/search?q=x&ludocid=${opera.cid}&kgmid=/g/11b6m7m07s`, '/g/11b6m7m07s'],
    [
      'behind kgmid, encoded',
      `https://www.google.com/search?kgmid=%2Fm%2F081sq#lrd=${opera.featureId},1&kgmid=%2Fm%2F081sq`,
      '/m/081sq',
    ],
  ])('is read %s', (_, url, kgId) => {
    expect(reading(url)).toMatchObject({ cid: opera.cid, kgId })
  })

  test.each([
    [
      'it belongs to another place in the link',
      `${maps}/place/X/data=!4m9!1m3!3m2!1s${gate.featureId}!16s%2Fg%2F11b6m7m07s!3m1!1s${opera.featureId}`,
    ],
    [
      'it belongs to a list beside the listing',
      `${maps}/place/X/data=!4m2!3m1!1s${opera.featureId}!6m1!16s%2Fg%2F11b6m7m07s`,
    ],
    [
      'the link has two listings and one id',
      `https://www.google.com/search?ludocid=${gate.cid}&kgmid=/g/11b6m7m07s#rlimm=${opera.cid}`,
    ],
    ['it is malformed', `${maps}/place/X/data=!4m4!3m3!1s${opera.featureId}!16s%2Fx%2F11b6m7m07s`],
    ['its base64 is malformed', `${maps}/place/X/data=!4m4!3m3!1s${opera.featureId}!16z%2F%2F`],
    [
      'the link is a route',
      `${maps}/dir//Gate/data=!4m7!4m6!1m0!1m2!1m1!1s${opera.featureId}!3e0!16s%2Fg%2F11b6m7m07s`,
    ],
  ])('is not read if %s', (_, url) => {
    expect(reading(url)).toMatchObject({ cid: opera.cid, kgId: null })
  })
})
