declare module '*.mdx' {
  /** Returns the page's elements, for which other components can be passed. */
  export default function Content(props?: {
    components?: Record<string, import('react').ElementType>
  }): import('react').ReactNode | Promise<import('react').ReactNode>
}
