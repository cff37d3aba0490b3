import init from '@/clients/python/pinref/__init__.py'
import asyncOperations from '@/clients/python/pinref/_async_operations.py'
import callbacks from '@/clients/python/pinref/_callbacks.py'
import client from '@/clients/python/pinref/_client.py'
import http from '@/clients/python/pinref/_http.py'
import operations from '@/clients/python/pinref/_operations.py'
import resolved from '@/clients/python/pinref/_resolved.py'
import types from '@/clients/python/pinref/_types.py'
import { atAddress } from '@/components/docs/samples/clients'
import { env } from '@/server/platform/settings/env'
import { singleFile } from './single-file'

// The server's address depends on the environment at run time, not at build time.
export const dynamic = 'force-dynamic'

const file = singleFile(init, [types, http, resolved, callbacks, operations, asyncOperations, client])

/** Returns the Python client as a single file, set to this server's address. */
export const GET = (): Response =>
  new Response(atAddress(file, env().APP_URL), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
