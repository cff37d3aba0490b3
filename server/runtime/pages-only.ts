import { perProcess } from './per-process'

/** True in the process that draws the pages for the node server: it answers no calls and manages no embedded Redis. */
export const pagesOnly = perProcess<boolean>('pages-only')
