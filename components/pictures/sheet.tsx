import type { ReactNode } from 'react'
import contours from '@/components/site/contours.svg?text'
import mono from '../../node_modules/geist/dist/fonts/geist-mono/GeistMono-Medium.ttf'
import regular from '../../node_modules/geist/dist/fonts/geist-sans/Geist-Regular.ttf'
import bold from '../../node_modules/geist/dist/fonts/geist-sans/Geist-SemiBold.ttf'

/** The size of the picture that other sites show: 1.91 to 1, as Open Graph and Twitter advise. In pixels. */
export const pictureSize = { width: 1_200, height: 630 }

/** The light colors of `app/theme.css`. */
export const ink = {
  paper: '#f4eee1',
  sheet: '#fdfaf3',
  rule: '#d9ceb9',
  edge: '#857b69',
  ink: '#1c1a15',
  soft: '#5a5347',
  accent: '#c2351a',
  cell: '#1d5c7d',
  cid: '#7d2c66',
  contour: '#dccdae',
}

const hill = `data:image/svg+xml;base64,${Buffer.from(contours.replace('#000', ink.contour)).toString('base64')}`

interface SheetProps {
  /** The host that the picture belongs to. */
  host: string
  children: ReactNode
}

/**
 * The sheet that every picture is drawn on: the paper, the hill, and the pin. The drawing library supports only inline
 * styles.
 */
export const Sheet = ({ host, children }: SheetProps) => (
  <div
    style={{
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'space-between',
      width: '100%',
      height: '100%',
      padding: '56px 72px',
      background: ink.paper,
      color: ink.ink,
      fontFamily: 'Geist',
      position: 'relative',
    }}
  >
    {/* biome-ignore lint/performance/noImgElement: no browser sees it */}
    <img alt="" src={hill} width={1_250} height={800} style={{ position: 'absolute', right: -380, top: -160 }} />
    <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
      <div style={{ display: 'flex', alignItems: 'center', gap: 18, fontSize: 44, fontWeight: 600 }}>
        <svg width="45" height="60" viewBox="0 0 24 32" aria-hidden="true">
          <path fill={ink.accent} d="M12 31.5C12 31.5 1.5 20 1.5 11.7a10.5 10.5 0 0 1 21 0C22.5 20 12 31.5 12 31.5Z" />
          <circle fill={ink.sheet} cx="12" cy="8" r="2.4" />
          <circle fill={ink.sheet} cx="12" cy="15.2" r="2.4" />
        </svg>
        Pinref
      </div>
      <div style={{ display: 'flex', fontSize: 28, color: ink.soft }}>{host}</div>
    </div>
    {children}
  </div>
)

/** The pages' fonts, for drawing pictures. The fonts are bundled with the code, so nothing is loaded at run time. */
export const fonts = [
  { name: 'Geist', data: bufferOf(regular), weight: 400 as const },
  { name: 'Geist', data: bufferOf(bold), weight: 600 as const },
  { name: 'Geist Mono', data: bufferOf(mono), weight: 500 as const },
]

/**
 * Whether the fonts have every character in a string. The drawing library would fetch missing ones from the network.
 */
export const isDrawable = (text: string): boolean => /^[ -~\u00a0-\u017f\u2013\u2014\u2018-\u201d\u2026]*$/.test(text)

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
}
