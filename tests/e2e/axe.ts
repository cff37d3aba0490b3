import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** This is sent to hundreds of pages, and is less than half the size of the package's own `source`. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that depend on colors, which are the slowest. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** `new colors` checks only elements with a look that this process has not checked before in the same scheme. */
type Part = 'everything' | 'all but colors' | 'new colors'

/** The looks in which axe has found no problem, as hashes, by color scheme. */
const checked = { light: new Set<number>(), dark: new Set<number>() }

/**
 * Returns the problems that axe finds on the current page.
 * @param within a selector for the part to check; the whole page if omitted.
 * @returns a line for each broken rule, with the HTML of the elements.
 */
export async function axeViolations(page: Page, part: Part, within = 'html'): Promise<string[]> {
  // Injected from outside the page, so the page's content security policy does not apply.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axeSource};void 0`)
  const known = { light: [...checked.light], dark: [...checked.dark] }
  const { violations, scheme, looks } = await page.evaluate(findViolations, { part, within, colorRules, known })
  if (violations.length === 0) for (const look of looks) checked[scheme].add(look)
  return violations
}

type Search = { part: Part; within: string; colorRules: string[]; known: Record<'light' | 'dark', number[]> }

/** Runs in the page. Also returns the looks whose colors axe has checked. */
async function findViolations({ part, within, colorRules, known }: Search) {
  const page = window as unknown as { axe: typeof axe }
  const scheme: 'light' | 'dark' = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const root = document.querySelector(within)
  if (!root) return { violations: [`nothing is ${within}`], scheme, looks: [] }
  // During a transition, a color does not belong to either scheme.
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  // FNV-1a, https://datatracker.ietf.org/doc/draft-eastlake-fnv
  const hash = (text: string) => [...text].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 16_777_619), 5381)

  /** The styles that determine each element's contrast: its text style, and its own and its ancestors' backgrounds. */
  const looks = new Map<Element, { look: number; behind: number }>()
  for (const element of part === 'all but colors' ? [] : document.querySelectorAll('*')) {
    const style = getComputedStyle(element)
    const outside = element.parentElement && looks.get(element.parentElement)
    const backgrounds = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter, outside?.behind]
    const behind = hash(backgrounds.join())
    const own = [style.color, style.fontSize, style.fontWeight, style.textDecorationLine, behind]
    looks.set(element, { look: hash(own.join()), behind })
  }
  const old = new Set(known[scheme])
  const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const visible = [...looks].filter(([element]) => root.contains(element) && isVisible(element))
  const fresh = visible.filter(([, { look }]) => !old.has(look)).map(([element]) => element)

  const include = part === 'new colors' ? fresh : [root]
  const found = { scheme, looks: visible.map(([, { look }]) => look) }
  if (include.length === 0) return { ...found, violations: [] }
  const { violations } = await page.axe.run(
    { include },
    {
      resultTypes: ['violations'],
      selectors: false,
      ...(part === 'new colors' && { runOnly: colorRules }),
      ...(part === 'all but colors' && {
        rules: Object.fromEntries(colorRules.map((id) => [id, { enabled: false }])),
      }),
    },
  )
  return {
    ...found,
    violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
  }
}
