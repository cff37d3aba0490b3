import { CopyButton } from '@/components/ui/copy-button'

interface SnippetProps {
  /** The name on its copy button. */
  name: string
  text: string
  note: string
}

/** Text to copy, in a box that scrolls. */
export function Snippet({ name, text, note }: SnippetProps) {
  return (
    <figure className="min-w-0">
      <div className="flex items-start justify-between gap-4">
        <figcaption className="max-w-[28rem] pt-1.5 text-sm text-soft">{note}</figcaption>
        <CopyButton value={text} name={name} className="-me-2" />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="mt-2 overflow-x-auto rounded-md border border-rule bg-sunk p-4 font-mono text-[0.8125rem] leading-5"
      >
        {text}
      </pre>
    </figure>
  )
}
