import { classNames } from '@/components/ui/class-names'
import type { QrCode } from './qr-code'

/** A QR code, dark on light in both themes, since not every scanner reads inverted codes. */
export const QrPicture = ({ code, label, className }: { code: QrCode; label: string; className?: string }) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${code.size} ${code.size}`}
    shapeRendering="crispEdges"
    className={classNames('w-44 shrink-0 rounded-md border border-rule', className)}
  >
    <path fill="#fff" d={`M0 0h${code.size}v${code.size}H0z`} />
    <path fill="#000" d={code.path} />
  </svg>
)
