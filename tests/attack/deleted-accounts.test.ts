import { expect, test } from 'vitest'
import { deletedAccounts } from './deleted-accounts'

test('no key of an account that is deleted while it makes keys goes on working', async () => {
  const figures = await deletedAccounts(40)
  console.log(figures)
  expect(figures.made).toBeGreaterThan(200)
  expect(figures.working).toBe(0)
})
