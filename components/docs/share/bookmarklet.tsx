'use client'

import { useEffect, useRef } from 'react'
import { buttonClasses } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'

/**
 * A link to drag to the bookmarks, which opens the page that is open in Pinref. React renders no address that is code, and the policy
 * of our own pages would not run it: it is set here, and only dragged.
 * @param base the address of this server.
 */
export function Bookmarklet({ base }: { base: string }) {
  const link = useRef<HTMLAnchorElement>(null)
  const code = `javascript:void open('${base}/?q='+encodeURIComponent(location.href))`
  useEffect(() => link.current?.setAttribute('href', code), [code])
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link, to be dragged and not followed */}
      <a ref={link} href="#bookmarklet" onClick={(event) => event.preventDefault()} className={buttonClasses()}>
        Look up in Pinref
      </a>
      <CopyButton value={code} name="the bookmarklet" label="Copy its code" />
    </div>
  )
}
