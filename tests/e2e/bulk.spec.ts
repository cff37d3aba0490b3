import Papa from 'papaparse'
import { choose, empireState, linesOf, openBulk, ratings, rowsOf, saved, savedLines, start } from './bulk'
import { clipboard, colosseum, expect, test } from './pinref'

test('pasted lines are read immediately, without a request, and can be looked up and saved', {
  tag: '@phone',
}, async ({ page }) => {
  await openBulk(page)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('listings.')) requests.push(request.url())
  })
  const lines = [colosseum.link, '', 'https://example.com/', colosseum.featureId, empireState, 'just words']
  await linesOf(page).fill([...lines, colosseum.link, 'https://maps.app.goo.gl/abc'].join('\n'))
  await expect(
    page.getByText('7 lines: 4 read in your browser, 1 short link, 1 name, 1 duplicate, 1 unreadable.'),
  ).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(7)
  await expect(rowsOf(page).first()).toContainText(colosseum.cid)
  await expect(rowsOf(page).first()).toContainText(colosseum.hexCid)
  await expect(rowsOf(page).nth(1)).toContainText('example.com is not a Google Maps address')
  await expect(rowsOf(page).nth(4)).toContainText('Name: needs a lookup')
  await expect(rowsOf(page).nth(5)).toContainText('Same as line 1')
  await expect(rowsOf(page).nth(6)).toContainText('Short link: needs a lookup')
  await expect(page.getByText('Read in your browser: 4, free')).toBeVisible()
  for (const label of [`${ratings}: 3 lookups`, 'Follow short links: 1 lookup', 'Find by name: 1 lookup'])
    await expect(page.getByText(label, { exact: true })).toBeVisible()
  // Saving, copying, and QR codes need no lookup.
  const free = await savedLines(page)
  expect(free.map(({ state }) => state)).toEqual([
    'found',
    'unreadable',
    'found',
    'found',
    'waiting',
    'found',
    'waiting',
  ])
  expect(free[3]).toMatchObject({ listing: { cid: '15074921902713971043', place_id: empireState } })
  await page.getByRole('button', { name: 'Copy review links of the lines shown' }).click()
  await expect.poll(async () => (await clipboard(page)).split('\n')[0]).toBe(colosseum.reviewUrl)
  await rowsOf(page).first().getByRole('button', { name: 'QR code for line 1' }).click()
  const codes = page.getByRole('dialog', { name: 'QR code' })
  await expect(codes.getByRole('img', { name: /opens the review form/ })).toBeVisible()
  await codes.getByRole('button', { name: 'Close' }).click()
  expect(requests).toEqual([])

  await linesOf(page).fill([...lines, colosseum.link].join('\n'))
  await choose(page, ratings)
  await expect(page.getByText(/^Needs 3 lookups\. [\d,]+ of 1,000 free lookups left today\.$/)).toBeVisible()
  await start(page)
  await expect(page.getByRole('heading', { name: 'All lines looked up' })).toBeVisible()
  await expect(page.getByText('3 of 3')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(6)
  await expect(rowsOf(page).last()).toContainText('Same as line 1')
  await expect(rowsOf(page).last()).toContainText(colosseum.cid)
  expect(requests).toHaveLength(3)

  const csv = await saved(page, 'Download CSV')
  expect(csv.name).toBe('pinref-bulk.csv')
  expect(csv.text.startsWith('\ufeff')).toBe(true)
  const rows = Papa.parse<Record<string, string>>(csv.text.slice(1), { header: true, skipEmptyLines: true }).data
  expect(rows.map((row) => [row.pinref_row, row.pinref_state, row.pinref_cid])).toEqual([
    ['1', 'found', `="${colosseum.cid}"`],
    ['3', 'unreadable', ''],
    ['4', 'found', `="${colosseum.cid}"`],
    ['5', 'found', '="15074921902713971043"'],
    ['6', 'waiting', ''],
    ['7', 'found', `="${colosseum.cid}"`],
  ])
  expect(rows[0]).toMatchObject({
    input: colosseum.link,
    pinref_title: 'Colosseum',
    pinref_review_url: colosseum.reviewUrl,
  })

  const [first, second] = await savedLines(page)
  const listing = { cid: colosseum.cid, place_id: colosseum.placeId }
  expect(first).toMatchObject({ row: 1, state: 'found', listing })
  expect(second).toMatchObject({
    row: 3,
    state: 'unreadable',
    problem: { detail: expect.stringContaining('example.com') },
    listing: null,
  })

  await page.getByRole('button', { name: 'Copy CIDs of the lines shown' }).click()
  await expect
    .poll(() => clipboard(page))
    .toBe([colosseum.cid, '', colosseum.cid, '15074921902713971043', '', colosseum.cid].join('\n'))
})

test('a CSV can be chosen or dropped; its link column is detected, or the user chooses it', async ({ page }) => {
  await openBulk(page)
  const csv = `id,name,link\r\n1,"Rome, old","${colosseum.link}"\r\n2,=SUM(1),${empireState}\r\n`
  await page
    .getByLabel('File with lines')
    .setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByRole('radio', { name: 'link' })).toBeChecked()
  await expect(page.getByText('2 lines: 2 read in your browser.')).toBeVisible()

  // There are two columns of links, so the user has to choose.
  const unclear = `now,before\n${colosseum.placeId},${empireState}\n${empireState},${colosseum.placeId}\n`
  const transfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'two.csv', { type: 'text/csv' }))
    return transfer
  }, unclear)
  await linesOf(page).dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByRole('table', { name: /Choose the column to read/ })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('radio', { name: 'before' }).check()
  await expect(page.getByText('2 lines: 2 read in your browser.')).toBeVisible()
  await choose(page, ratings)
  await start(page)
  await expect(rowsOf(page).first()).toContainText('Empire State Building')
  const { text } = await saved(page, 'Download CSV')
  expect(text.slice(1).split('\r\n')[0]).toMatch(/^now,before,line,status,/)
})
