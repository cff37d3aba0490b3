import { SiteLink } from '@/components/ui/site-link'
import type { ErrorCode } from '@/server/platform/problems/errors'
import { InlineMarkdown } from '../markdown'
import { Code } from '../prose'
import type { Field } from './document'

interface FieldListProps {
  fields: readonly Field[]
  /** Whether to mark optional fields. */
  optional?: boolean
  /** False if a whole example is shown beside the fields. */
  withExamples?: boolean
}

/** The fields of a request or a response. */
export function FieldList({ fields, optional = false, withExamples = true }: FieldListProps) {
  return (
    <dl className="mt-3">
      {fields.map(({ name, type, required, description, example, options }) => (
        <div key={name} className="border-b border-rule py-2.5 text-sm last:border-b-0">
          <dt className="flex flex-wrap items-baseline gap-x-3">
            <span translate="no" className="font-mono text-[0.8125rem] font-medium [overflow-wrap:anywhere]">
              {name}
            </span>
            <span className="text-soft">
              {type}
              {optional && !required && ', optional'}
            </span>
          </dt>
          {(description || (withExamples && example) || options) && (
            <dd className="mt-0.5 max-w-[36rem] text-soft">
              <InlineMarkdown text={description} />
              {options?.some((option) => !description.includes(`\`${option}\``)) && <> One of {options.join(', ')}.</>}
              {withExamples && example && (
                <>
                  {' '}
                  For example <Code>{example}</Code>
                </>
              )}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

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
