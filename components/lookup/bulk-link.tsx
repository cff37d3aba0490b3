import { saveDraft } from '@/components/bulk/saved'

interface BulkLinkProps {
  links: readonly string[]
  className: string
}

/** Opens the bulk page with these links in its form, one per line. */
export function BulkLink({ links, className }: BulkLinkProps) {
  return (
    <a href="/bulk" onClick={() => saveDraft(sessionStorage, links.join('\n'))} className={className}>
      Look them up in bulk
    </a>
  )
}
