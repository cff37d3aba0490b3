import { classNames } from '@/components/ui/class-names'
import { CopyButton } from '@/components/ui/copy-button'

interface CodeBlockProps {
  code: string
  /** What it is, as it is called when it is copied: "curl sample". */
  name: string
  /** For samples: which one it is, so that the tests run what readers see. */
  sample?: { id: string; language: string }
  /** For what a sample prints: which sample's. */
  answerTo?: string
  className?: string
}

/** Code as it is, scrolled sideways where a line is long, with a button that copies it. */
export function CodeBlock({ code, name, sample, answerTo, className }: CodeBlockProps) {
  return (
    <div className={classNames('relative', className)}>
      <pre
        translate="no"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        data-sample={sample?.id}
        data-language={sample?.language}
        data-answer-to={answerTo}
        className="overflow-x-auto rounded-[inherit] p-4 font-mono max-sm:pt-12 sm:pe-24 text-[0.8125rem] leading-5 focus-visible:-outline-offset-2"
      >
        {code}
      </pre>
      <CopyButton value={code} name={name} className="absolute top-2 right-2 bg-sheet" />
    </div>
  )
}
