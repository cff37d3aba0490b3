/** The parts of the start page that only an active user needs, in one file to load. */
export { Answers } from './answers'
export { ConvertForm } from './convert-form'
export { ReadingNote } from './reading-note'
export { RecentLookups } from './recent-lookups'
export { SearchForm } from './search-form'
