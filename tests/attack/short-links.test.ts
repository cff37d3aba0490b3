import { expect, test } from 'vitest'
import { shortLinks } from './short-links'

test('one account with hundreds of dead links under way stops nobody else’s short links', async () => {
  const figures = await shortLinks({ inFlight: 400 })
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(figures.other).toEqual({ 200: 30 })
})
