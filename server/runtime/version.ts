/** The version of this build of Pinref, such as `0.1.0`. */
export { version } from '@/package.json'
