import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { finished, savedFile } from './batches'
import { empireState } from './bulk'
import { expectGoodLooks } from './looks'
import { colosseum } from './pinref'
import { expect, mutate, signUp, test } from './signed-in'

const csv = [
  'name,link',
  `Anfiteatro,${colosseum.placeId}`,
  ',',
  `Tower,${empireState}`,
  'Lost,https://example.com',
  `Anfiteatro again,${colosseum.featureId}`,
]

test('a review kit has the names in the list, and names the lines that it skips', async ({
  page,
  google: { url, simulator },
}, { project, workerIndex }) => {
  simulator.change({ place_id: empireState, business_status: 'CLOSED_PERMANENTLY' })
  await signUp(page, url, `kit.${workerIndex}@example.com`)
  const order = { data: csv.join('\n'), format: 'csv', column: 'link' }
  const { id } = await mutate(page, url, 'batches.create', order)
  await page.goto(`${url}/batches/${id}`)
  await finished(page)
  await page.getByRole('button', { name: 'Review kit' }).click()
  const kit = page.getByRole('dialog', { name: 'Review kit' })
  await expect(kit.getByText('1 listing.')).toBeVisible()
  await expect(kit.getByRole('img', { name: 'Poster of Anfiteatro' })).toBeVisible()
  const skipped = kit.getByText('3 lines are not in the kit: 1 permanently closed, 1 unreadable, 1 duplicate.')
  await skipped.click()
  await expect(kit.getByRole('listitem')).toHaveText([
    /^Row \d: TowerThe business is permanently closed\.$/,
    /^Row \d: Lostexample\.com is not a Google Maps address/,
    /^Row \d: Anfiteatro againThe same listing as in row \d\.$/,
  ])
  await expectGoodLooks(page, 'review-kit-skipped', project.name)
  const zip = await savedFile(page, 'Download kit')
  await expect(kit.getByText('Kit with 1 listing downloaded.')).toBeVisible()
  const files = unzipSync(new Uint8Array(zip.bytes))
  expect(Object.keys(files).filter((path) => path.startsWith('posters/'))).toEqual([
    expect.stringMatching(/^posters\/\d-anfiteatro\.pdf$/),
  ])
  const rowsIn = (path: string) =>
    Papa.parse<Record<string, string>>(
      Buffer.from(files[path] ?? [])
        .toString('utf8')
        .replace(/^\ufeff/, ''),
      {
        header: true,
        skipEmptyLines: true,
      },
    ).data
  expect(rowsIn('review-links.csv')).toMatchObject([{ name: 'Anfiteatro', review_url: colosseum.reviewUrl }])
  expect(rowsIn('not-in-kit.csv').map(({ name, reason }) => [name, reason])).toEqual([
    ['Tower', 'permanently closed'],
    ['Lost', 'unreadable'],
    ['Anfiteatro again', 'duplicate'],
  ])
  simulator.change({ place_id: empireState })
})
