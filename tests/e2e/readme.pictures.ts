import { answerOf, colosseum, lookUp, open } from './pinref'
import { expect, test } from './signed-in'

/*
 * Takes the README's picture from the production build: `npm run build && npm run task pictures`.
 */

test('takes the README’s picture of a link’s result', async ({ page }) => {
  await open(page)
  await lookUp(page, colosseum.link)
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
  await expect(answerOf(page).getByRole('heading', { name: 'Use this listing' })).toBeVisible()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: 'public/pinref.png' })
})
