'use client'

import type { RegistrationResponseJSON, WebAuthnError } from '@simplewebauthn/browser'
import { useSyncExternalStore } from 'react'
import { AuthFault, authCall, authRead } from './auth-call'

// Loaded only when needed, because most visits to these forms do not use it.
const library = () => import('@simplewebauthn/browser')

/**
 * Whether this page may use passkeys, which belong to a host name.
 * @param host the server's; null if it has none.
 */
function canUsePasskeys(host: string | null): boolean {
  if (host === null || !('PublicKeyCredential' in window)) return false
  return location.hostname === host || location.hostname.endsWith(`.${host}`)
}

/**
 * Signs in with a passkey that the browser asks for.
 * @throws AuthFault with a message to show.
 */
export const signInWithPasskey = () => signIn(false)

/**
 * Lets the browser offer passkeys in the email field while the page is open.
 * @returns whether one signed in.
 * @throws AuthFault if one was chosen and didn't work.
 */
export async function offerPasskeys(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await library()
  if (!(await browserSupportsWebAuthnAutofill())) return false
  try {
    await signIn(true)
    return true
  } catch (error) {
    // Choosing no passkey is not an error.
    if (error instanceof AuthFault && error.code !== null) throw error
    return false
  }
}

/** Stops offering passkeys. */
export async function withdrawPasskeys(): Promise<void> {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

async function signIn(useBrowserAutofill: boolean): Promise<void> {
  const { startAuthentication } = await library()
  const options = await authRead<Parameters<typeof startAuthentication>[0]['optionsJSON']>(
    '/passkey/generate-authenticate-options',
  )
  const optionsJSON = { ...options, userVerification: 'required' } as const
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch((error: unknown) => {
    throw faultOfBrowser(error, 'No passkey was used. Try again, or sign in with your password.')
  })
  await authCall('/passkey/verify-authentication', { response })
}

/**
 * Creates a passkey on this device, or on another one through the browser. The caller must send it to the server.
 * @throws AuthFault with a message to show.
 */
export async function makePasskey(): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await library()
  const optionsJSON = await authRead<Parameters<typeof startRegistration>[0]['optionsJSON']>(
    '/passkey/generate-register-options',
  )
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw faultOfBrowser(error, 'No passkey was added. Try again when you’re ready.')
  })
}

/**
 * Turns the browser's error into a message for the user. The error usually doesn't reveal whether the user canceled.
 */
function faultOfBrowser(error: unknown, otherwise: string): AuthFault {
  switch ((error as Partial<WebAuthnError>).code) {
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return new AuthFault('This device already has a passkey for your account.')
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
      return new AuthFault('This device can’t save passkeys. Turn on its screen lock, or use another device.')
    default:
      return new AuthFault(otherwise)
  }
}

const never = () => () => {}

/** Whether this page may use passkeys; null before hydration. */
export const usePasskeys = (host: string | null): boolean | null =>
  useSyncExternalStore(
    never,
    () => canUsePasskeys(host),
    () => null,
  )
