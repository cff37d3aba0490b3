import { describe, expect, it } from 'vitest'
import { recordedTarget } from '@/server/places/sources/sample/listings'

describe('recordedTarget', () => {
  it.each([
    ['maps.app.goo.gl', 'PRwZr2cHQLfqxbNw9', '0x6d38afb87f13e1ab:0xe742261518feaf25'],
    ['maps.app.goo.gl', 'W5wPRJ5FMJxgaisf9', '0x470ca641f10695db:0xb713349b154e782d'],
    ['maps.app.goo.gl', 'X5bZDTSFfdRzchGY6', '0x470b93a27e4781c5:0xeca4ac5483aa4dd2'],
    ['maps.app.goo.gl', 'iu6R2nSaADjRKg4P6', '0x470c883394633663:0x6b862764e64740a'],
    ['maps.app.goo.gl', 'FoksPtKVKYoeAt4w8', '0x48d28f10097bae63:0x44227d7e2f101ffc'],
    ['maps.app.goo.gl', 'TmbeHMiLEfTBws9EA', '0x40b1ffed911b9fcf:0x7394a7e7855d3929'],
    ['maps.app.goo.gl', 'v4MDUi9mCrh3mNjz8', '0x47b8ac99b0a68bdd:0x8024629be3e9996'],
    ['goo.gl', 'maps/AK13hVJLjnveWZqJA', '0x470b93a27e4781c5:0xeca4ac5483aa4dd2'],
  ])('resolves %s/%s to its listing without a network connection', (host, path, featureId) => {
    const target = new URL(recordedTarget({ host, path }) ?? '')
    expect(target.protocol).toBe('https:')
    const named = target.searchParams.get('ftid') ?? /!1s(0x[0-9a-f]+:0x[0-9a-f]+)/.exec(target.pathname)?.[1]
    expect(named).toBe(featureId)
  })

  it.each([
    ['maps/eUYMwABdpv9NNSDX7', '/maps/@49.3066028,14.1467086,3a'],
    ['maps/pPZ91TfW2edvejbb6', '!1s0x0:0x0!'],
    ['maps/rgZZt125tpvf2rnCA', '!1s0x0:0x0!'],
  ])(
    'resolves goo.gl/%s to a page that doesn’t point to a listing, so users can try out this error too',
    (path, part) => {
      expect(recordedTarget({ host: 'goo.gl', path })).toContain(part)
    },
  )

  it('returns null for other links and for a known code on another host', () => {
    expect(recordedTarget({ host: 'maps.app.goo.gl', path: 'AAAAAAAAAAAAAAAAA' })).toBeNull()
    expect(recordedTarget({ host: 'goo.gl', path: 'PRwZr2cHQLfqxbNw9' })).toBeNull()
    expect(recordedTarget({ host: 'maps.app.goo.gl', path: 'constructor' })).toBeNull()
  })
})
