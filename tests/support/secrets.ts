/** How many characters of a secret may be shown without making the rest easier to guess. */
const longestPart = 20

/**
 * Fails if a string (a log, a response, a bundle) contains one of these secrets: whole, URL-encoded, as base64, or a part
 * longer than 20 characters. The failure message contains the secret's name and the surrounding text, but not the
 * secret.
 * @param secrets by name, e.g. `{ 'the API key': key }`.
 */
export function expectNoSecrets(text: string, secrets: Record<string, string>): void {
  const found = Object.entries(secrets).flatMap(([name, secret]) => {
    if (secret.length < 4) throw new Error(`${name} is too short to be looked for`)
    const form = formsOf(secret).find((one) => text.includes(one))
    if (form === undefined) return []
    const at = text.indexOf(form)
    return [
      `${name}: …${text.slice(Math.max(0, at - 80), at)}███${text.slice(at + form.length, at + form.length + 40)}…`,
    ]
  })
  if (found.length > 0) throw new Error(`What must be secret was told.\n${found.join('\n')}`)
}

function formsOf(secret: string): string[] {
  const parts: string[] = []
  for (let at = 0; at + longestPart < secret.length; at++) parts.push(secret.slice(at, at + longestPart + 1))
  const encoded = [encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '')
  return [secret, ...encoded, base64, base64.replaceAll('+', '-').replaceAll('/', '_'), ...parts]
}
