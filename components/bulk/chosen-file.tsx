import { formatNumber } from '@/components/format/number'
import { Button } from '@/components/ui/button'
import type { ReadFile } from './read-file'

interface ChosenFileProps {
  file: ReadFile
  /** How many lines were read from it; 0 until its column is chosen. */
  lines: number
  onRemove: () => void
}

/** Replaces the text box for a file that is too long to show. */
export const ChosenFile = ({ file, lines, onRemove }: ChosenFileProps) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-edge bg-paper px-3.5 py-3">
    <p className="min-w-0 [overflow-wrap:anywhere]">
      <span className="font-medium">{file.name}</span>
      {lines > 0 && <span className="block text-sm text-soft">{formatNumber(lines)} lines</span>}
    </p>
    <Button onClick={onRemove}>Remove file</Button>
  </div>
)
