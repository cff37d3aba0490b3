/** The version of Pinref that was built, such as `0.1.0`. */
export { version } from '@/package.json'
