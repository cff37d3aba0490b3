import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { version } from '@/package.json'
import { readEnv } from '@/server/platform/settings/env'

interface Service {
  image: string
  environment: Record<string, string | number>
  ports?: string[]
  [option: string]: unknown
}

const read = (name: string) => readFileSync(`docs/samples/${name}`, 'utf8')

/** Interpolates variables in a compose file like Docker Compose: `${NAME}`, `${NAME:-default}` and `${NAME:?error}`. */
function interpolate(text: string, variables: Record<string, string>): string {
  const replaced = text.replaceAll(/\$\{(\w+)(?::([-?])([^${}]*))?\}/g, (_, name, kind, rest) => {
    const value = variables[name]
    if (value) return value
    if (kind === '?') throw new Error(`${name}: ${rest}`)
    return rest ?? ''
  })
  return replaced === text ? text : interpolate(replaced, variables)
}

/** Returns the services of `compose.yaml`, together with another file's services. */
function servicesOf(variables: Record<string, string>, other?: string): Record<string, Service> {
  const [base, more] = ['compose.yaml', other].map((name) => name && parse(interpolate(read(name), variables)).services)
  const pinref = { ...base.pinref, ...more?.pinref }
  pinref.environment = { ...base.pinref.environment, ...more?.pinref?.environment }
  return { ...base, ...more, pinref }
}

const pinrefOf = (services: Record<string, Service>): Service => services.pinref as Service
const envOf = (services: Record<string, Service>) => {
  const { environment } = pinrefOf(services)
  return readEnv(Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)])))
}

const site = { PINREF_SITE: 'pinref.example.com', ACME_EMAIL: 'ada@example.com' }
const fronts = ['compose.caddy.yaml', 'compose.traefik.yaml']

test('the compose file’s port is open only to this machine, and PORT and BIND_ADDRESS in .env change it', () => {
  expect(pinrefOf(servicesOf({})).ports).toEqual(['127.0.0.1:3000:3000'])
  expect(envOf(servicesOf({}))).toMatchObject({ PORT: 3000, APP_URL: 'http://localhost:3000' })
  const changed = servicesOf({ PORT: '8080', BIND_ADDRESS: '0.0.0.0' })
  expect(pinrefOf(changed).ports).toEqual(['0.0.0.0:8080:3000'])
  expect(envOf(changed)).toMatchObject({ PORT: 3000, APP_URL: 'http://localhost:8080' })
})

test('each proxy setup sets the public address, the port, and one trusted proxy, and does not start without a site', () => {
  for (const front of fronts) {
    const services = servicesOf(site, front)
    expect(envOf(services), front).toMatchObject({
      TRUSTED_PROXIES: 1,
      APP_URL: 'https://pinref.example.com',
      PORT: 3000,
    })
    expect(() => servicesOf({ ACME_EMAIL: 'ada@example.com' }, front), front).toThrow('PINREF_SITE')
  }
  const labels = pinrefOf(servicesOf(site, 'compose.traefik.yaml')).labels
  expect(labels).toMatchObject({
    'traefik.http.routers.pinref.rule': 'Host(`pinref.example.com`)',
    'traefik.http.services.pinref.loadBalancer.server.port': '3000',
  })
})

test('the Caddyfile reads only variables that the compose file sets', () => {
  const { environment } = servicesOf(site, 'compose.caddy.yaml').caddy as Service
  const named = [...read('Caddyfile').matchAll(/\{\$(\w+):/g)].map(([, name]) => name)
  expect(named.sort()).toEqual(Object.keys(environment).sort())
  expect(environment).toEqual({ PINREF_SITE: 'pinref.example.com', PINREF_UPSTREAM: 'pinref:3000' })
})

test('every container has a pinned image, a memory limit, a read-only file system, and minimal privileges', () => {
  for (const file of [undefined, ...fronts]) {
    for (const [name, service] of Object.entries(servicesOf(site, file))) {
      expect(service, name).toMatchObject({
        image: expect.stringMatching(/:v?\d+\.\d+\.\d+$/),
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
      })
    }
  }
  expect(pinrefOf(servicesOf({})).image).toBe(`pinref:${version}`)
})
