import { Children, type ComponentProps, isValidElement, type ReactNode } from 'react'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { Article } from './article'
import { Code, Section } from './prose'
import { Samples } from './samples'

/** Returns the components that Markdown in a docs page becomes, and those that a page uses without importing them. */
export const useMDXComponents = () => components

/** A link. Only pages open without a full page load. */
const Link = ({ href = '', children }: ComponentProps<'a'>) =>
  /^\/(?!api\/|.*\.\w+$)/.test(href) ? <SiteLink href={href}>{children}</SiteLink> : <a href={href}>{children}</a>

/** A Markdown table. */
function Table({ caption, children }: { caption: string; children: ReactNode }) {
  const [columns = [], ...rows] = within(children, 'tr').map((row) => [...within(row, 'th'), ...within(row, 'td')])
  return (
    <FactTable
      caption={caption}
      columns={columns.map(String)}
      rows={rows.map((cells, index) => ({ key: `${index}`, cells }))}
    />
  )
}

/** Returns the contents of the elements of a type. */
const within = (node: ReactNode, type: string): ReactNode[] =>
  Children.toArray(node).flatMap((child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return []
    return child.type === type ? [child.props.children] : within(child.props.children, type)
  })

interface PointProps {
  /** False for a point about something that this server doesn't have. */
  isShown: boolean
  children: ReactNode
}

/** A point in a list. */
const Point = ({ isShown, children }: PointProps) => isShown && <li>{children}</li>

const components = {
  a: Link,
  code: Code,
  ol: ({ children }: ComponentProps<'ol'>) => <ol className="points">{children}</ol>,
  strong: ({ children }: ComponentProps<'strong'>) => <strong className="font-semibold">{children}</strong>,
  ul: ({ children }: ComponentProps<'ul'>) => <ul className="points">{children}</ul>,
  Article,
  Code,
  FactTable,
  Point,
  Samples,
  Section,
  Table,
}
