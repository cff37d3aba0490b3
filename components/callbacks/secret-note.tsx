import { CopyButton } from '@/components/ui/copy-button'

interface SecretNoteProps {
  secret: string
  /** What the secret belongs to: "this endpoint’s secret". */
  of: string
}

/** A secret for callbacks that was just created. The secret is never shown again. */
export const SecretNote = ({ secret, of }: SecretNoteProps) => (
  <div className="rounded-md border border-edge bg-sunk p-4">
    <p className="text-sm">
      Copy {of} now. It’s shown only once. Use it to{' '}
      <a href="/docs/callbacks#signature" className="font-medium underline underline-offset-4">
        check the signature
      </a>{' '}
      of each callback.
    </p>
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <code className="min-w-0 font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{secret}</code>
      <CopyButton value={secret} name="the secret" />
    </div>
  </div>
)
