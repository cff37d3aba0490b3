import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'

/** Stands in for a part of the page that could not be loaded. */
export const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <AnswerCard>
    <h2 className="text-title font-semibold">No response</h2>
    <p className="mt-2 mb-4 max-w-[34rem]">
      Part of this page couldn’t be loaded. Check your connection and try again.
    </p>
    <Button onClick={onRetry}>Try again</Button>
  </AnswerCard>
)
