export interface SignInAttempt {
  status: number
  /** The `Retry-After` header. */
  retryAfter: string | null
  /** The number of attempts that were answered before this one. */
  answeredBefore: number
  network: number
}

/**
 * Sends wrong sign-ins from several networks at once. The server must trust one proxy.
 * @param first the number of the first network; each number is a network of its own.
 * @param emailOf the email of an attempt, by its network and its number in the network.
 */
export async function wrongSignIns(
  url: string,
  { first = 0, networks, each }: { first?: number; networks: number; each: number },
  emailOf: (network: number, attempt: number) => string,
): Promise<SignInAttempt[]> {
  let answered = 0
  async function attempt(network: number, number: number): Promise<SignInAttempt> {
    const response = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: {
        origin: url,
        'content-type': 'application/json',
        'x-forwarded-for': `10.${(network >> 8) & 255}.${network & 255}.1`,
      },
      body: JSON.stringify({ email: emailOf(network, number), password: `wrong password ${number}` }),
    })
    const answeredBefore = answered++
    await response.arrayBuffer()
    return { status: response.status, retryAfter: response.headers.get('retry-after'), answeredBefore, network }
  }
  // Every network sends its first attempt before any network sends its second.
  const all = Array.from({ length: networks * each }, (_, index) =>
    attempt(first + (index % networks), Math.floor(index / networks)),
  )
  return Promise.all(all)
}
