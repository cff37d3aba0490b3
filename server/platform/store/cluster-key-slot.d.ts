declare module 'cluster-key-slot' {
  /** Returns the Redis Cluster hash slot of a key, 0 to 16383. If the key has braces, only the text in the first pair counts. */
  export default function slotOf(key: string): number
}
