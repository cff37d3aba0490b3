import { untilWords } from '@/components/problems/until'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { MoreLookupsLink, useAccountOffer } from '@/components/quota/plan-offer'

/**
 * Shows where to get more lookups. If none are left, also shows when they reset. A visitor with one lookup left gets
 * only a small link.
 */
export function FewLeft({ left }: { left: LookupsLeft }) {
  const accountOffer = useAccountOffer()
  if (left.remaining === 0)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-sm text-soft">Resets {untilWords(left.resetSeconds * 1000, Date.now())}.</p>
        <MoreLookupsLink left={left} look="primary" />
      </div>
    )
  return (
    <p className="text-sm text-soft">
      Need more?{' '}
      <a
        href="/sign-up"
        className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        {accountOffer}
      </a>
    </p>
  )
}
