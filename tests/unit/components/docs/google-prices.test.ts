import { expect, test } from 'vitest'
import { googlePrices } from '@/components/docs/google-prices'
import { costOfDays } from '@/server/places/upstream/cost'
import type { Sku } from '@/server/places/upstream/spending'

/** The docs' name for each SKU that Pinref counts. */
const names: Record<Sku, string> = {
  details_pro: 'Place Details Pro',
  details_enterprise: 'Place Details Enterprise',
  search_enterprise: 'Text Search Enterprise',
  details_ids: 'Place Details, IDs only',
  search_ids: 'Text Search, IDs only',
  legacy_ids: 'Places Details - ID Refresh',
  resolution: 'Resolution API',
}

test.each(Object.entries(names))('the docs and the operator’s page agree on the price of %s', (sku, name) => {
  const price = googlePrices.find((candidate) => candidate.sku === name)
  const none = {
    details_pro: 0,
    details_enterprise: 0,
    search_enterprise: 0,
    details_ids: 0,
    search_ids: 0,
    legacy_ids: 0,
    resolution: 0,
  }
  const thousandBilled = { ...none, [sku]: (price?.free ?? 0) + 1_000 }
  const [cents] = costOfDays([{ day: '2026-11-01', calls: thousandBilled, billable: 0 }])
  expect(cents).toBe((price?.dollars[0] ?? Number.NaN) * 100)
  expect(price?.usedFor).not.toBeNull()
})
