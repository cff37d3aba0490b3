import { answerOf, boxOf, clipboard, colosseum, expect, litTextIn, lookUp, open, test } from './pinref'

test('a pasted link shows a card with every identifier, and each one is copied exactly', { tag: '@phone' }, async ({
  page,
}) => {
  await open(page)
  await lookUp(page, colosseum.link)
  const answer = answerOf(page)
  await expect(answer.getByRole('heading', { name: 'Colosseum' })).toBeVisible()
  await expect(answer.getByText('502,371 reviews')).toBeVisible()
  await expect(answer.getByText('Piazza del Colosseo, 1, 00184 Roma RM, Italy')).toBeVisible()
  await expect(page).toHaveTitle('Colosseum · Pinref')
  await expect(answer.getByText('4.8')).toBeVisible()

  const values = {
    CID: colosseum.cid,
    'hex CID': colosseum.hexCid,
    'place id': colosseum.placeId,
    'maps link': colosseum.mapsUrl,
    'review link': colosseum.reviewUrl,
    'feature id': colosseum.featureId,
  }
  for (const [name, value] of Object.entries(values)) {
    const copy = answer.getByRole('button', { name: `Copy ${name}`, exact: true })
    const before = await copy.boundingBox()
    await copy.click()
    await expect(answer.getByText(`${name} copied`, { exact: true })).toBeAttached()
    await expect.poll(() => clipboard(page)).toBe(value)
    expect((await copy.boundingBox())?.width, 'copying moves nothing').toBe(before?.width)
  }
  await expect(answer.getByRole('link', { name: /maps\.google\.com/ })).toHaveAttribute('href', colosseum.mapsUrl)
  await expect(answer.getByRole('link', { name: /writereview/ })).toHaveAttribute('href', colosseum.reviewUrl)
})

test('an identifier selected by hand is copied without its visual gaps', async ({ page }) => {
  await open(page)
  await lookUp(page, colosseum.link)
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
  await answerOf(page).getByRole('definition').first().selectText()
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => clipboard(page)).toBe(colosseum.cid)
})

test('copying works without the clipboard API, as with plain HTTP', async ({ page, context }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await open(page)
  await answerOf(page).getByRole('button', { name: 'Copy place id' }).click()
  await expect(answerOf(page).getByText('place id copied')).toBeAttached()
  const other = await context.newPage()
  await other.goto('/api/health')
  expect(await clipboard(other)).toBe('ChIJ1UCDJ1NgLxMRtrsCzOHxdvY')
})

test('clicking an example looks it up', { tag: '@phone' }, async ({ page }) => {
  await open(page)
  await expect(page.getByText(/Sample data: \d+ listings/)).toBeVisible()
  const titles = { 'Desktop map link': 'Colosseum', 'Place id': 'Empire State Building', 'Share link': /Akureyri/ }
  for (const [kind, title] of Object.entries(titles)) {
    await page.getByRole('complementary').getByRole('button', { name: kind }).click()
    await expect(answerOf(page).getByRole('heading', { name: title })).toBeVisible()
    await expect(boxOf(page)).not.toBeEmpty()
  }
})

test('the page shows which input it recognizes, without a call', async ({ page }) => {
  const asked: string[] = []
  await open(page)
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url())
  })
  await boxOf(page).fill(`Look at this place: ${colosseum.link}`)
  await expect(page.getByText('Desktop map link to “Colosseum”.')).toBeVisible()
  await boxOf(page).fill('https://maps.app.goo.gl/FoksPtKVKYoeAt4w8')
  await expect(page.getByText('Share link. Look it up to find its listing.')).toBeVisible()
  await boxOf(page).fill('https://example.com/')
  await expect(page.getByText(/example\.com is not a Google Maps address/)).toBeVisible()
  expect(asked).toEqual([])
})

test('a listing outside the sample shows its identifiers and lists the missing data', async ({ page }) => {
  await open(page)
  await lookUp(page, '0x89c2589a018531e3:0xb9df1f3170d990b5')
  const answer = answerOf(page)
  await expect(answer.getByRole('heading', { name: 'Name unknown' })).toBeVisible()
  await expect(answer.getByText('This listing isn’t in the sample data.')).toBeVisible()
  await answer.getByRole('button', { name: 'Copy CID', exact: true }).click()
  await expect.poll(() => clipboard(page)).toBe('13393458114030309557')
})

test('for a bare CID, the page says that the place id is not available', async ({ page }) => {
  await open(page)
  await lookUp(page, 'https://maps.google.com/?cid=13393458114030309557')
  await expect(answerOf(page).getByText('Unknown. A bare CID doesn’t contain a place id.')).toBeVisible()
  await expect(answerOf(page).getByText('One number, two formats')).toBeVisible()
  await expect(answerOf(page).getByRole('button', { name: 'Copy place id' })).toHaveCount(0)
})

test('hovering over or focusing an identifier highlights its bytes in the others', { tag: '@phone' }, async ({
  page,
}) => {
  await open(page)
  await lookUp(page, colosseum.link)
  const answer = answerOf(page)
  await expect(answer.getByRole('heading', { name: 'Colosseum' })).toBeVisible()
  // These tools load after the result, above the rows that the test hovers over.
  await expect(answer.getByRole('region', { name: 'Use this listing' })).toBeVisible()
  // On a phone, the result has scrolled under the pointer.
  await page.mouse.move(0, 0)
  const litIn = (row: string) => expect.poll(() => litTextIn(answer.getByRole('row', { name: row })))

  await answer.getByRole('button', { name: 'Copy CID', exact: true }).focus()
  await litIn('Feature id').toBe('28f1c82e908503c4')
  await litIn('Place id').toBe('xAOFkC7I8Sg')
  await answer.getByRole('button', { name: 'Copy place id' }).focus()
  await litIn('Feature id').toBe('132f61b6532013ad28f1c82e908503c4')

  await answer.getByRole('row', { name: 'Feature id' }).getByText('c4', { exact: true }).hover()
  await litIn('Hex CID').toBe('c4')
  await litIn('Place id').toBe('xA')
})

test('a page opened with ?q= has that text in the box', async ({ page }) => {
  await open(page, '/?q=ChIJrRMgU7ZhLxMRxAOFkC7I8Sg')
  await expect(boxOf(page)).toHaveValue('ChIJrRMgU7ZhLxMRxAOFkC7I8Sg')
})
