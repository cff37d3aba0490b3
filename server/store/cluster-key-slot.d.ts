declare module 'cluster-key-slot' {
  /** The hash slot of a key on a Redis Cluster, 0 to 16383; of what is in its first braces, where it has some. */
  export default function slotOf(key: string): number
}
