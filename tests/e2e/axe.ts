import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** This is sent to hundreds of pages, and is less than half the size of the package's own `source`. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that depend on colors, which are the slowest, each with the elements that axe checks by default. */
const colorRules = { 'color-contrast': '', 'link-in-text-block': 'a[href]' }

type Part = 'everything' | 'colors'

/** The looks in which axe has found no problem, as hashes, by color scheme. */
const checked = { light: new Set<number>(), dark: new Set<number>() }

/**
 * Returns the problems that axe finds on the current page. Checking colors is slow, so axe checks the colors of three
 * elements per look, and only of looks that this process has not yet checked in the same scheme. `everything` adds the
 * elements that may lie on top of others.
 * @param part whether to check everything or only colors.
 * @param within a selector for the part of the page to check; the whole page if omitted.
 * @returns a line for each broken rule, with the HTML of the elements.
 */
export async function axeViolations(page: Page, part: Part, within = 'html'): Promise<string[]> {
  const known = { light: [...checked.light], dark: [...checked.dark] }
  const search = { part, within, colorRules, known }
  let found = await page.evaluate(findViolations, search)
  if (!found) {
    // Injected from outside the page, so the page's content security policy does not apply. `page.evaluate` takes longer.
    // The session stays open: when it ends, Chromium also ends what other sessions emulate, such as a lost network.
    const session = await page.context().newCDPSession(page)
    await session.send('Runtime.evaluate', { expression: axeSource, silent: true })
    found = await page.evaluate(findViolations, search)
  }
  if (!found) throw new Error('The page has lost axe.')
  const { violations, scheme, looks } = found
  if (violations.length === 0) for (const look of looks) checked[scheme].add(look)
  return violations
}

interface Search {
  part: Part
  within: string
  colorRules: Record<string, string>
  known: Record<'light' | 'dark', number[]>
}

/** Runs in the page. Also returns the looks whose colors axe has checked, or null if axe is not loaded. */
async function findViolations({ part, within, colorRules, known }: Search) {
  const page = window as unknown as { axe?: typeof axe }
  if (!page.axe) return null
  const scheme: 'light' | 'dark' = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const root = document.querySelector(within)
  if (!root) return { violations: [`nothing is ${within}`], scheme, looks: [] }
  // During a transition, a color does not belong to either scheme.
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  const hashes = new Map<string, number>()
  // FNV-1a, https://datatracker.ietf.org/doc/draft-eastlake-fnv
  const hash = (text: string): number => {
    let sum = hashes.get(text)
    if (sum === undefined) {
      sum = 5381
      for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 16_777_619)
      hashes.set(text, sum)
    }
    return sum
  }

  const hasText = (element: Element) =>
    element.matches('a[href], input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  /**
   * The styles that determine each element's contrast: its text style, and its own and its ancestors' backgrounds. `look`
   * is null for elements without text.
   */
  const looks = new Map<Element, { look: number | null; behind: number; isOnTop: boolean }>()
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element)
    const outside = element.parentElement && looks.get(element.parentElement)
    const backgrounds = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter, outside?.behind]
    const behind = hash(backgrounds.join())
    const isOnTop = outside?.isOnTop || style.position === 'absolute' || style.position === 'fixed'
    const own = { look: null as number | null, behind, isOnTop }
    looks.set(element, own)
    if (!root.contains(element) || !hasText(element)) continue
    const parts = [style.color, style.fontSize, style.fontWeight, style.textDecorationLine, behind]
    // Axe compares a link with the text around it.
    if (element.matches('a[href]') && element.parentElement) parts.push(getComputedStyle(element.parentElement).color)
    own.look = hash(parts.join())
  }
  const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const old = new Set(known[scheme])
  const timesSeen = new Map<number, number>()
  const fresh = [...looks].filter(([element, { look, isOnTop }]) => {
    if (look === null || !isVisible(element)) return false
    const nth = timesSeen.get(look) ?? 0
    timesSeen.set(look, nth + 1)
    return (nth < 3 && !old.has(look)) || (isOnTop && part === 'everything')
  })

  const found = { scheme, looks: [...timesSeen.keys()] }
  if (part === 'colors' && fresh.length === 0) return { ...found, violations: [] }
  const mark = 'data-check-colors'
  const rules = Object.entries(colorRules).map(([id, selector]) => ({ id, selector: `${selector}[${mark}]` }))
  page.axe.configure({ rules })
  for (const [element] of fresh) element.setAttribute(mark, '')
  const { violations } = await page.axe.run(root, {
    resultTypes: ['violations'],
    selectors: false,
    ...(part === 'colors' && { runOnly: Object.keys(colorRules) }),
  })
  for (const [element] of fresh) element.removeAttribute(mark)
  return {
    ...found,
    violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
  }
}
