import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Person } from './person'
import { sessionAccount } from './session-account'

/** The official libraries that apps use to connect. */
export const appLines = ['client 2', 'sdk 1'] as const

type Saved = { client: unknown; tokens: { access_token: string; refresh_token?: string } | undefined }

/** An app that connects to Pinref over OAuth with the official library, for a person using a browser. */
export class OAuthApp {
  /** The library's stored registration and tokens. */
  readonly saved: Saved = { client: undefined, tokens: undefined }
  /** The page to which the person was sent. */
  requestUrl: URL | null = null
  readonly #line: (typeof appLines)[number]
  readonly #url: string
  readonly #origin: string
  readonly #provider: OAuthClientProvider

  /**
   * @param url the server's address.
   * @param origin its public address, which the library uses.
   * @param metadataUrl the URL of the app's metadata; if omitted, the app registers.
   */
  constructor(line: (typeof appLines)[number], url: string, origin: string, metadataUrl?: string) {
    this.#line = line
    this.#url = url
    this.#origin = origin
    const { saved } = this
    let verifier = ''
    const redirect = (to: URL) => {
      this.requestUrl = to
    }
    this.#provider = {
      redirectUrl: appRedirect,
      clientMetadata: { client_name: 'Test agent', redirect_uris: [appRedirect], token_endpoint_auth_method: 'none' },
      ...(metadataUrl !== undefined && { clientMetadataUrl: metadataUrl }),
      state: () => 'a state',
      clientInformation: () => saved.client as ReturnType<OAuthClientProvider['clientInformation']>,
      saveClientInformation: (client) => {
        saved.client = client
      },
      tokens: () => saved.tokens as ReturnType<OAuthClientProvider['tokens']>,
      saveTokens: (tokens) => {
        saved.tokens = tokens as Saved['tokens']
      },
      redirectToAuthorization: redirect,
      saveCodeVerifier: (text) => {
        verifier = text
      },
      codeVerifier: () => verifier,
    }
  }

  /** Redirects the library's requests from the public address to the server. */
  readonly fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(new URL(pathname + search, this.#url), init)
  }

  #transport(): StreamableHTTPClientTransport {
    const options = { authProvider: this.#provider, fetch: this.fetch }
    const address = new URL('/mcp', this.#origin)
    if (this.#line === 'client 2') return new StreamableHTTPClientTransport(address, options)
    // Each client uses its own library's transport.
    return new FormerTransport(address, options as never) as unknown as StreamableHTTPClientTransport
  }

  /** Calls the server until it returns the page on which the person decides. */
  async begin(): Promise<StreamableHTTPClientTransport> {
    const transport = this.#transport()
    await newClient(this.#line)
      .connect(transport)
      .catch((error: unknown) => {
        if (this.requestUrl === null) throw error
      })
    if (this.requestUrl === null) throw new Error('the app was not sent to its user')
    return transport
  }

  /** Connects the app for a person who allows it. */
  async connect(person: Person): Promise<Client> {
    const transport = await this.begin()
    const back = await decide(person, this.requestUrl as URL, true)
    await finish(transport, back)
    return this.client()
  }

  /** Returns a client with the tokens that the library has stored. */
  async client(): Promise<Client> {
    const client = newClient(this.#line)
    await client.connect(this.#transport())
    return client
  }
}

export const appRedirect = 'http://127.0.0.1:3118/callback'

const newClient = (line: (typeof appLines)[number]): Client => {
  const me = { name: 'tests', version: '1.0.0' }
  return line === 'client 2' ? new Client(me) : (new FormerClient(me) as unknown as Client)
}

/** Passes the library the address to which the browser was redirected. */
export const finish = (transport: StreamableHTTPClientTransport, { searchParams }: URL): Promise<void> =>
  transport.finishAuth(searchParams.get('code') ?? '', searchParams.get('iss') ?? undefined)

/**
 * Opens an app's request in a person's browser and allows or denies it.
 * The page is skipped if the app was allowed before.
 * @param account the account that the app is for: that of the session if omitted.
 * @returns the address to which the browser is then redirected.
 */
export async function decide(
  person: Person,
  request: URL,
  accept: boolean,
  account = sessionAccount(person),
): Promise<URL> {
  const opened = await person.call(request.pathname.replace(/^\/api/, '') + request.search)
  const page = new URL(opened.headers.get('location') ?? '', request)
  if (page.pathname !== '/connect') return page
  const answer = await person.call('/auth/oauth2/consent', { accept, account, oauth_query: page.search.slice(1) })
  if (answer.status !== 200)
    throw new Error(`the decision was answered ${answer.status}: ${JSON.stringify(answer.json)}`)
  return new URL(answer.json.url)
}
