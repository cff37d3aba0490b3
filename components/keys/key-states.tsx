import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'

/** Stands in for the table while there are no keys. */
export const NoKeys = ({ onNew }: { onNew: () => void }) => (
  <div className="rounded-lg border border-dashed border-edge px-4 py-8 sm:px-6">
    <p className="font-medium">No keys yet</p>
    <p className="mt-1 max-w-[34rem] text-soft">
      Your program sends a key with every call, so the call counts against your plan. With one key per program you can
      see which one is calling, and revoke it without touching the others.
    </p>
    <Button look="primary" onClick={onNew} className="mt-5">
      New key
    </Button>
  </div>
)

/** Stands in for the table if the filter finds no key. */
export const NoMatch = ({ text, onClear }: { text: string; onClear: () => void }) => (
  <div className="rounded-lg border border-dashed border-edge px-4 py-8 sm:px-6">
    <p className="[overflow-wrap:anywhere]">No key has “{text.trim()}” in its name or start.</p>
    <Button onClick={onClear} className="mt-4">
      Clear filter
    </Button>
  </div>
)

/** The shape of the table while it loads. */
export const PendingKeys = () => (
  <Card aria-hidden="true" className="px-5 py-1">
    {['first', 'second', 'third'].map((place) => (
      <div
        key={place}
        className="flex flex-wrap items-center gap-x-10 gap-y-3 border-b border-rule py-4 last:border-b-0"
      >
        <div className="w-60 max-w-full">
          <div className="h-4 w-3/5 rounded-xs bg-sunk" />
          <div className="mt-2 h-3.5 rounded-xs bg-sunk" />
        </div>
        <div className="h-4 max-w-full grow basis-40 rounded-xs bg-sunk" />
      </div>
    ))}
  </Card>
)
