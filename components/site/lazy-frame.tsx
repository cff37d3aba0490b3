'use client'

import { lazy, Suspense } from 'react'
import type { FrameProps } from './frame'

const AppFrame = lazy(() => import('./frame').then(({ AppFrame }) => ({ default: AppFrame })))

/** The frame of a signed-in user's pages. Visitors don't load its code. */
export const LazyFrame = (props: FrameProps) => (
  <Suspense>
    <AppFrame {...props} />
  </Suspense>
)
