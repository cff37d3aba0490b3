import { choose, empireState, linesOf, openBulk, ratings, rowsOf, savedLines, savedRows, start } from './bulk'
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
  await expect(page.getByText('8 rows: 1 blank, 7 lines.')).toBeVisible()
  await expect(page.getByText('4 found, 3 to check: 1 unreadable, 2 not sent. 2 duplicates.')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(8)
  await expect(rowsOf(page).first()).toContainText(colosseum.cid)
  await expect(rowsOf(page).first()).toContainText(colosseum.hexCid)
  await expect(rowsOf(page).nth(1)).toContainText('The row is empty')
  await expect(rowsOf(page).nth(2)).toContainText('example.com is not a Google Maps address')
  await expect(rowsOf(page).nth(5)).toContainText('Name: needs a lookup')
  await expect(rowsOf(page).nth(6)).toContainText('Same listing as row 1')
  await expect(rowsOf(page).nth(7)).toContainText('Short link: needs a lookup')
  await expect(page.getByText('Read in your browser: 4, free')).toBeVisible()
  for (const label of [`${ratings}: 2 lookups`, 'Follow short links: 1 lookup', 'Find by name: 1 lookup'])
    await expect(page.getByText(label, { exact: true })).toBeVisible()
  // Saving, copying, and QR codes need no lookup.
  const free = await savedLines(page)
  expect(free.map(({ row, state }) => [row, state])).toEqual([
    [1, 'found'],
    [2, 'not_sent'],
    [3, 'unreadable'],
    [4, 'found'],
    [5, 'found'],
    [6, 'not_sent'],
    [7, 'found'],
    [8, 'not_sent'],
  ])
  expect(free[4]).toMatchObject({ listing: { cid: '15074921902713971043', place_id: empireState } })
  expect(free[3]).toMatchObject({ duplicate_of: 1, listing: { cid: colosseum.cid } })
  await page.getByRole('button', { name: 'Copy review links of the rows shown' }).click()
  await expect.poll(async () => (await clipboard(page)).split('\n')[0]).toBe(colosseum.reviewUrl)
  await rowsOf(page).first().getByRole('button', { name: 'QR code for row 1' }).click()
  const codes = page.getByRole('dialog', { name: 'QR code' })
  await expect(codes.getByRole('img', { name: /opens the review form/ })).toBeVisible()
  await codes.getByRole('button', { name: 'Close' }).click()
  expect(requests).toEqual([])

  await linesOf(page).fill([...lines, colosseum.link].join('\n'))
  await choose(page, ratings)
  await expect(page.getByText(/^Needs 2 lookups\. [\d,]+ of 1,000 free lookups left today\.$/)).toBeVisible()
  await start(page)
  await expect(page.getByRole('heading', { name: 'All lines looked up' })).toBeVisible()
  await expect(page.getByText('6 of 6')).toBeVisible()
  await expect(page.getByText('4 found, 2 to check: 1 unreadable, 1 not sent. 2 duplicates.')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(7)
  await expect(rowsOf(page).last()).toContainText('Same listing as row 1')
  await expect(rowsOf(page).last()).toContainText(colosseum.cid)
  expect(requests).toHaveLength(2)

  const [head = [], ...rows] = await savedRows(page)
  const cells = (name: string) => rows.map((row) => row[head.indexOf(name)])
  expect(cells('pinref_row')).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  expect(cells('pinref_state')).toEqual(['found', 'not_sent', 'unreadable', 'found', 'found', 'not_sent', 'found'])
  const cid = `="${colosseum.cid}"`
  expect(cells('pinref_cid')).toEqual([cid, '', '', cid, '="15074921902713971043"', '', cid])
  expect(cells('pinref_duplicate_of')).toEqual(['', '', '', '1', '', '', '1'])
  expect([cells('input')[0], cells('pinref_title')[0], cells('pinref_review_url')[0]]).toEqual([
    colosseum.link,
    'Colosseum',
    colosseum.reviewUrl,
  ])

  await page.getByRole('button', { name: 'Copy CIDs of the rows shown' }).click()
  await expect
    .poll(() => clipboard(page))
    .toBe([colosseum.cid, '', '', colosseum.cid, '15074921902713971043', '', colosseum.cid].join('\n'))
})

test('a CSV can be chosen or dropped; its link column is detected, or the user chooses it', async ({ page }) => {
  await openBulk(page)
  const csv = `id,name,link\r\n1,"Rome, old","${colosseum.link}"\r\n2,=SUM(1),${empireState}\r\n`
  await page
    .getByLabel('File with lines')
    .setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByRole('combobox', { name: 'link' })).toHaveValue('link')
  await expect(page.getByText('3 rows: 1 heading, 2 lines.')).toBeVisible()

  // There are two columns of links, so the user has to choose.
  const unclear = `now,before\n${colosseum.placeId},${empireState}\n${empireState},${colosseum.placeId}\n`
  const transfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'two.csv', { type: 'text/csv' }))
    return transfer
  }, unclear)
  await linesOf(page).dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByText('Choose the column that holds the links, or the one with the names.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: ratings })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'before' }).selectOption('Link')
  await expect(page.getByText('2 found.')).toBeVisible()
  await choose(page, ratings)
  await start(page)
  await expect(rowsOf(page).nth(1)).toContainText('Empire State Building')
  const [head = []] = await savedRows(page)
  expect(head.slice(0, 4)).toEqual(['now', 'before', 'pinref_row', 'pinref_state'])
})
