import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { corpus } from '../client/corpus'
import { reading } from '../unit/links/reading'

const site = 'http://package.test'

test('the package reads the whole link corpus in a browser exactly like the server', async ({ page }) => {
  expect(existsSync('dist/client/reader.js'), 'npm run task build:client has run').toBe(true)
  await page.route(`${site}/**`, (route) => {
    const path = new URL(route.request().url()).pathname
    return path === '/'
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Empty</title>' })
      : route.fulfill({ contentType: 'text/javascript', body: readFileSync(`dist/client${path}`) })
  })
  await page.goto(`${site}/`)
  const found = await page.evaluate(
    async ({ module, links }) => {
      const { readReference, PinrefError } = await import(module)
      return links.map((link) => {
        try {
          const reference = readReference(link)
          return reference.kind === 'listing' ? reference.listing.cid : reference.kind
        } catch (error) {
          if (!(error instanceof PinrefError)) throw error
          return (error as { code: string }).code
        }
      })
    },
    { module: `${site}/index.js`, links: [...corpus] },
  )
  const expected = corpus.map((link) => {
    const { cid, short, code } = reading(link)
    return cid ?? (short ? 'short_link' : code)
  })
  expect(found).toEqual(expected)
})
