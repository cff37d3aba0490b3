/** Some browsers, including Safari, don't start reading the file until well after the click. */
const revokeAfterMs = 60_000

/** Lets the browser save a file created in the page. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
