import { describe, expect, test } from 'vitest'
import { rareLinks } from './rare-links'
import { reading } from './reading'

const rows = Object.entries(rareLinks).flatMap(([form, links]) => links.map((link) => ({ form, ...link })))

describe('a link of a rare form yields its listing, or is rejected if it has none', () => {
  test.each(rows)('$form $url', ({ url, cid, kgId = null }) => {
    if (cid === null)
      expect(reading(url)).toMatchObject({ code: expect.stringMatching(/^(?:no_listing_in|unsupported)_link$/) })
    else expect(reading(url)).toMatchObject({ cid, kgId })
  })
})
