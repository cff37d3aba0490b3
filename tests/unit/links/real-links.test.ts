import { describe, expect, test } from 'vitest'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { readReference } from '@/server/places/links/read-reference'
import { UnreadableText } from '@/server/places/links/refusal'
import { PinrefError } from '@/server/platform/problems/errors'
import { reading } from './reading'
import { type RealLink, realLinks } from './real-links'

/** A link's expected result. */
interface Answer {
  cid: string
  placeId: string | null
  title: string | null
}

/** Links whose record is wrong, with the correct results and the reasons. */
const exceptions: Readonly<Record<string, Answer>> = {
  // A review shared from a contributor's page has its feature id at 4.14.1.1.2, without a cell.
  // The record lacks the feature id; the same CID is in the recorded link to "Docteur Brault Nicolas".
  'https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s109056792017768143366!2s0x0:0xa8144bae9d444f92?hl=fr-CZ':
    { cid: '12111388511240998802', placeId: null, title: null },
  // The consent page led to a path that is encoded twice, including `data%3D`.
  // The record decoded the name only once and has
  // "Dacia+Pr%C5%AFhonice…", which is not the place's name.
  'https://www.google.com/maps/place/Dacia%2BPr%25C5%25AFhonice%2B-%2BPyramida%2BPr%25C5%25AFhonice,%2Bu%2BPrahy,%2BU%2BPyramidy%2B721,%2B252%2B43%2BPr%25C5%25AFhonice/data%3D!4m2!3m1!1s0x470b8f7265f22517:0xd2786b5c9cd599cd%3Futm_source%3Dmstt_1%26entry%3Dgps%26g_ep%3DCAESCTExLjYzLjcwNBgAIIgnKgBCAkNa%26ucbcb%3D1&service=local&ec=GAZAcQ':
    {
      cid: '15165989790682552781',
      placeId: 'ChIJFyXyZXKPC0cRzZnVnFxreNI',
      title: 'Dacia Průhonice - Pyramida Průhonice, u Prahy, U Pyramidy 721, 252 43 Průhonice',
    },
  // As above; the record has "Restaurace+Na+Ml%C3%ADk%C3%A1rn%C4%9B…".
  'https://www.google.com/maps/place/Restaurace%2BNa%2BMl%25C3%25ADk%25C3%25A1rn%25C4%259B,%2BBlanick%25C3%25A1%2B816,%2B258%2B01%2BVla%25C5%25A1im/data%3D!4m2!3m1!1s0x470c883394633663:0x6b862764e64740a%3Futm_source%3Dmstt_1%26entry%3Dgps%26coh%3D192189%26g_ep%3DCAESBzI2LjIuMTYYACCenQoqiAEsOTQyNjc3MjcsOTQyOTY2OTcsOTQyNzU0MDcsOTQyOTIxOTUsOTQyOTk1MzIsMTAwNzk2NTM1LDk0Mjg0NDY5LDk0MjgwNTc2LDk0MjA3Mzk0LDk0MjA3NTA2LDk0MjA4NTA2LDk0MjE4NjUzLDk0MjI5ODM5LDk0Mjc1MTY4LDk0Mjc5NjE5QgJDWg%253D%253D%26skid%3Dc6d3aeb7-9f2d-4c2d-b4e1-e2fe509277cf%26ucbcb%3D1&service=local&ec=GAZAcQ':
    {
      cid: '484245220203197450',
      placeId: 'ChIJYzZjlDOIDEcRCnRkTnZiuAY',
      title: 'Restaurace Na Mlíkárně, Blanická 816, 258 01 Vlašim',
    },
}

/** Forms whose links must be followed to find their target. */
const shortForms = [
  'g_co_kgs',
  'g_page_vanity',
  'share_google',
  'share_google_hop',
  'short_goo_gl_maps',
  'short_maps_app_goo_gl',
  'short_maps_app_goo_gl_g_st',
]

function answer(url: string): Answer | string {
  try {
    const reference = readReference(url)
    if (reference.kind === 'short_link') return 'short_link'
    const { cid, placeId, title } = reference
    return { cid: cid.toString(), placeId, title }
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    // A number that looks rounded needs a confirmation. The listing is read all the same.
    const exact = error.code === 'rounded_cid' && error instanceof UnreadableText ? error.ifWhole : null
    return exact ? { cid: exact.cid.toString(), placeId: exact.placeId, title: exact.title } : error.code
  }
}

/** Returns the result that is expected from a link's record. */
function recorded(form: string, { featureId, cid, placeId, name }: RealLink): Answer | string {
  if (placeId) return { cid: String(featureIdOf(placeId)?.cid), placeId, title: name ?? null }
  if (featureId) return { cid: cid ?? '', placeId: packed(featureId), title: name ?? null }
  if (cid) return { cid, placeId: null, title: name ?? null }
  return shortForms.includes(form) ? 'short_link' : 'no_listing_in_link'
}

/** Returns the place id for a feature id, packed without the product's code; null if it has only a CID. */
function packed(featureId: string): string | null {
  const [cell = '', cid = ''] = featureId.split(':').map((half) => half.slice(2).padStart(16, '0'))
  if (BigInt(`0x${cell}`) === 0n) return null
  const bytes = [cell, cid].map((half) => Buffer.from(half, 'hex').reverse().toString('hex'))
  return Buffer.from(`0a1209${bytes[0]}11${bytes[1]}`, 'hex').toString('base64url')
}

function isSame(one: Answer | string, other: Answer | string): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const rows = Object.entries(realLinks).flatMap(([form, links]) => links.map((link) => ({ form, ...link })))
const agreeing = rows.filter(({ url }) => !(url in exceptions))

describe('a real link is read exactly as recorded', () => {
  test.each(agreeing)('$form $url', ({ form, ...link }) => {
    expect(answer(link.url)).toEqual(recorded(form, link))
  })
})

describe('the Knowledge Graph id in a real link is read if the link identifies a listing', () => {
  test.each(rows.filter(({ kgId }) => kgId !== undefined))('$form $url', ({ url, kgId, cid, featureId }) => {
    const named = cid !== undefined || featureId !== undefined
    expect(reading(url)).toMatchObject(named ? { kgId } : { code: 'no_listing_in_link' })
  })

  test('a link without a Knowledge Graph id yields none', () => {
    for (const { url } of agreeing.filter(({ kgId }) => kgId === undefined))
      expect(reading(url).kgId ?? null).toBeNull()
  })
})

describe('a real link whose record is wrong is read correctly', () => {
  test.each(Object.entries(exceptions))('%s', (url, expected) => {
    expect(answer(url)).toEqual(expected)
  })

  test('only the listed records are wrong, at most one in a hundred', () => {
    expect(rows).toHaveLength(372)
    const disagreeing = rows.filter(({ form, ...link }) => !isSame(answer(link.url), recorded(form, link)))
    expect(disagreeing.map(({ url }) => url).sort()).toEqual(Object.keys(exceptions).sort())
    expect(1 - disagreeing.length / rows.length).toBeGreaterThanOrEqual(0.99)
  })
})
