import { perProcess } from './per-process'

/** True in the process that draws the pages beside our own server: it answers no calls, and looks after no Redis. */
export const pagesOnly = perProcess<boolean>('pages-only')
