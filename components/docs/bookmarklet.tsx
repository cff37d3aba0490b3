'use client'

import { useEffect, useRef } from 'react'
import { buttonClasses } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'

/**
 * A link to drag to the bookmarks bar. The bookmark opens the current page's address in Pinref. React doesn't render a
 * `javascript:` address, so an effect sets it. Pinref's own content security policy blocks it, so it can only be
 * dragged here.
 * @param base this server's address.
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
      <CopyButton value={code} name="code" label="Copy code" />
    </div>
  )
}
