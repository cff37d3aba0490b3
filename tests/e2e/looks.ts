import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules that depend on colours; everything else is the same in light and dark. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Checks a state of a page in light and dark: axe finds nothing, and nothing is wider than the screen.
 * With `PICTURES=1` a screenshot of each is kept in `tests/e2e/__screenshots__`.
 * @param name of the pictures, followed by the project's and the colour scheme's.
 * @param within a selector of the part that axe looks at, where the rest is the same as in another state; left out: all of it.
 */
export async function expectGoodLooks(page: Page, name: string, project: string, within?: string) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-${project}-light`)
  expect(await axeViolations(page, within)).toEqual([])
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth, 'nothing scrolls sideways').toBeLessThanOrEqual(clientWidth)

  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-${project}-dark`)
  expect(await axeViolations(page, within, colourRules), 'in dark').toEqual([])
}

async function axeViolations(page: Page, within?: string, rules?: string[]): Promise<string[]> {
  // Pages have no frames, so axe need not open another page to merge results.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], selectors: false })
  if (within) axe.include(within)
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** With `PICTURES=1`, keeps a screenshot in `tests/e2e/__screenshots__`. */
export async function keepPicture(page: Page, name: string) {
  if (!process.env.PICTURES) return
  // Overlays are positioned on the screen, not on the page.
  const fullPage = (await page.getByRole('alertdialog').or(page.getByRole('dialog')).count()) === 0
  await page.screenshot({ path: `tests/e2e/__screenshots__/${name}.png`, fullPage })
}
