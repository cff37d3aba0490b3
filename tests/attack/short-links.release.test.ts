import { expect, test } from 'vitest'
import { shortLinks } from './short-links'

test('hundreds of dead short links looked up by one account do not block another account’s lookups', async () => {
  const figures = await shortLinks({ inFlight: 400 })
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(figures.other).toEqual({ 200: 30 })
})
