import { SiteLink } from '@/components/ui/site-link'

/** A link onward from a page that has nothing to show. */
export const LookUpLink = () => (
  <p className="mt-6">
    <SiteLink
      href="/"
      className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      Look up a listing
    </SiteLink>
  </p>
)
