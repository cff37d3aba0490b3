import { answerOf, boxOf, clipboard, colosseum, expect, leftToday, lookUp, open, test } from './pinref'

test('a business name starts a search, with its results in the search tab', async ({ page }) => {
  await open(page)
  await boxOf(page).fill('British Museum')
  await expect(page.getByText('Business name to search for.')).toBeVisible()
  await lookUp(page, 'British Museum')
  await expect(answerOf(page).getByText('British Museum').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Search' }).check()
  await expect(page.getByLabel('Business name')).toHaveValue('British Museum')
  await expect(answerOf(page).getByText('British Museum').first()).toBeVisible()
})

test('a hexadecimal CID is recognized without 0x, and can be converted instead', async ({ page }) => {
  await open(page)
  await boxOf(page).fill(colosseum.hexCid.slice(2))
  await expect(page.getByText('CID in hexadecimal: one listing.')).toBeVisible()
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  await expect(answerOf(page).getByRole('definition').first()).toHaveText(colosseum.cid)

  await page.getByRole('button', { name: 'Convert it instead' }).click()
  await expect(answerOf(page).getByRole('heading', { name: 'Decimal and hexadecimal' })).toBeVisible()
  await expect(page.getByLabel('CID, decimal or hexadecimal')).toHaveValue(colosseum.hexCid)
  await answerOf(page).getByRole('button', { name: 'Copy CID', exact: true }).click()
  await expect.poll(() => clipboard(page)).toBe(colosseum.cid)
})

test('several links in the box open bulk with the links filled in', { tag: '@phone' }, async ({ page }) => {
  await open(page)
  await boxOf(page).fill(`${colosseum.placeId}\nChIJaXQRs6lZwokRY6EFpJnhNNE`)
  await page.getByRole('link', { name: 'Look them up in bulk' }).click()
  await expect(page.getByRole('textbox', { name: /one per line/ })).toHaveValue(new RegExp(colosseum.placeId))
  await expect(page.getByText('2 found.')).toBeVisible()
})

test('two short links on one line are rejected, with a link that opens bulk with one line per short link', async ({
  page,
}) => {
  const links = ['https://maps.app.goo.gl/FoksPtKVKYoeAt4w8', 'https://maps.app.goo.gl/X5bZDTSFfdRzchGY6']
  await open(page)
  await lookUp(page, links.join(' '))
  await expect(answerOf(page)).toContainText('This text points to several listings.')
  await answerOf(page).getByRole('link', { name: 'Look them up in bulk' }).click()
  await expect(page.getByRole('textbox', { name: /one per line/ })).toHaveValue(links.join('\n'))
})

test('an API key in a pasted address is neither sent nor stored', async ({ page }) => {
  await open(page)
  const address = `https://maps.googleapis.com/maps/api/place/details/json?place_id=${colosseum.placeId}&key=AIzaSyA-secret_0`
  const sent = page.waitForRequest(/listings\.resolve/)
  await lookUp(page, address)
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
  expect((await sent).postData()).not.toContain('AIza')
  expect(page.url()).not.toContain('AIza')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('AIza')
})

test('a name that comes from the link is marked as possibly including the address', async ({ page }) => {
  await open(page)
  await lookUp(page, 'https://maps.app.goo.gl/TmbeHMiLEfTBws9EA')
  await expect(
    answerOf(page).getByRole('heading', { name: /^RAI - Romantic & Intimate, Calea Victoriei 202/ }),
  ).toBeVisible()
  await expect(answerOf(page)).toContainText('From the link. May include the address.')
  await expect(answerOf(page).getByText('/g/11svmp0zhs')).toBeVisible()
})

test('a lookup’s URL can be shared and shows the identifiers, with a new lookup only on request', async ({
  page,
  context,
}) => {
  await open(page)
  await lookUp(page, colosseum.placeId)
  await expect(page).toHaveURL(`/?q=${colosseum.placeId}`)
  await answerOf(page).getByRole('button', { name: 'Copy link to this lookup' }).click()
  const address = await clipboard(page)
  expect(address).toBe(page.url())

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  const reader = await context.newPage()
  const requests: string[] = []
  reader.on('request', (request) => {
    if (request.url().includes('listings.')) requests.push(request.url())
  })
  await reader.goto(address)
  const answer = answerOf(reader)
  const note = /^Read from the text itself, without a lookup\. [\d,]+ of 1,000 free lookups left today\.$/
  await expect(answer.getByText(note)).toBeVisible()
  await answer.getByRole('button', { name: 'Copy CID', exact: true }).click()
  expect(await clipboard(reader)).toBe(colosseum.cid)
  await expect(boxOf(reader)).toHaveValue(colosseum.placeId)

  expect(requests).toEqual([])
  await answer.getByRole('button', { name: 'Look up its name and rating' }).click()
  await expect(answer.getByRole('heading', { name: 'Colosseum' })).toBeVisible()
  expect(requests).toHaveLength(1)
})

test(
  'going to another page and back shows the same result without a new call',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('listings.resolve')) requests.push(request.url())
    })
    await open(page)
    const text = `Look at this: ${colosseum.link}`
    await lookUp(page, text)
    await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
    if (project.name === 'phone') await page.getByText('Menu').click()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByRole('heading', { name: 'Starter' })).toBeVisible()
    await page.goBack()
    await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
    await expect(boxOf(page)).toHaveValue(text)
    await page.reload()
    await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
    expect(requests).toHaveLength(1)
  },
)

test('an identifiers-only lookup is marked as not checked, and its URL keeps that choice', async ({
  page,
  context,
}) => {
  const requests: unknown[] = []
  context.on('request', (request) => {
    if (request.url().includes('listings.resolve')) requests.push(request.postDataJSON().details)
  })
  await open(page)
  await page.getByLabel('Details').selectOption({ label: 'Identifiers only' })
  await lookUp(page, colosseum.placeId)
  await expect(answerOf(page).getByText(/^Not checked\./)).toBeVisible()
  await expect(answerOf(page).getByRole('heading', { name: 'Name unknown' })).toBeVisible()
  await expect(page).toHaveURL(`/?q=${colosseum.placeId}&details=none`)

  await page.evaluate(() => localStorage.clear())
  const reader = await context.newPage()
  await reader.goto(page.url())
  await expect(answerOf(reader).getByText(/^Not checked\./)).toBeVisible()
  await expect(reader.getByLabel('Details')).toHaveValue('none')
  await reader.getByLabel('Details').selectOption({ label: 'Check for stale ids' })
  await reader.getByRole('button', { name: 'Look up', exact: true }).click()
  await expect(answerOf(reader).getByText('The sample data has this listing under these identifiers.')).toBeVisible()
  expect(requests).toEqual(['none', 'checked'])
})

test('looking up a listing that has moved shows which identifier is out of date', async ({ page }) => {
  const moved = {
    ...answer,
    listing_status: 'moved',
    moved_from: { cid: '7', place_id: 'ChIJ3S-JXmauEmsRUcIaWtf4MzE' },
  }
  await page.route('**/api/trpc/listings.resolve*', (route) => route.fulfill({ json: { result: { data: moved } } }))
  await open(page)
  await lookUp(page, colosseum.placeId)
  const note = /^Moved\. These are its current identifiers\. Place id ChIJ3S-JXmauEmsRUcIaWtf4MzE is out of date\.$/
  await expect(answerOf(page).getByText(note)).toBeVisible()
})

test('a name search can be opened by its URL', async ({ page }) => {
  await open(page, '/?q=British%20Museum')
  await answerOf(page).getByRole('button', { name: 'Look it up' }).click()
  await expect(answerOf(page).getByText('British Museum').first()).toBeVisible()
})

test('recent lookups reopen without a new lookup, even after a reload, until they are cleared', async ({
  page,
  frugalUrl,
}) => {
  await page.route('**/api/trpc/listings.resolve*', async (route) => {
    // The tests on this server share one free lookup a day, so this response is made up.
    await route.fulfill({ json: { result: { data: answer } } })
  })
  await open(page, frugalUrl)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('listings.')) requests.push(request.url())
  })
  await lookUp(page, colosseum.placeId)
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
  expect(requests).toHaveLength(1)

  await page.reload()
  await expect(answerOf(page).getByText(/Saved in this browser on/)).toBeVisible()
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()

  await page.goto(frugalUrl)
  await page.getByRole('region', { name: 'Recent lookups' }).getByRole('button', { name: 'Colosseum' }).click()
  await expect(answerOf(page).getByText(/Saved in this browser on/)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`q=${colosseum.placeId}`))
  expect(requests).toHaveLength(1)

  await page.getByRole('button', { name: 'Look up again' }).click()
  await expect(answerOf(page).getByText(/Saved in this browser on/)).toHaveCount(0)
  await expect.poll(() => requests).toHaveLength(2)
  // Its result is stored too, so wait for it before clearing the list.
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()

  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('region', { name: 'Recent lookups' })).toHaveCount(0)
  await page.goto(frugalUrl)
  await expect(boxOf(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recent lookups' })).toHaveCount(0)
})

test('when the free lookups are used up, the page offers an account and shows the price of a plan', async ({
  page,
  frugalUrl,
}) => {
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': '10.66.0.1' })
  await open(page, frugalUrl)
  // The last free lookup is used in another tab.
  const other = await page.context().newPage()
  await open(other, frugalUrl)
  await expect(leftToday(other, '1 of 1 free lookups left today')).toBeVisible()
  await expect(other.getByRole('link', { name: accountOffer }).filter({ visible: true })).toBeVisible()
  await lookUp(other, colosseum.placeId)
  await expect(leftToday(other, '0 of 1 free lookups left today')).toBeVisible()

  await lookUp(page, 'cid:0x1')
  const answer = answerOf(page)
  await expect(answer.getByRole('heading', { name: 'No free lookups left today' })).toBeVisible()
  await expect(answer.getByText(/More lookups in/)).toBeVisible()
  await expect(answer.getByRole('link', { name: accountOffer })).toHaveAttribute('href', '/sign-up')
  await expect(answer.getByRole('listitem').filter({ hasText: 'Growth' })).toContainText('10,000 a month')
  await expect(answer.getByRole('link', { name: 'Compare plans' })).toHaveAttribute('href', '/pricing')
})

const accountOffer = 'Create a free account: 1,000 a month'

const answer = {
  title: 'Colosseum',
  cid: colosseum.cid,
  hex_cid: colosseum.hexCid,
  place_id: colosseum.placeId,
  rating: '4.8',
  reviews_count: 502371,
  maps_url: colosseum.mapsUrl,
  review_url: colosseum.reviewUrl,
  schema_hasmap: colosseum.mapsUrl,
  feature_id: '0x132f61b6532013ad:0x28f1c82e908503c4',
  kg_id: null,
  listing_status: 'listed',
  moved_from: null,
  rate_limit: { authenticated: false, limit: '1', remaining: 0 },
}
