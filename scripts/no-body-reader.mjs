/** Replaces `co-body` in the route files; see `next.config.mjs`. */
export default function read() {
  throw new Error('A body was not read before its procedure was called.')
}
