import { expect, inject, test } from 'vitest'
import { newKey } from '../samples/docs-shown'
import { corpus } from './corpus'
import { loadPackage } from './installed'

const docsUrl = inject('docsUrl')

/** Returns REST's results for links, from their text alone. */
async function overRest(urls: readonly string[], key: string) {
  const items = urls.map((url) => ({ operation: 'resolve', url, details: 'none' }))
  const response = await fetch(`${docsUrl}/api/batch`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ items }),
  })
  expect(response.status).toBe(200)
  const { results } = await response.json()
  return results.map(
    ({ result, problem }: { result?: { rate_limit?: object }; problem?: { code: string; detail: string } }) => {
      if (problem) return { code: problem.code, detail: problem.detail }
      const { rate_limit: _, ...listing } = result ?? {}
      return { listing }
    },
  )
}

test('every link in the corpus has the same result in the package and over REST', async () => {
  const { PinrefError, readReference } = await loadPackage()
  let shortLinks = 0
  for (let at = 0; at < corpus.length; at += 100) {
    const urls = corpus.slice(at, at + 100)
    // Each batch has its own account, so no account reaches the burst limit.
    const key = await newKey(docsUrl, `corpus${at}@example.com`)
    for (const [index, answer] of (await overRest(urls, key)).entries()) {
      const url = urls[index] ?? ''
      try {
        const reference = readReference(url)
        if (reference.kind === 'listing') expect({ listing: reference.listing }, url).toEqual(answer)
        else {
          shortLinks += 1
          // Only the server tries to follow this link.
          expect(answer.code, url).not.toBe('unsupported_link')
        }
      } catch (error) {
        if (!(error instanceof PinrefError)) throw error
        expect({ code: error.code, detail: error.message }, url).toEqual(answer)
      }
    }
  }
  expect(corpus.length).toBeGreaterThan(500)
  expect(shortLinks).toBeGreaterThan(10)
})

test('the package and REST convert CIDs in the same way, and reject invalid CIDs with the same messages', async () => {
  const { convertCid, PinrefError } = await loadPackage()
  const key = await newKey(docsUrl)
  const cids = [
    '0',
    '007',
    '18446744073709551615',
    '18446744073709551616',
    '0xFFFFFFFFFFFFFFFF',
    'dead',
    '-1',
    '',
    '1e5',
    'ChIJ2dGMjMMEdkgRqVqkuXQkj7c',
  ]
  for (const cid of cids) {
    const response = await fetch(`${docsUrl}/api/convert`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: JSON.stringify({ cid }),
    })
    const answer = await response.json()
    try {
      expect(convertCid(cid), cid).toEqual(answer)
    } catch (error) {
      if (!(error instanceof PinrefError)) throw error
      expect({ code: error.code, detail: error.message }, cid).toEqual({ code: answer.code, detail: answer.detail })
    }
  }
})
