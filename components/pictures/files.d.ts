declare module '*.ttf' {
  const bytes: Uint8Array
  export default bytes
}

declare module '*.svg?text' {
  const text: string
  export default text
}
