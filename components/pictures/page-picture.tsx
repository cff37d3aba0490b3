import type { PageCard } from './page-cards'
import { ink, Sheet } from './sheet'

/** The picture of a page: its title, and what is on it. */
export const PagePicture = ({ host, card: { title, about } }: { host: string; card: PageCard }) => (
  <Sheet host={host}>
    <div style={{ display: 'flex', flexDirection: 'column', gap: 24, maxWidth: 1_000 }}>
      <div
        style={{
          fontSize: title.length > 30 ? 76 : 92,
          fontWeight: 600,
          letterSpacing: '-0.035em',
          lineHeight: 1.05,
          textWrap: 'balance',
        }}
      >
        {title}
      </div>
      <div style={{ fontSize: 36, color: ink.soft, lineHeight: 1.35 }}>{about}</div>
    </div>
  </Sheet>
)
