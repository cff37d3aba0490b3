import { answerOf, boxOf, clipboard, colosseum, expect, open, test } from './pinref'

test('a lookup works without a mouse, from typing to copying the CID', async ({ page }) => {
  await open(page)
  await page.keyboard.press('/')
  await expect(boxOf(page)).toBeFocused()
  await page.keyboard.insertText(colosseum.placeId)
  await page.keyboard.press('Enter')
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeFocused()

  await page.keyboard.press('Tab')
  await expect(answerOf(page).getByRole('button', { name: 'Copy CID', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(answerOf(page).getByText('CID copied', { exact: true })).toBeAttached()
  await expect.poll(() => clipboard(page)).toBe(colosseum.cid)

  await page.keyboard.press('/')
  await page.keyboard.insertText('0x7')
  await expect(boxOf(page), 'ready for the next one').toHaveValue('0x7')
})

test('a slash can be typed into the box, and Escape empties the box, then leaves it', async ({ page }) => {
  await open(page)
  await page.keyboard.press('/')
  await page.keyboard.type('a/b')
  await expect(boxOf(page)).toHaveValue('a/b')
  await page.keyboard.press('Escape')
  await expect(boxOf(page)).toHaveValue('')
  await expect(boxOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(boxOf(page)).not.toBeFocused()
})

test('arrow keys move between tabs and between search results', async ({ page }) => {
  await open(page)
  await page.getByRole('radio', { name: 'Look up' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Search' })).toBeFocused()
  await expect(page.getByLabel('Business name')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('museum')
  await page.keyboard.press('Enter')
  const names = answerOf(page).locator('summary')
  await expect(names.first()).toBeVisible()
  await names.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(names.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(names.first()).toBeFocused()
})

test('focus is visible on every focusable element', async ({ page }) => {
  await open(page)
  const unseen: string[] = []
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return null
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return { name: element.outerHTML.slice(0, 120), seen: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 }
    })
    if (at === null) break
    if (!at.seen) unseen.push(at.name)
  }
  expect(unseen).toEqual([])
})
