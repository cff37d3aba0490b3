declare module '*.js?text' {
  const text: string
  export default text
}
