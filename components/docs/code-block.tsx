import { classNames } from '@/components/ui/class-names'
import { CopyCode } from './copy-code'

interface CodeBlockProps {
  code: string
  /** The same code, highlighted by `highlight`. */
  html?: string | undefined
  /** The name on the copy button: "curl sample". */
  name: string
  /** Identifies a sample, so that the tests run the code that the page shows. */
  sample?: { id: string; language: string }
  /** For a sample's output: the sample's id. */
  answerTo?: string | undefined
  className?: string
}

/** Code with a copy button. Long lines scroll sideways. The highlighter escapes the code. */
export function CodeBlock({ code, html, name, sample, answerTo, className }: CodeBlockProps) {
  return (
    <div className={classNames('relative', className)}>
      <pre
        translate="no"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        data-sample={sample?.id}
        data-language={sample?.language}
        data-answer-to={answerTo}
        className="overflow-x-auto rounded-[inherit] p-4 font-mono max-sm:pt-12 sm:pe-24 text-[0.8125rem] leading-5 focus-visible:-outline-offset-2"
        {...(html === undefined ? { children: code } : { dangerouslySetInnerHTML: { __html: html } })}
      />
      <CopyCode name={name} className="absolute top-2 right-2 bg-sheet" />
    </div>
  )
}
