import { Button } from './button'

interface PageButtonProps {
  label: string
  isPossible: boolean
  onTurn: () => void
}

/** Turns to another page of a list. */
export const PageButton = ({ label, isPossible, onTurn }: PageButtonProps) => (
  <Button
    aria-label={`${label} page`}
    disabled={!isPossible}
    className="disabled:cursor-default disabled:text-soft disabled:hover:border-edge"
    onClick={onTurn}
  >
    {label}
  </Button>
)
