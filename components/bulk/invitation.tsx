import { formatNumber } from '@/components/format/number'

/** Tells a visitor what an account adds. */
export const Invitation = ({ maxLines }: { maxLines: number }) => (
  <p className="text-sm text-soft">
    <a href="/sign-in?next=%2Fbulk" className="underline decoration-edge underline-offset-4 hover:decoration-ink">
      Sign in
    </a>{' '}
    to look up as many as {formatNumber(maxLines)} lines in the background, even after you close this tab.
  </p>
)
