declare module 'cluster-key-slot' {
  /** Returns the hash slot of a key on a Redis Cluster, 0 to 16383. If the key has braces, only the text in the first counts. */
  export default function slotOf(key: string): number
}
