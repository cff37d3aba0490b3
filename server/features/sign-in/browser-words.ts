/** Browsers in the order they are tried, because most browsers also claim to be another one. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const firstMatch = (names: ReadonlyArray<readonly [RegExp, string]>, text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Returns the browser and system in a User-Agent header (RFC 9110): "Firefox on Windows". */
export function browserWords(userAgent: string): string {
  const browser = firstMatch(browsers, userAgent)
  const system = firstMatch(systems, userAgent)
  if (!browser) return system ? `A browser on ${system}` : 'An unknown browser'
  return system ? `${browser} on ${system}` : browser
}
