export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '../api/[[...path]]/route'

/** As in the route file of the API. Next doesn't read it from there. */
export const maxDuration = 300
