import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** The rules that depend on colors, which take axe the longest. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** `changed` checks colors only, of elements whose look has changed since the last check in the same scheme. */
type Part = 'everything' | 'all but colors' | 'colors' | 'changed'

/**
 * Returns what axe finds wrong with a page as it is now.
 * @param within a selector of the part to check; the whole page if left out.
 * @returns a line for each broken rule, with the HTML of the elements.
 */
export async function axeViolations(page: Page, part: Part, within = 'html'): Promise<string[]> {
  // Injected from outside the page, so the page's content security policy does not apply.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe.source};void 0`)
  return page.evaluate(findViolations, { part, within, colorRules })
}

/** Runs in the page. */
async function findViolations({ part, within, colorRules }: { part: Part; within: string; colorRules: string[] }) {
  const page = window as unknown as { axe: typeof axe; looks?: Record<string, WeakMap<Element, string>> }
  const root = document.querySelector(within)
  if (!root) return [`nothing is ${within}`]
  // During a transition a color belongs to neither scheme.
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  const scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

  /** What the contrast of each element depends on: its text style, and the backgrounds of it and its ancestors. */
  const looks = new Map<Element, { own: string; behind: string }>()
  for (const element of part === 'all but colors' ? [] : root.querySelectorAll('*')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const style = getComputedStyle(element)
    const own = [style.color, style.fontSize, style.fontWeight, style.textDecorationLine].join()
    const outside = element.parentElement && looks.get(element.parentElement)
    const behind = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter, outside?.behind].join()
    looks.set(element, { own, behind })
  }
  page.looks ??= {}
  page.looks[scheme] ??= new WeakMap()
  const changed: Element[] = []
  for (const [element, { own, behind }] of looks) {
    const look = own + behind
    if (page.looks[scheme].get(element) !== look) changed.push(element)
    page.looks[scheme].set(element, look)
  }

  const include = part === 'changed' ? changed : [root]
  if (include.length === 0) return []
  const isAboutColors = part === 'colors' || part === 'changed'
  const { violations } = await page.axe.run(
    { include },
    {
      resultTypes: ['violations'],
      selectors: false,
      ...(isAboutColors && { runOnly: colorRules }),
      ...(part === 'all but colors' && {
        rules: Object.fromEntries(colorRules.map((id) => [id, { enabled: false }])),
      }),
    },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
