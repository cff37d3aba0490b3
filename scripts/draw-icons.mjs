import { readFileSync } from 'node:fs'
import { chromium } from 'playwright'

/*
 * Draws the installed app's icons, `public/icons/*.png` and `app/apple-icon.png`, from `app/icon.svg`. Needs Chromium:
 * set CHROMIUM=/usr/bin/chromium if Playwright has not installed one.
 *
 *   npm run task icons
 */

const pin = readFileSync(new URL('../app/icon.svg', import.meta.url), 'utf8')
const paper = '#f4eee1'

/** `share`: the pin's share of the width. A phone may crop a maskable icon to a circle 80% as wide. */
const icons = [
  { file: 'public/icons/192.png', size: 192, share: 0.92, background: 'transparent' },
  { file: 'public/icons/512.png', size: 512, share: 0.92, background: 'transparent' },
  { file: 'public/icons/maskable.png', size: 512, share: 0.6, background: paper },
  { file: 'app/apple-icon.png', size: 180, share: 0.7, background: paper },
]

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
for (const { file, size, share, background } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<style>body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${background} }
    svg { width: ${share * size}px; height: ${share * size}px }</style>${pin}`,
  )
  await page.screenshot({ path: file, omitBackground: true })
}
await browser.close()
