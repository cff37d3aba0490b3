import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { placeIds } from '../batches/orders'
import { Person } from '../support/person'
import { hosts, newVisitor } from './call'

async function signedUp(url: string): Promise<Person> {
  const person = new Person(url, `page.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  return person
}

/** Makes a batch from these lines as the page does, waits until it has finished, and returns its id. */
async function batchOf(person: Person, lines: string[], details = 'none'): Promise<string> {
  const { id } = await person.procedure('batches.create', { details, start: 'later' })
  const data = lines.map((line) => JSON.stringify(line)).join('\n')
  await person.procedure('batches.updatePart', { id, part: '1', format: 'jsonl', data })
  await person.procedure('batches.start', { id })
  for (let turn = 0; turn < 400; turn++) {
    if ((await person.query('batches.get', { id })).state === 'finished') return id
    await sleep(50)
  }
  throw new Error(`batch ${id} does not finish`)
}

/** Fetches a results file as the browser does. */
async function fileOf(person: Person, name: string, headers: Record<string, string> = {}) {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${person.url}/api/files/${name}`, { headers: { cookie, ...headers } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe.each(hosts)('the batches page, on the $host', ({ url }) => {
  test('can send a part that is too large for other calls', async () => {
    const person = await signedUp(url)
    const id = await batchOf(person, placeIds(900))
    expect(await person.query('batches.get', { id })).toMatchObject({
      line_counts: { total: 900, found: 900 },
      column: null,
    })
    const { results, next } = await person.query('batches.listResults', { id, limit: '100' })
    expect([results.length, next]).toEqual([100, '100'])
  })

  test('cannot send 5 MB, or a large part without a session, from another site, or to another procedure', async () => {
    const body = JSON.stringify({ id: 'batch_0000000000000000', part: '1', data: 'x'.repeat(100_000) })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': newVisitor() }
    const sent = (procedure: string, more: Record<string, string>) =>
      fetch(`${url}/api/trpc/${procedure}`, { method: 'POST', headers: { ...headers, ...more }, body })
    const ours = { origin: 'https://pinref.example' }
    const refused = await sent('batches.updatePart', ours)
    expect([refused.status, (await refused.json()).error.data.problem.code]).toEqual([401, 'not_signed_in'])
    expect((await sent('batches.updatePart', { origin: 'https://example.com' })).status).toBe(403)
    expect((await sent('batches.create', ours)).status).toBe(413)
    const person = await signedUp(url)
    const { status } = await person.call('/trpc/batches.updatePart', {
      id: 'x',
      part: '1',
      data: 'x'.repeat(5_000_000),
    })
    expect(status).toBe(413)
  })

  test('filters the results by state, and saves them as CSV and JSON Lines', async () => {
    const person = await signedUp(url)
    const [first = '', second = ''] = placeIds(2)
    const id = await batchOf(person, [first, 'https://example.com', second, 'no link'])
    const linesOf = async (state: string) => {
      const { results } = await person.query('batches.listResults', { id, state })
      return results.map(({ row }: { row: number }) => row)
    }
    expect([await linesOf('found'), await linesOf('failed'), await linesOf('unreadable')]).toEqual([[1, 3], [], [2, 4]])
    const page = await person.query('batches.listResults', { id, state: 'found', limit: '1' })
    expect([page.results.length, page.next]).toEqual([1, '1'])

    const csv = await fileOf(person, `${id}.csv`)
    expect(csv).toMatchObject({ status: 200 })
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="${id}.csv"`)
    expect(csv.text.trim().split('\r\n')).toHaveLength(5)
    await person.procedure('batches.update', { id, name: 'Berlin branches.xlsx' })
    const lines = await fileOf(person, `${id}.jsonl?state=unreadable`)
    expect(lines.headers.get('content-disposition')).toContain('filename="Berlin branches.jsonl"')
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).row),
    ).toEqual([2, 4])
  })

  test('searches lines and found names, filters lines by cause, and saves only the lines shown', async () => {
    const person = await signedUp(url)
    const lines = ['ChIJj61dQgK6j4AR4GeTYWZsKWw', 'british museum', 'https://example.com/Museum']
    lines.push('https://example.com/x+(y', 'https://example.org/')
    const id = await batchOf(person, lines, 'full')
    const linesOf = async (filter: object) => {
      const { entries, end, has_next, is_last } = await person.query('batches.view', { id, ...filter })
      expect([end, has_next, is_last]).toEqual([5, false, true])
      return entries.map(({ row, from, to }: Record<string, number>) => row ?? [from, to])
    }
    expect(await linesOf({})).toEqual([1, 2, [3, 5]])
    expect(await linesOf({ q: ' googlePLEX ' })).toEqual([1])
    expect(await linesOf({ q: 'museum' })).toEqual([2, 3])
    expect(await linesOf({ q: 'museum', state: 'to_check' })).toEqual([3])
    expect(await linesOf({ q: 'x+(Y' })).toEqual([4])
    expect(await linesOf({ q: '\u0000' })).toEqual([])
    const { problem } = (await person.query('batches.listResults', { id, after: '2', limit: '1' })).results[0]
    expect(await linesOf({ code: problem.code })).toContain(3)
    const back = await person.query('batches.view', { id, up_to: '2', limit: '1' })
    expect([back.entries[0].row, back.after]).toEqual([2, 1])
    for (const fault of [{ q: 'x'.repeat(10_000) }, { q: '' }, { q: ' ' }, { code: 'none' }, { limit: '51' }])
      await expect(person.query('batches.view', { id, ...fault })).rejects.toThrow('invalid_request')

    const file = await fileOf(person, `${id}.jsonl?q=museum&state=to_check`)
    expect(
      file.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).row),
    ).toEqual([3])
    expect((await fileOf(person, `${id}.csv?code=${problem.code}`)).text).toContain('example.com/Museum')
    expect((await fileOf(person, `${id}.csv?q=${'x'.repeat(10_000)}`)).status).toBe(400)
    expect((await fileOf(person, `${id}.csv?state=none`)).status).toBe(400)
    const other = await signedUp(url)
    await expect(other.query('batches.view', { id, q: 'museum' })).rejects.toThrow('batch_not_found')
    expect((await fileOf(other, `${id}.csv?q=museum`)).status).toBe(404)
  })

  test('still shows and saves the names of listings after the results have been read', async () => {
    const person = await signedUp(url)
    const id = await batchOf(person, ['ChIJj61dQgK6j4AR4GeTYWZsKWw', 'british museum'], 'full')
    for (const after of ['0', '2']) await person.query('batches.listResults', { id, after })
    const { results } = await person.query('batches.listResults', { id })
    const titles = results.map(({ listing }: { listing: { title: string } }) => listing.title)
    expect(titles).toEqual(['Googleplex', 'British Museum'])
    expect((await fileOf(person, `${id}.csv`)).text).toContain('Googleplex')
    await expect(person.query('batches.listResults', { id, limit: '1001' })).rejects.toThrow('from 1 to 1,000')
  })

  test('looks up a name that matches one listing, and does not charge for a name without a match', async () => {
    const person = await signedUp(url)
    const found = await person.procedure('listings.only.search', { name: 'british museum' })
    expect(found).toMatchObject({ title: 'British Museum', matches: 1, listing_status: 'listed' })
    expect(found.review_url).toContain(found.place_id)
    await expect(person.procedure('listings.only.search', { name: 'no such name' })).rejects.toThrow(
      'listing_not_found',
    )
    expect(await person.query('usage.month')).toMatchObject({ used: 1 })
  })

  test('lets only the owner download result files, and only from our own pages', async () => {
    const [owner, other] = await Promise.all([signedUp(url), signedUp(url)])
    const id = await batchOf(owner, placeIds(1))
    expect((await fileOf(other, `${id}.csv`)).status).toBe(404)
    expect((await fetch(`${url}/api/files/${id}.csv`)).status).toBe(401)
    expect((await fileOf(owner, `${id}.csv`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await fileOf(owner, `${id}.exe`)).status).toBe(404)
    expect((await fileOf(owner, `${id}.csv`, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })
})
