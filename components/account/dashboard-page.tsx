import { ApiProvider } from '@/components/trpc/client'
import { PageFrame, type PageFrameProps } from './page-frame'

/** A page of the dashboard: a heading, and content that can call the router. */
export const DashboardPage = ({ children, ...frame }: PageFrameProps) => (
  <PageFrame {...frame}>
    <ApiProvider>{children}</ApiProvider>
  </PageFrame>
)
