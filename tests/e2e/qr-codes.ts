import type { Page } from '@playwright/test'
import { encode } from 'uqr'

/** The modules of a QR code with this text, including its quiet zone. */
export const modulesOf = (text: string) => encode(text, { ecc: 'M', border: 4 })

/** Draws a picture in the browser and reads which modules are dark, row by row. */
export async function darkModules(page: Page, content: string, type: string, size: number): Promise<boolean[]> {
  // On a separate page: Pinref itself never reads pictures.
  const scratch = await page.context().newPage()
  return scratch.evaluate(
    async ({ content, type, size }) => {
      const bytes = Uint8Array.from(type === 'image/png' ? atob(content) : content, (sign) => sign.charCodeAt(0))
      const picture = new Image()
      picture.src = URL.createObjectURL(new Blob([bytes], { type }))
      await picture.decode()
      const pixels = 10
      const canvas = new OffscreenCanvas(size * pixels, size * pixels)
      const context = canvas.getContext('2d')
      context?.drawImage(picture, 0, 0, canvas.width, canvas.height)
      const middle = (at: number) => Math.floor((at + 0.5) * pixels)
      const { data = [] } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
      return Array.from({ length: size * size }, (_, index) => {
        const at = middle(Math.floor(index / size)) * canvas.width + middle(index % size)
        return (data[at * 4] ?? 255) < 128
      })
    },
    { content, type, size },
  )
}
