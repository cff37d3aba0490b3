import { formatCents } from '@/components/format/money'
import { Button } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { allCostCents } from '@/server/sources/google-check/capabilities'

interface CheckDialogProps {
  /** @param mayCost whether to make the calls that Google may bill, too. */
  onBegin: (mayCost: boolean) => void
  onClose: () => void
}

/** Asks before anything is spent. */
export const CheckDialog = ({ onBegin, onClose }: CheckDialogProps) => (
  <Dialog
    title="Check the Google key?"
    description={
      <p>
        All checks but one are free. Details with title, rating and count cost up to {formatCents(allCostCents)}, once
        this month’s 1,000 free calls are used.
      </p>
    }
    onClose={onClose}
  >
    <div className="mt-5">
      <DialogActions dismiss="Cancel">
        <Button className="min-h-12 px-5" onClick={() => onBegin(true)}>
          Try everything
        </Button>
        <Button look="primary" onClick={() => onBegin(false)}>
          Try what is free
        </Button>
      </DialogActions>
    </div>
  </Dialog>
)
