declare module '*.py' {
  const text: string
  export default text
}

declare module '*.gs' {
  const text: string
  export default text
}

declare module '@/docs/samples/*' {
  const text: string
  export default text
}
