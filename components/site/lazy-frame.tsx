'use client'

import { lazy, Suspense } from 'react'
import type { FrameProps } from './frame'
import { ReadingFrame } from './reading-frame'

/** Loaded only for a signed-in user. */
const AppFrame = lazy(() => import('./frame').then(({ AppFrame }) => ({ default: AppFrame })))

/** Puts a page into its frame. */
export const Frame = ({ isSignedIn, ...props }: FrameProps & { isSignedIn: boolean }) =>
  isSignedIn ? (
    <Suspense>
      <AppFrame {...props} />
    </Suspense>
  ) : (
    <ReadingFrame header={props.header} footer={props.footer}>
      {props.children}
    </ReadingFrame>
  )
