import { expect, test } from 'vitest'
import { deletedAccounts } from './deleted-accounts'

test('no API key works after its account is deleted, even if it was made during the deletion', async () => {
  const figures = await deletedAccounts(40)
  console.log(figures)
  expect(figures.made).toBeGreaterThan(200)
  expect(figures.working).toBe(0)
})
