import { SiteLink } from '@/components/ui/site-link'
import type { ErrorCode } from '@/server/errors'

/** Error codes, each with a link to its page. */
export const Codes = ({ codes }: { codes: readonly ErrorCode[] }) => (
  <span className="flex flex-wrap gap-x-3 gap-y-1">
    {codes.map((code) => (
      <SiteLink key={code} href={`/docs/errors/${code}`} className="font-mono text-[0.8125rem] underline">
        {code}
      </SiteLink>
    ))}
  </span>
)
