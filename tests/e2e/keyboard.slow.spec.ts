import type { Page } from '@playwright/test'
import { menuOf, rowOf } from './keys'
import { expectGoodLooks } from './looks'
import { answerOf, boxOf, clipboard, colosseum, expect, hydrated, open, test } from './pinref'
import { mutate, test as signedInTest } from './signed-in'

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

const menuBox = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' })
const menuOption = (page: Page, name: string) => page.getByRole('option', { name })

test(
  'the command menu reads a pasted identifier without a lookup, and looks it up on request',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('listings.')) calls.push(request.url())
    })
    await page.goto('/pricing')
    await hydrated(page)
    const button = page.getByRole('button', { name: 'Search and commands' })
    await button.focus()
    if (project.name === 'phone') await button.click()
    else await page.keyboard.press('ControlOrMeta+k')
    await expect(menuBox(page)).toBeFocused()
    await expect(menuOption(page, 'Get an API key')).toBeVisible()
    await expect(menuOption(page, 'Sign out'), 'a visitor cannot').toHaveCount(0)
    await expectGoodLooks(page, 'menu', project.name)

    await page.keyboard.insertText(colosseum.placeId)
    const menu = page.getByRole('dialog', { name: 'Search and commands' })
    await expect(menu.getByText('Read from the text itself, without a lookup.')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(menu.getByRole('button', { name: 'Copy CID', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => clipboard(page)).toBe(colosseum.cid)
    expect(calls, 'reading is free').toEqual([])
    await expectGoodLooks(page, 'menu-listing', project.name)

    await expect(menuOption(page, 'Look up its name and rating uses 1 of')).toHaveAttribute('aria-selected', 'true')
    await menuBox(page).press('Enter')
    await expect(menu.getByRole('heading', { name: 'Colosseum' })).toBeVisible()
    expect(calls).toHaveLength(1)

    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(button).toBeFocused()
    await expect(page).toHaveURL('/pricing')
  },
)

test('“g” and a letter open a page and “?” lists the shortcuts, but not while the user types in a field', async ({
  page,
}) => {
  await open(page)
  await page.keyboard.press('/')
  await page.keyboard.type('gd?')
  await expect(boxOf(page)).toHaveValue('gd?')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toContainText('Docs')
  await expect(shortcuts, 'pages of an account').not.toContainText('Callbacks')
  await expectGoodLooks(page, 'shortcuts', 'desktop')
  await page.keyboard.press('Escape')
  await page.keyboard.type('gd')
  await expect(page).toHaveURL('/docs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quick start')

  await page.keyboard.press('?')
  await shortcuts.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await page.keyboard.type('gl?/')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(menuBox(page), 'the menu itself needs no single key').toBeFocused()
  await expect(page).toHaveURL('/docs')
})

signedInTest(
  'the command menu finds a key by name, opens its dialogs, and runs actions',
  async ({ page, dashboard, account: _ }) => {
    await mutate(page, dashboard.url, 'keys.create', { name: 'Zapier', test: false })
    await page.goto('/account')
    await hydrated(page)
    const choose = async (text: string, option: string) => {
      await page.keyboard.press('ControlOrMeta+k')
      await expect(menuBox(page)).toBeFocused()
      await page.keyboard.insertText(text)
      await expect(menuOption(page, option).first()).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
    }
    await choose('rotate zapier', 'Rotate “Zapier”')
    const dialog = page.getByRole('alertdialog', { name: 'Rotate “Zapier”' })
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL('/keys')
    await page.keyboard.press('ControlOrMeta+k')
    await expect(menuBox(page), 'a dialog is not covered').toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await choose('zapier', 'Zapier pr_live_')
    await expect(menuOf(rowOf(page, 'Zapier'))).toBeFocused()
    await choose('new key', 'New key')
    await expect(page.getByRole('dialog', { name: 'New key' })).toBeVisible()
    await page.keyboard.press('Escape')

    await choose('dark mode', 'Dark mode')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await menuBox(page).fill('0b9a4c1e-6f0d-4a53-9a57-2f1d3c5b7e90')
    await expect(menuOption(page, 'Open this call')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.route('**/api/trpc/keys.list*', (route) => route.abort())
    await choose('usage', 'Usage')
    await expect(page).toHaveURL('/usage')
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByText('Couldn’t load keys.')).toBeVisible()
    await menuBox(page).fill('sign out')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  },
)
