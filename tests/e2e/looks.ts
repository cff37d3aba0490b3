import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules that depend on colours, which take axe the longest; everything else is the same in light and dark. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The narrow layout's width. */
const phone = { width: 360, height: 740 }

/**
 * Checks a state of a page in light and dark: axe finds nothing, nothing is wider than the screen, and nothing lies on top of
 * a control. On a desktop the same state is then made as narrow as a phone and checked again, so that a test need not come
 * there twice.
 * With `PICTURES=1` a screenshot of each is kept in `tests/e2e/__screenshots__`.
 * @param name of the pictures, followed by the project's and the colour scheme's.
 * @param within a selector of the part that axe looks at, where the rest is the same as in another state; left out: all of it.
 */
export async function expectGoodLooks(page: Page, name: string, project: string, within?: string) {
  await expectGoodLook(page, `${name}-${project}`, within, 'all rules')
  const size = page.viewportSize()
  if (project !== 'desktop' || !size) return
  await page.setViewportSize(phone)
  // What is shown on both has been seen in light.
  await expectGoodLook(page, `${name}-phone`, within, 'all but colours')
  await page.setViewportSize(size)
}

async function expectGoodLook(page: Page, name: string, within: string | undefined, inLight: Rules) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-light`)
  expect(await axeViolations(page, within, inLight)).toEqual([])
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth, 'nothing scrolls sideways').toBeLessThanOrEqual(clientWidth)
  expect(await page.evaluate(coveredControls), 'nothing lies on top of a control').toEqual([])

  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-dark`)
  expect(await axeViolations(page, within, 'colours'), 'in dark').toEqual([])
}

/** The controls that a pointer does not reach, even where they are scrolled into view. Runs in the page. */
function coveredControls(): string[] {
  const scrolled = [...document.querySelectorAll('*')]
    .filter((part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight)
    .map((part) => ({ part, left: part.scrollLeft, top: part.scrollTop }))
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')
  const within = [...dialogs].at(-1) ?? document
  const covered = [...within.querySelectorAll<HTMLElement>('button, input, select, textarea, summary, a[href]')].filter(
    (control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      // A link that is broken over two lines has nothing at the middle of both.
      const [box] = control.getClientRects()
      // Text for screen readers alone.
      if (!box || box.width < 8 || box.height < 8) return false
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined
      // An open menu may.
      if (top?.closest('details[open]')) return false
      return !top || !(control.contains(top) || label?.contains(top) || top.contains(control))
    },
  )
  for (const { part, left, top } of scrolled) part.scrollTo({ left, top, behavior: 'instant' })
  return covered.map(({ outerHTML }) => outerHTML.slice(0, 200))
}

type Rules = 'all rules' | 'colours' | 'all but colours'

async function axeViolations(page: Page, within: string | undefined, rules: Rules): Promise<string[]> {
  // Pages have no frames, so axe need not open another page to merge results.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], selectors: false })
  if (within) axe.include(within)
  if (rules === 'colours') axe.withRules(colourRules)
  if (rules === 'all but colours') axe.disableRules(colourRules)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** With `PICTURES=1`, keeps a screenshot in `tests/e2e/__screenshots__`. */
export async function keepPicture(page: Page, name: string) {
  if (!process.env.PICTURES) return
  // Overlays are positioned on the screen, not on the page.
  const fullPage = (await page.getByRole('alertdialog').or(page.getByRole('dialog')).count()) === 0
  await page.screenshot({ path: `tests/e2e/__screenshots__/${name}.png`, fullPage })
}
