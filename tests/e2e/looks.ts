import { expect, type Page } from '@playwright/test'
import { axeViolations } from './axe'

type Size = { width: number; height: number }

/** The size of the narrow layout. */
const phone = { width: 360, height: 740 }

/** Whether each look is checked at every width and in both schemes, as `npm run test:full` does. */
const hasAllLooks = process.env.LOOKS === 'all'

/**
 * Checks a page state: axe finds no problems, no element is wider than the screen, and no control is covered. On a
 * desktop, it then checks that the page fits at a phone's width too, so a test reaches the state only once. With
 * `LOOKS=all`, it runs all checks in light and dark, at both widths. With `PICTURES=1`, it saves a screenshot for each
 * combination in `tests/e2e/__screenshots__`.
 * @param name the beginning of the screenshots' names, before the project and the color scheme.
 * @param within a selector for the part that axe checks, if the rest is the same as in another state; the whole page if
 * omitted.
 */
export async function expectGoodLooks(page: Page, name: string, project: string, within?: string) {
  const size = page.viewportSize()
  const isDesktop = project !== 'phone' && size !== null
  await expectGoodLooksAt(page, isDesktop ? { [project]: size, phone } : { [project]: size ?? phone }, name, within)
}

/** Checks the page in the same way at each of several named sizes, then restores the page's size. */
export async function expectGoodLooksAt(page: Page, sizes: Record<string, Size>, name: string, within?: string) {
  const before = page.viewportSize()
  // When the browser has followed a link, Next renders the page and, a moment later, its title.
  await expect(page).toHaveTitle(/./)
  for (const [nth, [sizeName, size]] of Object.entries(sizes).entries()) {
    await page.setViewportSize(size)
    await expectGoodLook(page, `${name}-${sizeName}`, within, nth === 0)
  }
  if (before) await page.setViewportSize(before)
}

async function expectGoodLook(page: Page, name: string, within: string | undefined, isFirst: boolean) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-light`)
  if (isFirst || hasAllLooks) expect(await axeViolations(page, 'everything', within)).toEqual([])
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth, 'nothing scrolls sideways').toBeLessThanOrEqual(clientWidth)
  expect(await page.evaluate(cutOffParts), 'nothing is cut off at the edge of the screen').toEqual([])
  expect(await page.evaluate(coveredControls), 'nothing lies on top of a control').toEqual([])
  if (!hasAllLooks) return

  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-dark`)
  expect(await axeViolations(page, 'colors', within), 'in dark').toEqual([])
}

/**
 * Returns the controls and texts that extend beyond the screen and that no part of `main` scrolls. `main` itself cuts off
 * what is too wide, because a drawing behind it is. Runs in the page.
 */
function cutOffParts(): string[] {
  const main = document.querySelector('main')
  const holds = (part: Element) =>
    part.matches('button, input, select, textarea') ||
    [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  const isScrolled = (part: Element) => {
    for (let outer = part.parentElement; outer && outer !== main; outer = outer.parentElement)
      if (getComputedStyle(outer).overflowX !== 'visible') return true
    return false
  }
  const parts = [...(main?.querySelectorAll('*') ?? [])].filter((part) => {
    const { left, right, width } = part.getBoundingClientRect()
    const isOutside = width > 8 && (right > innerWidth + 1 || left < -1)
    return (
      isOutside && holds(part) && part.checkVisibility() && !part.closest('[aria-hidden=true]') && !isScrolled(part)
    )
  })
  return parts.map(({ outerHTML }) => outerHTML.slice(0, 200))
}

/** Returns the controls that a pointer cannot reach even when they are scrolled into view. Runs in the page. */
function coveredControls(): string[] {
  const scrolled = [...document.querySelectorAll('*')]
    .filter((part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight)
    .map((part) => ({ part, left: part.scrollLeft, top: part.scrollTop }))
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')
  const within = [...dialogs].at(-1) ?? document
  // An open menu may cover a control that was scrolled to.
  const isReachable = (control: HTMLElement, isScrolled: boolean) => {
    // Only a link's first line is checked: a link broken across two lines may have no text at the center of its
    // bounding box.
    const [box] = control.getClientRects()
    // Controls this small are for screen readers only.
    if (!box || box.width < 8 || box.height < 8) return true
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined
    if (isScrolled && top?.closest('details[open]')) return true
    return top !== null && (control.contains(top) || label?.contains(top) || top.contains(control))
  }
  const covered = [...within.querySelectorAll<HTMLElement>('button, input, select, textarea, summary, a[href]')].filter(
    (control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
      if (isReachable(control, false)) return false
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      return !isReachable(control, true)
    },
  )
  for (const { part, left, top } of scrolled) part.scrollTo({ left, top, behavior: 'instant' })
  return covered.map(({ outerHTML }) => outerHTML.slice(0, 200))
}

/** With `PICTURES=1`, saves a screenshot in `tests/e2e/__screenshots__`. */
export async function keepPicture(page: Page, name: string) {
  if (!process.env.PICTURES) return
  // Overlays are positioned on the screen, not on the page.
  const fullPage = (await page.getByRole('alertdialog').or(page.getByRole('dialog')).count()) === 0
  await page.screenshot({ path: `tests/e2e/__screenshots__/${name}.png`, fullPage })
}
