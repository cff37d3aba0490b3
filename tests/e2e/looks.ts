import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

type ColorScheme = 'light' | 'dark'

/**
 * What holds for every face of a page: it is kept as a picture, axe finds nothing, nothing is wider than the screen.
 * @param name of the picture, followed by the project's and the colour scheme's.
 */
export async function expectGoodLook(page: Page, name: string, project: string, colorScheme: ColorScheme) {
  // What lies over a page is where the screen is, not where the page is.
  const fullPage = (await page.getByRole('alertdialog').count()) === 0
  await page.screenshot({ path: `tests/e2e/__screenshots__/${name}-${project}-${colorScheme}.png`, fullPage })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth, 'nothing scrolls sideways').toBeLessThanOrEqual(clientWidth)
}

/** The same in light and in dark, for a state that takes long to reach. */
export async function expectGoodLooks(page: Page, name: string, project: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectGoodLook(page, name, project, colorScheme)
  }
}
