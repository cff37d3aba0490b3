'use client'

import { lazy } from 'react'
import type { FrameProps } from './frame'

const AppFrame = lazy(() => import('./frame').then(({ AppFrame }) => ({ default: AppFrame })))

/**
 * The frame of a signed-in user's pages. Visitors don't load its code. It isn't wrapped in `Suspense`, or the response
 * would begin before the page has determined whether it exists.
 */
export const LazyFrame = (props: FrameProps) => <AppFrame {...props} />
