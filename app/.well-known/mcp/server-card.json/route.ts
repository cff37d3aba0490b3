import { serverCardResponse } from '@/components/docs/mcp/server-card'

// The server's address depends on the environment at run time, not at build time.
export const dynamic = 'force-dynamic'

export const GET = serverCardResponse
