import { CopyButton } from '@/components/ui/copy-button'

/** A secret that was just made. It is never shown again. */
export const SecretNote = ({ secret }: { secret: string }) => (
  <div role="status" className="rounded-md border border-edge bg-sunk p-4">
    <p className="font-medium">Signing secret</p>
    <p className="mt-1 text-sm text-soft">
      Copy it now: it is shown once. With it you{' '}
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
