export interface SignInAttempt {
  status: number
  /** The `Retry-After` header. */
  retryAfter: string | null
  network: number
}

/**
 * Sends ten wrong sign-ins from each of several networks at once, to a server that trusts one proxy.
 * @param first the number of the first network. Calls with other numbers come from other networks.
 * @param emailOf returns an attempt's email.
 */
export function wrongSignIns(
  url: string,
  { first = 0, networks }: { first?: number; networks: number },
  emailOf: (network: number, attempt: number) => string,
): Array<Promise<SignInAttempt>> {
  async function send(network: number, attempt: number): Promise<SignInAttempt> {
    const response = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: {
        origin: url,
        'content-type': 'application/json',
        'x-forwarded-for': `172.16.${network >> 8}.${network & 255}`,
      },
      body: JSON.stringify({ email: emailOf(network, attempt), password: `wrong password ${attempt}` }),
    })
    await response.arrayBuffer()
    return { network, status: response.status, retryAfter: response.headers.get('retry-after') }
  }
  return Array.from({ length: networks * 10 }, (_, index) =>
    send(first + (index % networks), Math.floor(index / networks)),
  )
}
