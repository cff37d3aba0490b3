import { saveDraft } from '@/components/bulk/saved'

interface BulkLinkProps {
  links: readonly string[]
  className: string
}

/** Takes links to the bulk page, one a line. */
export function BulkLink({ links, className }: BulkLinkProps) {
  return (
    <a href="/bulk" onClick={() => saveDraft(sessionStorage, links.join('\n'))} className={className}>
      Look them up in bulk
    </a>
  )
}
