import { env } from '@/server/platform/settings/env'
import { CodeBlock } from '../code-block'
import { highlight } from '../highlight'
import { HostTabs } from './host-tabs'
import { hostSetups } from './hosts'

/** How to connect each of the common hosts to this server. */
export const HostSetups = () => (
  <figure className="mt-5 overflow-hidden rounded-md border border-rule bg-sheet">
    <figcaption className="sr-only">Set up common hosts</figcaption>
    <HostTabs
      panels={hostSetups(env().APP_URL).map(({ host, place, language, code }) => ({
        host,
        panel: (
          <>
            <div className="px-4 pt-3 text-xs text-soft">{place}</div>
            <CodeBlock
              code={code}
              html={highlight(code, language)}
              name={`the ${host} setup`}
              sample={{ id: 'mcpHost', language: language ?? 'TOML' }}
              className="-mt-1"
            />
          </>
        ),
      }))}
    />
  </figure>
)
